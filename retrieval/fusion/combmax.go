package fusion

import "slices"

// CombMax is the largest of the normalized scores that a document has:
//
//	score(d) = max_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after Norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. With min-max the first of each list has 1, so the rule for ties decides.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
type CombMax struct {
	Norm Norm
}

var _ Scorer = CombMax{}

// Name implements [Scorer].
func (CombMax) Name() string { return "max" }

// Scores implements [Scorer].
func (m CombMax) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.Norm)
	if err != nil {
		return nil, err
	}
	return p.reduce(t, dst, func(parts []float64) float64 { return slices.Max(parts) }), nil
}

func combMaxEntry() Entry {
	return Entry{
		Name:    CombMax{}.Name(),
		Aliases: []string{"combmax", "comb_max"},
		Summary: "CombMAX, largest of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   func(s Settings) Scorer { return CombMax{Norm: s.Norm} },
	}
}
