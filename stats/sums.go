package stats

import "math"

// sum returns the sum, rounded once: the same in any order. Unlike [stat.Mean], which uses the processor's
// vectors, it gives the same bytes everywhere.
func sum(xs []float64) float64 { return sumOf(xs, func(x float64) float64 { return x }) }

// Mean returns that of finite values, at least one.
func Mean(xs []float64) float64 {
	scale := binaryScale(maxAbs(xs))
	if scale == 0 {
		return 0
	}
	return sumOf(xs, func(x float64) float64 { return x / scale }) / float64(len(xs)) * scale
}

// moments are the mean and the central sums of powers, in units of scale, a power of two near the largest magnitude:
// squares neither overflow at 1e200 nor vanish at 1e-200. Each is rounded once, whatever the order of the values.
type moments struct {
	n          int
	scale      float64
	values     []float64
	mean       float64 // in units of scale
	sum2, sum3 float64 // Σ(x−mean)², Σ(x−mean)³, in units of scale
}

func newMoments(xs []float64) moments { return newSpread(xs, maxAbs(xs)).withThird() }

func (m moments) withThird() moments {
	if m.scale != 0 {
		m.sum3 = m.about(3) * float64(m.n)
	}
	return m
}

func (m moments) skewness() float64 { return m.sum3 / m.sum2 / math.Sqrt(m.sum2/float64(m.n)) }

func (m moments) kurtosis() float64 {
	m2 := m.sum2 / float64(m.n)
	return m.about(4) / float64(m2*m2)
}

// about returns the third or the fourth central moment. [stat.MomentAbout] takes
// ten times as long: it raises to any power.
func (m moments) about(power int) float64 {
	return sumOf(m.values, func(x float64) float64 {
		e := x/m.scale - m.mean
		square := float64(e * e)
		if power == 4 {
			e = square
		}
		return float64(e * square)
	}) / float64(m.n)
}

// newSpread leaves out sum3, which a mean and a standard deviation do without. largest is maxAbs(xs).
func newSpread(xs []float64, largest float64) moments {
	m := moments{n: len(xs), scale: binaryScale(largest), values: xs}
	if m.scale == 0 {
		return m
	}
	m.mean = sumOf(xs, func(x float64) float64 { return x / m.scale }) / float64(m.n)
	squares, rest := make(exactSum, 0, 16), make(exactSum, 0, 16)
	for _, x := range xs {
		e := x/m.scale - m.mean
		squares, rest = squares.add(float64(e*e)), rest.add(e)
	}
	off := rest.value() // what rounding the mean left
	m.sum2 = max(0, squares.value()-float64(off*off)/float64(m.n))
	return m
}

// sd returns the sample standard deviation, with n − 1; it needs n ≥ 2.
func (m moments) sd() float64 { return math.Sqrt(m.sum2/float64(m.n-1)) * m.scale }

// acceleration returns the jackknife acceleration of the mean in closed form,
// Σ(x−mean)³ / (6 (Σ(x−mean)²)^1.5); it needs a positive variance.
func (m moments) acceleration() float64 { return m.sum3 / (6 * m.sum2 * math.Sqrt(m.sum2)) }

// binaryScale returns the power of two at or below the largest magnitude, 0 when that is 0. Dividing by it is exact.
func binaryScale(largest float64) float64 {
	if largest == 0 {
		return 0
	}
	_, exp := math.Frexp(largest)
	return math.Ldexp(1, exp-1)
}

// maxAbs returns the largest magnitude, NaN if one of xs is.
func maxAbs(xs []float64) float64 {
	var m float64
	for _, x := range xs {
		m = max(m, math.Abs(x))
	}
	return m
}
