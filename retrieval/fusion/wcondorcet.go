package fusion

// wCondorcet votes as condorcet does, but the vote of component c counts w_c: d is ahead of e when the weights
// of those who rank d above e add up to more. Sums that agree to 12 digits are a draw, because 0.1 + 0.2
// against 0.3 is one. Montague and Aslam (2002) take the average precision of the voters as weights.
func wCondorcet(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return condorcet(p, s, dst)
}

func wCondorcetEntry() Entry {
	return Entry{
		Name:    "w_condorcet",
		Aliases: []string{"weighted_condorcet"},
		Summary: "weighted majority vote between each two documents",
		Uses:    []string{keyWeights},
		Build:   by(wCondorcet),
	}
}
