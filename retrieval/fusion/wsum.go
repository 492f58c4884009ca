package fusion

// wsum returns the weighted sum of normalized scores:
//
//	score(d) = Σ_c w_c · x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, Σ w_c]; higher is better. Weights need not add up to 1: only their ratios matter for the order.
//
// Weights that were chosen on some queries say nothing about the gain on these queries; see sweeps for an
// honest estimate. Vogt and Cottrell (1999), doi:10.1023/A:1009980820262, on when a linear combination helps.
func wsum(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return combSum(p, s, dst)
}

func wsumEntry() Entry {
	return Entry{
		Name:    "wsum",
		Aliases: []string{"weighted_sum"},
		Summary: "weighted sum of normalized scores",
		Uses:    []string{keyWeights, keyNorm},
		Build:   by(wsum),
	}
}
