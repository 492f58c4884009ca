package fusion

import "slices"

// combMin takes the smallest of the normalized scores that a document has:
//
//	score(d) = min_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. A document that one component alone returned keeps its score there, which is
// how ranx reads it too; to take 0 for components without d would leave only documents of all lists.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMin(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.reduce(s.Norm, dst, slices.Min)
}

func combMinEntry() Entry {
	return Entry{
		Name:    "min",
		Aliases: []string{"combmin", "comb_min"},
		Summary: "CombMIN, smallest of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   by(combMin),
	}
}
