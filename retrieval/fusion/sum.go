package fusion

import (
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// weightedSum returns the sum of the normalized parts, each times its component's weight, and the parts themselves.
func (p *Pool) weightedSum(s Settings, dst []float64) (*table, []float64, error) {
	weights, err := p.weightsOf(s.Weights)
	if err != nil {
		return nil, nil, err
	}
	t, err := p.normalized(s.Norm)
	if err != nil {
		return nil, nil, err
	}
	return t, p.sum(t, weights, dst), nil
}

// sumTimes builds the same sum times a factor that depends on the number of components behind the document.
func sumTimes(factor func(votes float64, s Settings) float64) func(Settings) Scorer {
	return by(func(p *Pool, s Settings, dst []float64) ([]float64, error) {
		t, dst, err := p.weightedSum(s, dst)
		if err != nil {
			return nil, err
		}
		return p.times(t, dst, s, factor), nil
	})
}

// weightedTable returns the sum of the parts that fill writes, each times its component's weight.
func (p *Pool) weightedTable(s Settings, dst []float64, key tableKey, everywhere bool, fill columnFunc) ([]float64, error) {
	weights, err := p.weightsOf(s.Weights)
	if err != nil {
		return nil, err
	}
	t, err := p.table(key, everywhere, fill)
	if err != nil {
		return nil, err
	}
	return p.sum(t, weights, dst), nil
}

// sum adds up each document's parts, each times its component's weight; weights nil means 1. Parts are
// added in ascending order of size, which matters from three parts other than 0 on.
func (p *Pool) sum(t *table, weights, dst []float64) []float64 {
	if weights == nil {
		weights = p.ones()
	}
	dst = slices.Grow(dst[:0], p.Len())[:p.Len()]
	switch {
	case len(t.parts) == 3 && t.everywhere:
		a, b, c := t.parts[0], t.parts[1], t.parts[2]
		for d := range dst {
			dst[d] = ascendingThree(weights[0]*a[d], weights[1]*b[d], weights[2]*c[d])
		}
	case len(t.parts) == 3:
		sumThree(t.parts, weights, dst)
		a, b, c := t.parts[0], t.parts[1], t.parts[2]
		for _, d := range p.wide {
			dst[d] = ascendingThree(weights[0]*a[d], weights[1]*b[d], weights[2]*c[d])
		}
	case t.everywhere:
		for d := range dst {
			dst[d] = p.sumOne(t, weights, d)
		}
	default:
		clear(dst)
		for c, column := range t.parts {
			w := weights[c]
			for d, part := range column {
				dst[d] += float64(w * part)
			}
		}
		for _, d := range p.wide {
			dst[d] = p.sumOne(t, weights, int(d))
		}
	}
	return dst
}

func (p *Pool) sumOne(t *table, weights []float64, d int) float64 {
	p.parts = p.parts[:0]
	for c, column := range t.parts {
		p.parts = append(p.parts, float64(weights[c]*column[d]))
	}
	return ascendingSum(p.parts)
}

// sumThree is the common case in one pass. The conversions round each product: fused multiply-adds, which
// some machines have, would give other bits.
func sumThree(parts [][]float64, weights, dst []float64) {
	a, b, c := parts[0][:len(dst)], parts[1][:len(dst)], parts[2][:len(dst)]
	u, v, w := weights[0], weights[1], weights[2]
	for d := range dst {
		dst[d] = float64(u*a[d]) + float64(v*b[d]) + float64(w*c[d])
	}
}

// ascendingThree adds the largest of three numbers last. The 0 makes a sum of negative zeros positive.
func ascendingThree(a, b, c float64) float64 {
	low, high := min(a, b), max(a, b)
	return 0 + low + min(high, c) + max(high, c)
}

// ascendingSum sorts x and adds it up, so that the sum depends on the values and not on their order.
func ascendingSum(x []float64) float64 {
	slices.Sort(x)
	return ordered.Sum(x)
}

// ones returns the weights of a method without weights.
func (p *Pool) ones() []float64 {
	p.weights = p.weights[:0]
	for range p.lists {
		p.weights = append(p.weights, 1)
	}
	return p.weights
}

// times multiplies each score by a factor that depends on the number of components behind the document.
func (p *Pool) times(t *table, scores []float64, s Settings, factor func(votes float64, s Settings) float64) []float64 {
	p.parts = p.parts[:0]
	for votes := range len(p.lists) + 1 {
		p.parts = append(p.parts, factor(float64(votes), s))
	}
	for d, v := range p.votes {
		if t.everywhere {
			v = len(p.lists)
		}
		scores[d] = float64(scores[d]*p.parts[v]) + 0 // not -0
	}
	return scores
}

// reduced builds one score of the normalized parts that each document has. It may reorder them.
func reduced(score func(parts []float64) float64) func(Settings) Scorer {
	return by(func(p *Pool, s Settings, dst []float64) ([]float64, error) {
		t, err := p.normalized(s.Norm)
		if err != nil {
			return nil, err
		}
		dst = slices.Grow(dst[:0], p.Len())[:p.Len()]
		for d := range dst {
			p.parts = p.parts[:0]
			for c, column := range t.parts {
				if t.everywhere || p.ranks[c][d] > 0 {
					p.parts = append(p.parts, column[d])
				}
			}
			dst[d] = score(p.parts)
		}
		return dst, nil
	})
}
