package fusion

// combMNZ is CombSUM times the number of components that returned the document:
//
//	score(d) = N(d) · Σ_c x_c(d)
//
// over these N(d) components c, with x_c the scores of c after norm. The range for parts in [0, 1] is
// [0, m²] for m components; higher is better. N counts lists, and so a document whose part is 0 as well,
// where "nonzero" in the name goes back to systems that scored everything else 0. Negative parts turn the
// reward into a punishment: with norm zmuv take combSum.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
type combMNZ struct {
	norm Norm
}

var _ Scorer = combMNZ{}

// Name implements [Scorer].
func (combMNZ) Name() string { return "mnz" }

// Scores implements [Scorer].
func (m combMNZ) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.norm)
	if err != nil {
		return nil, err
	}
	return p.times(t, p.sum(t, nil, dst), func(votes float64) float64 { return votes }), nil
}

func combMNZEntry() Entry {
	return Entry{
		Name:    combMNZ{}.Name(),
		Aliases: []string{"combmnz", "comb_mnz"},
		Summary: "CombMNZ, number of lists times sum of normalized scores",
		Uses:    []string{keyNorm},
		Build:   func(s Settings) Scorer { return combMNZ{norm: s.Norm} },
	}
}
