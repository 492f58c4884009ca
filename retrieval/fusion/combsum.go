package fusion

// combSum is the sum of normalized scores:
//
//	score(d) = Σ_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, m] for m components; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
type combSum struct {
	norm Norm
}

var _ Scorer = combSum{}

// Name implements [Scorer].
func (combSum) Name() string { return "sum" }

// Scores implements [Scorer].
func (m combSum) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.norm)
	if err != nil {
		return nil, err
	}
	return p.sum(t, nil, dst), nil
}

func combSumEntry() Entry {
	return Entry{
		Name:    combSum{}.Name(),
		Aliases: []string{"combsum", "comb_sum"},
		Summary: "CombSUM, sum of normalized scores",
		Uses:    []string{keyNorm},
		Build:   func(s Settings) Scorer { return combSum{norm: s.Norm} },
	}
}
