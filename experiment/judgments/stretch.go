package judgments

import (
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Stretch is a part of a text, from From to before To, counted in characters, lines or whatever it is made of.
type Stretch struct {
	Text     string
	From, To int
}

// In returns how much of s is in the others, each place of it counted once.
func (s Stretch) In(others []Stretch) (covered int) {
	others = slices.Clone(others)
	ordered.Stable(others, func(a, b Stretch) int { return a.From - b.From })
	at := s.From
	for _, o := range others {
		if from, to := max(o.From, at), min(o.To, s.To); o.Text == s.Text && from < to {
			covered, at = covered+to-from, to
		}
	}
	return covered
}

// Reached reports whether at least a share of s is in the others.
func (s Stretch) Reached(share float64, others []Stretch) bool {
	return float64(s.In(others))/float64(s.To-s.From) >= share
}
