package adjudicate

import (
	"fmt"
	"slices"
	"strings"
)

// A Rule says what becomes of labels that differ.
type Rule string

// The rules. Where one person could not judge a document, what the others said
// stands under Lower and Higher; under Third the third person decides.
const (
	Third      Rule = "third"      // a third person grades blind; the median of all is
	Lower      Rule = "lower"      // the lowest grade
	Higher     Rule = "higher"     // the highest
	Discussion Rule = "discussion" // people talk, and someone writes down what they came to
)

// equal is in the table for labels that need no rule, unjudged for documents that no one could judge.
const (
	equal    = "equal"
	unjudged = "unjudged"
)

// Rules returns the names of the rules.
func Rules() []string {
	return []string{string(Third), string(Lower), string(Higher), string(Discussion)}
}

// Check refuses what is not a rule.
func (r Rule) Check() error {
	if !slices.Contains(Rules(), string(r)) {
		return fmt.Errorf("rule %q: want %s", r, strings.Join(Rules(), ", "))
	}
	return nil
}

// Asks tells whether the rule needs a person.
func (r Rule) Asks() bool { return r == Third || r == Discussion }

// median returns the grade in the middle of given grades and a third one. Where two
// are in the middle, the third decides between them.
func median(given []int, third int) int {
	all := append(slices.Clone(given), third)
	slices.Sort(all)
	low, high := all[(len(all)-1)/2], all[len(all)/2]
	return max(low, min(third, high))
}
