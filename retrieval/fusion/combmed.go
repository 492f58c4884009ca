package fusion

import "slices"

// combMed takes the median of the normalized scores that a document has, the mean of the middle two of an even
// number:
//
//	score(d) = median_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMed(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.reduce(s.Norm, dst, func(parts []float64) float64 {
		slices.Sort(parts)
		low, high := parts[(len(parts)-1)/2], parts[len(parts)/2]
		return float64(low/2) + float64(high/2)
	})
}

func combMedEntry() Entry {
	return Entry{
		Name:    "med",
		Aliases: []string{"combmed", "comb_med"},
		Summary: "CombMED, median of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   by(combMed),
	}
}
