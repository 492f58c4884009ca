package fusion

// wBordaFuse is bordaFuse with unequal votes: score(d) = Σ_c w_c · points_c(d). The range is that of
// bordaFuse with Σ w_c for m. Aslam and Montague (2001) take the average precision of the voters as weights.
type wBordaFuse struct {
	weights map[string]float64
}

var _ Scorer = wBordaFuse{}

// Name implements [Scorer].
func (wBordaFuse) Name() string { return "w_bordafuse" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m wBordaFuse) Scores(p *Pool, dst []float64) ([]float64, error) {
	weights, err := p.weightsOf(m.weights)
	if err != nil {
		return nil, err
	}
	t, err := p.table(tableKey{name: "bordafuse"}, true, bordaPoints)
	if err != nil {
		return nil, err
	}
	return p.sum(t, weights, dst), nil
}

func wBordaEntry() Entry {
	return Entry{
		Name:    wBordaFuse{}.Name(),
		Aliases: []string{"weighted_bordafuse", "w_borda"},
		Summary: "weighted Borda count",
		Uses:    []string{keyWeights},
		Build:   func(s Settings) Scorer { return wBordaFuse{weights: s.Weights} },
	}
}
