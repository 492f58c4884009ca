package history

import (
	"cmp"
	"strings"
)

// compareVersions orders versions as people count: numbers in them by their value, so that v2 is before v10 and v2.9
// before v2.10, and what is between them as text. A v in front says nothing, unless nothing else tells two apart.
func compareVersions(a, b string) int {
	x, y := strings.TrimLeft(a, "vV"), strings.TrimLeft(b, "vV")
	for x != "" && y != "" {
		m, n := digits(x), digits(y)
		if m == 0 || n == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		if c := compareNumbers(x[:m], y[:n]); c != 0 {
			return c
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
