package fusion

// wCondorcet is condorcet in which the vote of component c counts w_c: d is ahead of e when the weights
// of those who rank d above e add up to more. Sums that agree to 12 digits are a draw, because 0.1 + 0.2
// against 0.3 is one. Montague and Aslam (2002) take the average precision of the voters as weights.
type wCondorcet struct {
	weights map[string]float64
}

var _ Scorer = wCondorcet{}

// Name implements [Scorer].
func (wCondorcet) Name() string { return "w_condorcet" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m wCondorcet) Scores(p *Pool, dst []float64) ([]float64, error) {
	weights, err := p.weightsOf(m.weights)
	if err != nil {
		return nil, err
	}
	return p.elect(weights, dst), nil
}

func wCondorcetEntry() Entry {
	return Entry{
		Name:    wCondorcet{}.Name(),
		Aliases: []string{"weighted_condorcet"},
		Summary: "weighted majority vote between each two documents",
		Uses:    []string{keyWeights},
		Build:   func(s Settings) Scorer { return wCondorcet{weights: s.Weights} },
	}
}
