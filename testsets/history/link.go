package history

import (
	"cmp"
	"strings"

	"github.com/rankduel/rankduel/testsets"
)

// A Link says how a version is to the one it names as its parent.
type Link string

// The links.
const (
	Whole   Link = "parent"  // made from that content
	Back    Link = "child"   // of a diff alone: the older one was made from the newer
	Changed Link = "changed" // made from that version, whose content is another now
	Other   Link = "other"   // of a diff: made from another version; of a log: its parent is not there
	First   Link = "none"    // names no parent
	Sibling Link = "same"    // of a diff: the same content
)

// linkBetween returns the link of a diff. Sets of one parent, and sets without one,
// are strangers as far as anybody can say.
func linkBetween(from, to Version, fromParent, toParent *testsets.Parent) Link {
	switch {
	case from.SHA256 == to.SHA256:
		return Sibling
	case toParent != nil && toParent.SHA256 == from.SHA256:
		return Whole
	case fromParent != nil && fromParent.SHA256 == to.SHA256:
		return Back
	case toParent != nil && toParent.Version == from.Version:
		return Changed
	case toParent != nil:
		return Other
	}
	return First
}

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
