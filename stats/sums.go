package stats

import "math"

// sum is Neumaier's compensated sum in input order: the error is that of a
// sum in twice the precision, rounded once. Neumaier (1974),
// doi:10.1002/zamm.19740540106.
func sum(xs []float64) float64 {
	var s, c float64
	for _, x := range xs {
		s, c = plus(s, c, x)
	}
	return s + c
}

// plus is one step of sum: the total s and what its roundings lost, c, with x
// added.
func plus(s, c, x float64) (total, lost float64) {
	t := s + x
	if math.Abs(s) >= math.Abs(x) {
		return t, c + ((s - t) + x)
	}
	return t, c + ((x - t) + s)
}

// mean of a non-empty slice.
func mean(xs []float64) float64 {
	m := moments{n: len(xs), scale: binaryScale(maxAbs(xs))}
	m.setMean(xs)
	return m.mean * m.scale
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

// newMoments computes all of them.
func newMoments(xs []float64) moments {
	m := newSpread(xs, maxAbs(xs))
	if m.scale == 0 {
		return m
	}
	var s, c float64
	for _, x := range xs {
		e := x/m.scale - m.mean
		s, c = plus(s, c, float64(float64(e*e)*e))
	}
	m.sum3 = s + c
	return m
}

// newSpread leaves out sum3, which a mean and a standard deviation do without.
// largest is maxAbs(xs).
func newSpread(xs []float64, largest float64) moments {
	m := moments{n: len(xs), scale: binaryScale(largest)}
	if m.scale == 0 {
		return m
	}
	m.setMean(xs)
	var left, s, c float64 // left: what rounding the mean left over
	for _, x := range xs {
		e := x/m.scale - m.mean
		left += e
		s, c = plus(s, c, float64(e*e))
	}
	m.sum2 = max(0, s+c-float64(left*left)/float64(m.n))
	return m
}

// setMean is the part of newSpread that a mean needs; all zeros have the mean 0.
func (m *moments) setMean(xs []float64) {
	if m.scale == 0 {
		return
	}
	var s, c float64
	for _, x := range xs {
		s, c = plus(s, c, x/m.scale)
	}
	m.mean = (s + c) / float64(m.n)
}

// sd is the sample standard deviation, with n − 1; it needs n ≥ 2.
func (m moments) sd() float64 { return math.Sqrt(m.sum2/float64(m.n-1)) * m.scale }

// acceleration is the jackknife acceleration of the mean in closed form,
// Σ(x−mean)³ / (6 (Σ(x−mean)²)^1.5); it needs a positive variance.
func (m moments) acceleration() float64 {
	return m.sum3 / (6 * m.sum2 * math.Sqrt(m.sum2))
}

// binaryScale is the power of two at or below the largest magnitude, 0 when
// that is 0. Dividing by it is exact.
func binaryScale(largest float64) float64 {
	if largest == 0 {
		return 0
	}
	_, exp := math.Frexp(largest)
	return math.Ldexp(1, exp-1)
}

// maxAbs is the largest magnitude, NaN if one of xs is.
func maxAbs(xs []float64) float64 {
	var m float64
	for _, x := range xs {
		m = max(m, math.Abs(x))
	}
	return m
}
