package fusion

// CombSum is the sum of normalized scores:
//
//	score(d) = Σ_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after Norm. The range for parts in [0, 1]
// is [0, m] for m components; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
type CombSum struct {
	Norm Norm
}

var _ Scorer = CombSum{}

// Name implements [Scorer].
func (CombSum) Name() string { return "sum" }

// Scores implements [Scorer].
func (m CombSum) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.Norm)
	if err != nil {
		return nil, err
	}
	return p.sum(t, nil, dst), nil
}

func combSumEntry() Entry {
	return Entry{
		Name:    CombSum{}.Name(),
		Aliases: []string{"combsum", "comb_sum"},
		Summary: "CombSUM, sum of normalized scores",
		Uses:    []string{keyNorm},
		Build:   func(s Settings) Scorer { return CombSum{Norm: s.Norm} },
	}
}
