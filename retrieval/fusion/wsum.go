package fusion

// wsum is the weighted sum of normalized scores:
//
//	score(d) = Σ_c w_c · x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, Σ w_c]; higher is better. Weights need not add up to 1: only their ratios matter for the order.
//
// Weights that were chosen on some queries say nothing about the gain on these queries; see sweeps for an
// honest estimate. Vogt and Cottrell (1999), doi:10.1023/A:1009980820262, on when a linear combination helps.
type wsum struct {
	norm    Norm
	weights map[string]float64
}

var _ Scorer = wsum{}

// Name implements [Scorer].
func (wsum) Name() string { return "wsum" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m wsum) Scores(p *Pool, dst []float64) ([]float64, error) {
	_, dst, err := p.weightedSum(m.norm, m.weights, dst)
	return dst, err
}

func wsumEntry() Entry {
	return Entry{
		Name:    wsum{}.Name(),
		Aliases: []string{"weighted_sum"},
		Summary: "weighted sum of normalized scores",
		Uses:    []string{keyWeights, keyNorm},
		Build:   func(s Settings) Scorer { return wsum{norm: s.Norm, weights: s.Weights} },
	}
}
