package fusion

import "slices"

// combMax is the largest of the normalized scores that a document has:
//
//	score(d) = max_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. With min-max the first of each list has 1, so the rule for ties decides.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
type combMax struct {
	norm Norm
}

var _ Scorer = combMax{}

// Name implements [Scorer].
func (combMax) Name() string { return "max" }

// Scores implements [Scorer].
func (m combMax) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.norm)
	if err != nil {
		return nil, err
	}
	return p.reduce(t, dst, func(parts []float64) float64 { return slices.Max(parts) }), nil
}

func combMaxEntry() Entry {
	return Entry{
		Name:    combMax{}.Name(),
		Aliases: []string{"combmax", "comb_max"},
		Summary: "CombMAX, largest of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   func(s Settings) Scorer { return combMax{norm: s.Norm} },
	}
}
