package metrics

import (
	"strconv"
	"strings"
)

// canonical writes Name(parameters)@cutoff; a cutoff of 0 is none.
func canonical(name string, parameters []string, cutoff int) string {
	var b strings.Builder
	b.WriteString(name)
	if len(parameters) > 0 {
		b.WriteByte('(')
		b.WriteString(strings.Join(parameters, ","))
		b.WriteByte(')')
	}
	if cutoff > 0 {
		b.WriteByte('@')
		b.WriteString(strconv.Itoa(cutoff))
	}
	return b.String()
}

// number writes x with the fewest digits that read back to x.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
