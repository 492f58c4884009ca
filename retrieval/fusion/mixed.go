package fusion

import "math"

// mixed lies between a weighted sum and a weighted combMNZ:
//
//	score(d) = √N(d) · Σ_c w_c · x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, √m · Σ w_c] for m components; higher is better.
//
// Wu and Crestani (2002), "Data fusion with estimated weights", CIKM, doi:10.1145/584792.584908.
type mixed struct {
	norm    Norm
	weights map[string]float64
}

var _ Scorer = mixed{}

// Name implements [Scorer].
func (mixed) Name() string { return "mixed" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m mixed) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, dst, err := p.weightedSum(m.norm, m.weights, dst)
	if err != nil {
		return nil, err
	}
	return p.times(t, dst, math.Sqrt), nil
}

func mixedEntry() Entry {
	return Entry{
		Name:    mixed{}.Name(),
		Summary: "weighted sum of normalized scores times the root of the number of lists",
		Uses:    []string{keyNorm, keyWeights},
		Build:   func(s Settings) Scorer { return mixed{norm: s.Norm, weights: s.Weights} },
	}
}
