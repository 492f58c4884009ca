package stats

import "math"

// sum is Neumaier's compensated sum in input order: the error is that of a
// sum in twice the precision, rounded once. Neumaier (1974),
// doi:10.1002/zamm.19740540106.
func sum(xs []float64) float64 {
	var s, c float64
	for _, x := range xs {
		t := s + x
		if math.Abs(s) >= math.Abs(x) {
			c += (s - t) + x
		} else {
			c += (x - t) + s
		}
		s = t
	}
	return s + c
}

// mean of a non-empty slice.
func mean(xs []float64) float64 {
	scale := binaryScale(xs)
	if scale == 0 {
		return 0
	}
	scaled := make([]float64, len(xs))
	for i, x := range xs {
		scaled[i] = x / scale
	}
	return sum(scaled) / float64(len(xs)) * scale
}

// moments are the mean and the central sums of powers, in units of scale, a
// power of two near the largest magnitude: squares neither overflow at 1e200
// nor vanish at 1e-200.
type moments struct {
	n          int
	scale      float64
	mean       float64 // in units of scale
	sum2, sum3 float64 // Σ(x−mean)², Σ(x−mean)³, in units of scale
}

func newMoments(xs []float64) moments {
	m := moments{n: len(xs), scale: binaryScale(xs)}
	if m.scale == 0 {
		return m
	}
	scaled := make([]float64, len(xs))
	for i, x := range xs {
		scaled[i] = x / m.scale
	}
	m.mean = sum(scaled) / float64(m.n)
	var left float64 // what rounding the mean left over
	squares, cubes := make([]float64, m.n), make([]float64, m.n)
	for i, x := range scaled {
		e := x - m.mean
		left += e
		squares[i] = float64(e * e)
		cubes[i] = float64(squares[i] * e)
	}
	m.sum2 = max(0, sum(squares)-float64(left*left)/float64(m.n))
	m.sum3 = sum(cubes)
	return m
}

// sd is the sample standard deviation, with n − 1; it needs n ≥ 2.
func (m moments) sd() float64 { return math.Sqrt(m.sum2/float64(m.n-1)) * m.scale }

// acceleration is the jackknife acceleration of the mean in closed form,
// Σ(x−mean)³ / (6 (Σ(x−mean)²)^1.5); it needs a positive variance.
func (m moments) acceleration() float64 {
	return m.sum3 / (6 * m.sum2 * math.Sqrt(m.sum2))
}

// binaryScale is the power of two at or below the largest magnitude, 0 when
// all are 0. Dividing by it is exact.
func binaryScale(xs []float64) float64 {
	largest := maxAbs(xs)
	if largest == 0 {
		return 0
	}
	_, exp := math.Frexp(largest)
	return math.Ldexp(1, exp-1)
}

func maxAbs(xs []float64) float64 {
	var m float64
	for _, x := range xs {
		m = max(m, math.Abs(x))
	}
	return m
}
