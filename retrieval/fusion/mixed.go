package fusion

import "math"

// Mixed lies between a weighted sum and a weighted [CombMNZ]:
//
//	score(d) = √N(d) · Σ_c w_c · x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after Norm. The range for parts in
// [0, 1] is [0, √m · Σ w_c] for m components; higher is better.
//
// Wu and Crestani (2002), "Data fusion with estimated weights", CIKM, doi:10.1145/584792.584908.
type Mixed struct {
	Norm    Norm
	Weights map[string]float64
}

var _ Scorer = Mixed{}

// Name implements [Scorer].
func (Mixed) Name() string { return "mixed" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m Mixed) Scores(p *Pool, dst []float64) ([]float64, error) {
	weights, err := p.weightsOf(m.Weights)
	if err != nil {
		return nil, err
	}
	t, err := p.normalized(m.Norm)
	if err != nil {
		return nil, err
	}
	return p.times(t, p.sum(t, weights, dst), math.Sqrt), nil
}

func mixedEntry() Entry {
	return Entry{
		Name:    Mixed{}.Name(),
		Summary: "weighted sum of normalized scores times the root of the number of lists",
		Uses:    []string{keyNorm, keyWeights},
		Build:   func(s Settings) Scorer { return Mixed{Norm: s.Norm, Weights: s.Weights} },
	}
}
