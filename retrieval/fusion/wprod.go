package fusion

import (
	"math"

	"github.com/rankduel/rankduel/internal/ordered"
)

// defaultWProdFloor is our choice: a document that a component did not return is worth there what a
// document at a hundredth of the way from the worst to the best score would be.
const defaultWProdFloor = 0.01

// wprod returns the weighted geometric mean of normalized scores:
//
//	score(d) = Π_c max(x_c(d), floor)^(w_c / Σ w)
//
// over all components c, with x_c the scores of c after norm and 0 where c did not return d. The range for
// parts in [0, 1] is [floor, 1]; higher is better. A product asks for agreement, the less the higher the
// floor: without it one missing component would make everything 0. Only ratios of weights count. Not in
// ranx. It is the logarithmic opinion pool; see Genest and Zidek (1986), doi:10.1214/ss/1177013825.
func wprod(p *Pool, s Settings, dst []float64) ([]float64, error) {
	normalized, err := p.normalized(s.Norm)
	if err != nil {
		return nil, err
	}
	key := tableKey{"log of " + string(s.Norm), *s.WProdFloor}
	t, err := p.table(key, true, func(_ *Pool, c int, floor float64, column []float64) error {
		for d, part := range normalized.parts[c] {
			column[d] = math.Log(max(part, floor))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	weights, err := p.weightsOf(s.Weights)
	if err != nil {
		return nil, err
	}
	total := ordered.Sum(weights)
	dst = p.sum(t, weights, dst)
	for d, s := range dst {
		dst[d] = 1 // the empty product, when only components of weight 0 are there
		if total > 0 {
			dst[d] = math.Exp(s / total)
		}
	}
	return dst, nil
}
