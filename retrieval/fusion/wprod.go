package fusion

import "math"

// DefaultWProdFloor is our choice: a document that a component did not return is worth there what a
// document at a hundredth of the way from the worst to the best score would be.
const DefaultWProdFloor = 0.01

// WProd is the weighted geometric mean of normalized scores:
//
//	score(d) = Π_c max(x_c(d), floor)^(w_c / Σ w)
//
// over all components c, with x_c the scores of c after Norm and 0 where c did not return d. The range for
// parts in [0, 1] is [floor, 1]; higher is better. Where a sum forgives a bad score when another one is
// good, a product asks for agreement. Without a floor one missing component would make everything 0, so the
// floor says how much agreement is asked for. Weights are relative here; the component with weight 0 has no say.
//
// Not in ranx. It is the logarithmic opinion pool; see Genest and Zidek (1986), doi:10.1214/ss/1177013825.
type WProd struct {
	Norm    Norm
	Weights map[string]float64
	Floor   float64 // in (0, 1)
}

var _ Scorer = WProd{}

// Name implements [Scorer].
func (WProd) Name() string { return "wprod" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m WProd) Scores(p *Pool, dst []float64) ([]float64, error) {
	if faults := floorFaults(&m.Floor); faults != nil {
		return nil, faults[0]
	}
	normalized, err := p.normalized(m.Norm)
	if err != nil {
		return nil, err
	}
	key := tableKey{"log of " + string(m.Norm.resolved()), m.Floor}
	t, err := p.table(key, true, func(_ *Pool, c int, floor float64, column []float64) error {
		for d, part := range normalized.parts[c] {
			column[d] = math.Log(max(part, floor))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	weights, err := p.weightsOf(m.Weights)
	if err != nil {
		return nil, err
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	dst = p.sum(t, weights, dst)
	for d, s := range dst {
		dst[d] = 1 // the empty product, when only components of weight 0 are there
		if total > 0 {
			dst[d] = math.Exp(s / total)
		}
	}
	return dst, nil
}

func wprodEntry() Entry {
	return Entry{
		Name:    WProd{}.Name(),
		Aliases: []string{"weighted_product"},
		Summary: "weighted geometric mean of normalized scores, none below wprod_floor",
		Uses:    []string{keyNorm, keyWeights, keyFloor},
		Resolve: func(s Settings) Settings {
			if s.WProdFloor == nil {
				s.WProdFloor = new(DefaultWProdFloor)
			}
			return s
		},
		Check: func(s Settings, _ []string) []error { return floorFaults(s.WProdFloor) },
		Build: func(s Settings) Scorer { return WProd{Norm: s.Norm, Weights: s.Weights, Floor: *s.WProdFloor} },
	}
}

func floorFaults(floor *float64) []error {
	return between(keyFloor, floor, func(x float64) bool { return x > 0 && x < 1 }, "a number between 0 and 1")
}
