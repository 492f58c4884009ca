package fusion

// combMNZ multiplies CombSUM by the number of components that returned the document:
//
//	score(d) = N(d) · Σ_c x_c(d)
//
// over these N(d) components c, with x_c the scores of c after norm. The range for parts in [0, 1] is
// [0, m²] for m components; higher is better. N counts lists, and so a document whose part is 0 as well,
// where "nonzero" in the name goes back to systems that scored everything else 0. Negative parts turn the
// reward into a punishment: with norm zmuv take combSum.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMNZ(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.sumTimes(s, dst, func(votes float64) float64 { return votes })
}

func combMNZEntry() Entry {
	return Entry{
		Name:    "mnz",
		Aliases: []string{"combmnz", "comb_mnz"},
		Summary: "CombMNZ, number of lists times sum of normalized scores",
		Uses:    []string{keyNorm},
		Build:   by(combMNZ),
	}
}
