package fusion

import "math"

// mixed is between a weighted sum and a weighted combMNZ:
//
//	score(d) = √N(d) · Σ_c w_c · x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, √m · Σ w_c] for m components; higher is better.
//
// Wu and Crestani (2002), "Data fusion with estimated weights", CIKM, doi:10.1145/584792.584908.
func mixed(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.sumTimes(s, dst, math.Sqrt)
}

func mixedEntry() Entry {
	return Entry{
		Name:    "mixed",
		Summary: "weighted sum of normalized scores times the root of the number of lists",
		Uses:    []string{keyNorm, keyWeights},
		Build:   by(mixed),
	}
}
