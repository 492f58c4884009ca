package fusion

// combSum adds up normalized scores:
//
//	score(d) = Σ_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, m] for m components; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combSum(p *Pool, s Settings, dst []float64) ([]float64, error) {
	_, dst, err := p.weightedSum(s, dst)
	return dst, err
}

func combSumEntry() Entry {
	return Entry{
		Name:    "sum",
		Aliases: []string{"combsum", "comb_sum"},
		Summary: "CombSUM, sum of normalized scores",
		Uses:    []string{keyNorm},
		Build:   by(combSum),
	}
}
