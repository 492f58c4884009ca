package portable

import "math"

// Pow is x to the y for x ≥ 0, within 1 ulp, and exact where the result can
// be; NaN for x < 0, whatever y is.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(x) || math.IsNaN(y) || x < 0:
		return math.NaN()
	case y == 1:
		return x
	case x == 0 || math.IsInf(x, 1) || math.Abs(y) > 1e20: // even (1 − 2⁻⁵³) to that is 0
		if (x < 1) == (y > 0) {
			return 0
		}
		return math.Inf(1)
	}
	hi, lo := logTwice(x)
	p, tail := product(y, hi)
	tail += float64(y * lo)
	switch {
	case p > maxExp+1:
		return math.Inf(1)
	case p < minExp-1:
		return 0
	}
	return expOf(p, tail)
}

// thirdTail is 1/3 less its nearest number, atanhTail the coefficients of
// atanh(s)/s from s⁴ on, 1/5, 1/7, …
const thirdTail = 1.850371707708594e-17

var atanhTail = []float64{1. / 5, 1. / 7, 1. / 9, 1. / 11, 1. / 13, 1. / 15, 1. / 17, 1. / 19, 1. / 21, 1. / 23, 1. / 25, 1. / 27}

// logTwice is ln x with twice the usual digits, hi + lo: 2·atanh(s) with s =
// (m−1)/(m+1) for the mantissa m, and what rounding took from each large term.
func logTwice(x float64) (hi, lo float64) {
	m, exponent := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		exponent--
	}
	f, k := m-1, float64(exponent)
	d := 2 + f
	s := f / d
	p, e := product(s, d)
	sl := ((f - p) - e - float64(s*(f-(d-2)))) / d

	z, zl := product(s, s)
	zl += float64(2 * s * sl)
	tail := poly(z, atanhTail)
	t, tl := sum(1./3, float64(z*tail))
	tl += thirdTail + float64(zl*tail)
	w, wl := product(z, t)
	wl += float64(z*tl) + float64(zl*t)
	q, ql := product(s, w)
	ql += float64(s*wl) + float64(sl*w)

	small, smaller := product(k, ln2Lo)
	hi, e1 := sum(float64(k*ln2Hi), float64(2*s))
	hi, e2 := sum(hi, float64(2*q))
	hi, e3 := sum(hi, small)
	lo = smaller + float64(2*sl) + float64(2*ql) + e3 + e2 + e1
	return hi, lo
}

// sum is x + y, and what rounding took from it: Knuth's, in any order.
func sum(x, y float64) (s, e float64) {
	s = x + y
	v := s - x
	return s, (x - (s - v)) + (y - v)
}

// product is x·y, and what rounding took from it: Dekker (1971),
// doi:10.1007/BF01397083. No operand may be above 1e300.
func product(x, y float64) (p, e float64) {
	p = float64(x * y)
	xh, xl := halves(x)
	yh, yl := halves(y)
	return p, ((float64(xh*yh) - p) + float64(xh*yl) + float64(xl*yh)) + float64(xl*yl)
}

// halves splits the digits of x, so that products of halves are exact.
func halves(x float64) (hi, lo float64) {
	c := float64((1<<27 + 1) * x)
	hi = c - (c - x)
	return hi, x - hi
}
