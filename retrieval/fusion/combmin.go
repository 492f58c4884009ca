package fusion

import "slices"

// combMin is the smallest of the normalized scores that a document has:
//
//	score(d) = min_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. A document that one component alone returned keeps its score there, which is
// how ranx reads it too; to take 0 for components without d would leave only documents of all lists.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
type combMin struct {
	norm Norm
}

var _ Scorer = combMin{}

// Name implements [Scorer].
func (combMin) Name() string { return "min" }

// Scores implements [Scorer].
func (m combMin) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.norm)
	if err != nil {
		return nil, err
	}
	return p.reduce(t, dst, func(parts []float64) float64 { return slices.Min(parts) }), nil
}

func combMinEntry() Entry {
	return Entry{
		Name:    combMin{}.Name(),
		Aliases: []string{"combmin", "comb_min"},
		Summary: "CombMIN, smallest of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   func(s Settings) Scorer { return combMin{norm: s.Norm} },
	}
}
