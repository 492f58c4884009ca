package fusion

// combANZ takes the mean of the normalized scores that a document has:
//
//	score(d) = Σ_c x_c(d) / N(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, 1]; higher is better. To be returned by many is not a merit here.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combANZ(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.sumTimes(s, dst, func(votes float64) float64 { return 1 / votes })
}

func combANZEntry() Entry {
	return Entry{
		Name:    "anz",
		Aliases: []string{"combanz", "comb_anz"},
		Summary: "CombANZ, mean of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   by(combANZ),
	}
}
