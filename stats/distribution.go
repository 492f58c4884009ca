package stats

import (
	"maps"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/dsp/fourier"
)

// maxTransform bounds the Fourier transform of the exact bootstrap. 2²² points take .8 s, and hold all sums of four
// decimals, and those of five decimals of up to about 150 pairs with a standard deviation of .2, or 30 with one of .4.
const maxTransform = 1 << 22

// exactTail is the probability that the transform may fold back onto the window, by Chernoff's bound.
const exactTail = 1e-15

// A distribution is that of the mean of n draws from a lattice.
type distribution struct {
	lowest int64     // the sum of cumulative[0]
	scale  float64   // mean = sum · scale
	upTo   []float64 // P(sum ≤ lowest + i)
}

// resamplingDistribution returns the exact distribution of the mean of a resample of l: the n-th
// convolution power of the sample's distribution, by Fourier transform on a window that holds all but
// exactTail of it. Probabilities are within about 1e-13.
func resamplingDistribution(l lattice) (distribution, bool) {
	n := len(l.num)
	var total, squares float64
	low, high := l.num[0], l.num[0]
	for _, x := range l.num {
		total += float64(x)
		squares += float64(float64(x) * float64(x))
		low, high = min(low, x), max(high, x)
	}
	// No window that holds all but exactTail is so small that its sums cannot have the variance that they have.
	variance, most := squares-total*total/float64(n), float64(n)*float64(high-low)
	if variance > float64(maxTransform*maxTransform/4)+float64(exactTail*most*most) {
		return distribution{}, false
	}
	size, reach := window(l, total/float64(n), low, high)
	if size > maxTransform {
		return distribution{}, false
	}
	// Work with x − low ≥ 0, modulo size.
	sample := make([]float64, size)
	for _, x := range l.num {
		sample[(x-low)%int64(size)] += 1 / float64(n)
	}
	transform := fourier.NewFFT(size)
	spectrum := transform.Coefficients(nil, sample)
	for i, z := range spectrum {
		spectrum[i] = power(z, n)
	}
	circle := transform.Sequence(sample, spectrum)

	lowest := max(int64(math.Round(total))-reach, low*int64(n))
	d := distribution{lowest: lowest, scale: l.unit / float64(n), upTo: make([]float64, size)}
	var upTo float64
	shift := (lowest - low*int64(n)) % int64(size)
	for i := range d.upTo {
		upTo += max(0, circle[(int64(i)+shift)%int64(size)]/float64(size))
		d.upTo[i] = upTo
	}
	return d, true
}

// window chooses the transform's length, and how far from the middle the window starts: the whole range of
// sums when that is small, and otherwise what Chernoff's bound says can matter.
func window(l lattice, mean float64, low, high int64) (size int, reach int64) {
	counts := make(map[int64]float64)
	for _, x := range l.num {
		counts[x]++
	}
	values := slices.Sorted(maps.Keys(counts))
	shares := make([]float64, len(values))
	for i, v := range values {
		shares[i] = counts[v] / float64(len(l.num))
	}
	n, span := float64(len(l.num)), float64(high-low)
	r := math.Ceil(max(
		chernoff(values, shares, mean, n, 1/span),
		chernoff(values, shares, mean, n, -1/span),
	))
	full := float64(span*n) + 1
	if full <= 2*r+1 {
		return fastLength(full), math.MaxInt64 / 4
	}
	return fastLength(2*r + 1), int64(r)
}

// chernoff returns a distance r with P(S − ES ≥ r) ≤ exactTail/2 for the sum S of n
// draws, on the side of direction's sign:
//
//	r = min over θ > 0 of (n·ln E exp(θ(x−mean)) + ln(2/exactTail))/θ
//
// Every θ gives a valid r; the search only makes it small.
func chernoff(values []int64, shares []float64, mean, n, direction float64) float64 {
	reach := func(logTheta float64) float64 {
		theta := math.Exp(logTheta)
		var generating float64
		for i, v := range values {
			generating += float64(shares[i] * math.Exp(theta*direction*(float64(v)-mean)))
		}
		return (float64(n*math.Log(generating)) + math.Log(2/exactTail)) / theta / math.Abs(direction)
	}
	low, high := math.Log(1e-6), math.Log(100.0)
	for range 60 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if reach(a) < reach(b) {
			high = b
		} else {
			low = a
		}
	}
	return reach(low)
}

// fastLength returns the next even length without prime factors above 3.
func fastLength(n float64) int {
	if n > maxTransform {
		return maxTransform + 1
	}
	best := 2
	for best < int(n) {
		best *= 2
	}
	for p3 := 1; p3 < best; p3 *= 3 {
		m := 2 * p3
		for m < int(n) {
			m *= 2
		}
		best = min(best, m)
	}
	return best
}

// power returns z to the n for |z| ≤ 1, by repeated squaring; it stops when what is left is far below rounding.
func power(z complex128, n int) complex128 {
	out := complex(1, 0)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out *= z
		}
		z *= z
		if math.Abs(real(out))+math.Abs(imag(out)) < 1e-40 {
			return 0
		}
	}
	return out
}

// below returns P(mean < x) and P(mean = x).
func (d *distribution) below(x float64) (less, equal float64) {
	at := x / d.scale
	sum := math.Round(at)
	i := int(sum) - int(d.lowest)
	if math.Abs(at-sum) > 1e-6 { // x is between lattice points
		return d.at(int(math.Floor(at)) - int(d.lowest)), 0
	}
	less = d.at(i - 1)
	return less, d.at(i) - less
}

func (d *distribution) at(i int) float64 {
	switch {
	case i < 0:
		return 0
	case i >= len(d.upTo):
		return 1
	default:
		return d.upTo[i]
	}
}

// quantile returns the smallest mean with P(mean* ≤ it) ≥ p.
func (d *distribution) quantile(p float64) float64 {
	const noise = 1e-12
	i := sort.Search(len(d.upTo)-1, func(i int) bool { return d.upTo[i] >= p-noise })
	return float64(d.lowest+int64(i)) * d.scale
}
