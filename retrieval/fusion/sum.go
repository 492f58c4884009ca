package fusion

import "slices"

// sum adds up each document's parts, each times its component's weight; weights nil means 1.
// Parts are added in ascending order of size: two parts have the same sum in any order, so only documents
// of three or more components need the order to be looked at.
func (p *Pool) sum(t *table, weights, dst []float64) []float64 {
	dst = zeros(dst, p.Len())
	for c, column := range t.parts {
		if weights == nil {
			for d, part := range column {
				dst[d] += part
			}
			continue
		}
		w := weights[c]
		for d, part := range column {
			dst[d] += float64(w * part) // rounded here: a fused multiply-add would differ between machines
		}
	}
	for _, d := range p.wide {
		parts := p.parts[:0]
		for c, column := range t.parts {
			w := 1.0
			if weights != nil {
				w = weights[c]
			}
			parts = append(parts, float64(w*column[d]))
		}
		p.parts = parts
		dst[d] = ascendingSum(parts)
	}
	return dst
}

// ascendingSum sorts x and adds it up, so that the sum depends on the values and not on their order.
func ascendingSum(x []float64) float64 {
	slices.Sort(x)
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}
