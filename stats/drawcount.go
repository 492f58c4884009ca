package stats

import "math/rand/v2"

// A drawCount draws how many of n draws hit one of k rows: binomial with n
// trials of probability k/n, by inversion of a table.
type drawCount struct {
	fixed  int      // the answer when nothing is random
	first  int      // the count of below[0]
	below  []uint64 // P(X ≤ first+i) in units of 2⁻⁶⁴
	starts [257]int32
}

func newDrawCount(n, k int) drawCount {
	if k == 0 || k == n {
		return drawCount{fixed: k}
	}
	first, weights := binomialWeights(n, k)
	d := drawCount{fixed: -1, first: first, below: make([]uint64, len(weights))}
	var total, upTo float64
	for _, w := range weights {
		total += w
	}
	for i, w := range weights {
		upTo += w
		d.below[i] = ^uint64(0)
		if x := upTo / total * 0x1p64; x < 0x1p64 && i < len(weights)-1 {
			d.below[i] = uint64(x)
		}
	}
	at := int32(0)
	for top := range d.starts { // the first count that a word with these top bits can mean
		for top < 256 && d.below[at] < uint64(top)<<56 {
			at++
		}
		d.starts[top] = at
	}
	return d
}

// binomialWeights returns proportional to the probabilities of first, first+1, …, by recurrence from the mode in both
// directions, as far as they count. Only products and quotients enter, so that every architecture gets the same.
func binomialWeights(n, k int) (first int, weights []float64) {
	odds := float64(k) / float64(n-k)
	mode := int(float64(n+1) * (float64(k) / float64(n)))
	const negligible = 0x1p-80
	var down []float64
	w := 1.0
	for x := mode; x > 0 && w > negligible; x-- {
		w = float64(w*float64(x)) / float64(float64(n-x+1)*odds)
		down = append(down, w)
	}
	for i := len(down) - 1; i >= 0; i-- {
		weights = append(weights, down[i])
	}
	weights = append(weights, 1)
	w = 1
	for x := mode; x < n && w > negligible; x++ {
		w = float64(w*float64(float64(n-x)*odds)) / float64(x+1)
		weights = append(weights, w)
	}
	return mode - len(down), weights
}

func (d *drawCount) next(rng *rand.PCG) int {
	if d.fixed >= 0 {
		return d.fixed
	}
	w := rng.Uint64()
	i := int(d.starts[w>>56])
	for d.below[i] < w {
		i++
	}
	return d.first + i
}
