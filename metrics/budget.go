package metrics

import "fmt"

// A Budget is a measure of the hits that fit into a number of tokens, in their order: the first that does
// not fit and all behind it are left out. So systems with chunks of different sizes are compared at one
// cost: R@4000tok. Undefined where the hits have no text that could be counted. Score allocates.
type Budget struct {
	Of     Measure
	Tokens int
}

// Score computes the measure.
func (m Budget) Score(j *Judged) (float64, bool) {
	if j.Text == nil {
		return 0, false
	}
	left, fits, last := *j, 0, 0
	for spent := 0; fits < len(j.Text.Hits); fits++ {
		h := j.Text.Hits[fits]
		if h.Tokens == 0 {
			return 0, false
		}
		if spent += h.Tokens; spent > m.Tokens {
			break
		}
		last = h.Rank
	}
	left.Retrieved, left.Text = last, &Text{j.Text.Relevant, j.Text.Hits[:fits]}
	for n, h := range j.Hits {
		if h.Rank > last {
			left.Hits = j.Hits[:n]
			break
		}
	}
	return m.Of.Score(&left)
}

// Cutoff returns 0: how many hits fit is not known before.
func (m Budget) Cutoff() int { return 0 }

func (m Budget) String() string { return fmt.Sprintf("%s@%dtok", m.Of, m.Tokens) }

func (m Budget) view() View { return View{Level: LevelOf(m.Of)} }

// NeedsText tells whether m looks at Judged.Text and is undefined without it.
func NeedsText(m Measure) bool {
	switch m.(type) {
	case Characters, Budget:
		return true
	}
	return false
}
