package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// sum returns Neumaier's compensated sum in input order, as exact as one in twice the precision,
// rounded once: Neumaier (1974), doi:10.1002/zamm.19740540106. Unlike [stat.Mean], which uses the
// processor's vectors, it gives the same bytes everywhere.
func sum(xs []float64) float64 {
	var s, c float64 // the total, and what its roundings lost
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

// Mean returns that of finite values, at least one.
func Mean(xs []float64) float64 {
	scale := binaryScale(maxAbs(xs))
	if scale == 0 {
		return 0
	}
	return sum(inUnits(xs, scale)) / float64(len(xs)) * scale
}

// moments are the mean and the central sums of powers, in units of scale, a power of two near the largest
// magnitude: squares neither overflow at 1e200 nor vanish at 1e-200.
type moments struct {
	n          int
	scale      float64
	values     []float64 // in units of scale
	mean       float64   // in units of scale
	sum2, sum3 float64   // Σ(x−mean)², Σ(x−mean)³, in units of scale
}

func newMoments(xs []float64) moments {
	m := newSpread(xs, maxAbs(xs))
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

// about returns the third or the fourth central moment. [stat.MomentAbout] is the same to
// the last digit, and takes ten times as long: it raises to any power.
func (m moments) about(power int) float64 {
	var total float64
	for _, x := range m.values {
		e := x - m.mean
		square := float64(e * e)
		if power == 4 {
			e = square
		}
		total += float64(e * square)
	}
	return total / float64(m.n)
}

// newSpread leaves out sum3, which a mean and a standard deviation do without. largest is maxAbs(xs).
func newSpread(xs []float64, largest float64) moments {
	m := moments{n: len(xs), scale: binaryScale(largest)}
	if m.scale == 0 {
		return m
	}
	m.values = inUnits(xs, m.scale)
	m.mean = sum(m.values) / float64(m.n)
	if m.n > 1 {
		m.sum2 = stat.Variance(m.values, nil) * float64(m.n-1)
	}
	return m
}

func inUnits(xs []float64, scale float64) []float64 {
	scaled := make([]float64, len(xs))
	for i, x := range xs {
		scaled[i] = x / scale
	}
	return scaled
}

// sd returns the sample standard deviation, with n − 1; it needs n ≥ 2.
func (m moments) sd() float64 { return math.Sqrt(m.sum2/float64(m.n-1)) * m.scale }

// acceleration returns the jackknife acceleration of the mean in closed form,
// Σ(x−mean)³ / (6 (Σ(x−mean)²)^1.5); it needs a positive variance.
func (m moments) acceleration() float64 {
	return m.sum3 / (6 * m.sum2 * math.Sqrt(m.sum2))
}

// binaryScale returns the power of two at or below the largest magnitude, 0 when
// that is 0. Dividing by it is exact.
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
