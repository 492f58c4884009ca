package judgments

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Stretch is a part of a text, from From to before To, counted in characters, lines or whatever it is made of.
type Stretch struct {
	Text     string
	From, To int
}

// within returns how much of s is in the others, each place of it counted once.
func (s Stretch) within(others []Stretch) (covered int) {
	for _, o := range disjoint(others) {
		if o.Text == s.Text {
			covered += max(0, min(o.To, s.To)-max(o.From, s.From))
		}
	}
	return covered
}

// disjoint puts together what overlaps or touches.
func disjoint(list []Stretch) (out []Stretch) {
	list = slices.Clone(list)
	ordered.Stable(list, func(a, b Stretch) int { return cmp.Or(strings.Compare(a.Text, b.Text), a.From-b.From) })
	for _, s := range list {
		if n := len(out) - 1; n >= 0 && out[n].Text == s.Text && s.From <= out[n].To {
			out[n].To = max(out[n].To, s.To)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// Reached reports whether at least a share of s is in the others.
func (s Stretch) Reached(share float64, others []Stretch) bool {
	return float64(s.within(others))/float64(s.To-s.From) >= share
}
