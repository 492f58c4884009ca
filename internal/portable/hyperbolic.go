package portable

import "math"

// Tanh is the hyperbolic tangent.
func Tanh(x float64) float64 {
	t := Expm1(float64(-2 * math.Abs(x)))
	return math.Copysign(-t/(t+2), x)
}

// Atanh is the inverse of Tanh, for |x| ≤ 1.
func Atanh(x float64) float64 {
	size := math.Abs(x)
	return math.Copysign(float64(0.5*Log1p(2*size/(1-size))), x)
}
