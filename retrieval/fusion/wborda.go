package fusion

// wBordaFuse counts as bordaFuse does, with unequal votes: score(d) = Σ_c w_c · points_c(d). The range is that of
// bordaFuse with Σ w_c for m. Aslam and Montague (2001) take the average precision of the voters as weights.
func wBordaFuse(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return bordaFuse(p, s, dst)
}

func wBordaEntry() Entry {
	return Entry{
		Name:    "w_bordafuse",
		Aliases: []string{"weighted_bordafuse", "w_borda"},
		Summary: "weighted Borda count",
		Uses:    []string{keyWeights},
		Build:   by(wBordaFuse),
	}
}
