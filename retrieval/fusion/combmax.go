package fusion

import "slices"

// combMax takes the largest of the normalized scores that a document has:
//
//	score(d) = max_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. With min-max the first of each list has 1, so the rule for ties decides.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMax(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.reduce(s.Norm, dst, slices.Max)
}

func combMaxEntry() Entry {
	return Entry{
		Name:    "max",
		Aliases: []string{"combmax", "comb_max"},
		Summary: "CombMAX, largest of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   by(combMax),
	}
}
