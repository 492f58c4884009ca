package kappa

import (
	"fmt"
	"strings"
)

// manyBlanks is the share of blanks from which a kappa without them misleads: a
// tenth, all of them disagreements, lifted one from .645 to .767.
const manyBlanks = 0.1

// A Caution is what a kappa hides: Code for programs, Text for people.
type Caution struct{ Code, Text string }

// Warnings returns what the kappa of two people hides, who being their names.
func (b *Both) Warnings(r Ruling, who string) []Caution {
	var out []Caution
	if all := len(b.Pairs) + b.Blanks; float64(b.Blanks) > manyBlanks*float64(all) {
		with := r.Kappa
		if r.WithBlanks != nil {
			with = r.WithBlanks
		}
		out = append(out, Caution{"many_blanks", fmt.Sprintf("%s left %d of %d documents without a grade, and what is left out flatters kappa; with blanks as disagreements it is %s, not %s", who, b.Blanks, all, Text(with), Text(r.Kappa))})
	}
	return out
}

// Text returns a kappa with four decimals at most.
func Text(k *float64) string {
	if k == nil {
		return "undefined"
	}
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", *k), "0"), ".")
}
