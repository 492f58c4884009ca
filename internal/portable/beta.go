package portable

import "math"

// The functions of this file are those of gonum's mathext, which has them from
// the Cephes Math Library, Release 2.3, March 1995,
// Copyright 1984, 1995 by Stephen L. Moshier.
//
// Copyright ©2016 The Gonum Authors. All rights reserved.
// Use of that source code is governed by the BSD-style license beside this file.

const (
	epsilon = 0x1p-53 // half the distance from 1 to the next number
	maxLog  = 7.09782712893383996732e2
	minLog  = -7.451332191019412076235e2
	maxGam  = 171.624376956302725 // Γ overflows beyond
)

// RegIncBeta is the regularized incomplete beta function
//
//	I(a, b, x) = Γ(a+b)/(Γ(a)Γ(b)) · ∫₀ˣ u^(a−1) (1−u)^(b−1) du
//
// for a, b > 0 and x in [0, 1]; NaN elsewhere.
func RegIncBeta(a, b, x float64) float64 {
	switch {
	case !(a > 0 && b > 0 && x >= 0 && x <= 1):
		return math.NaN()
	case x == 0 || x == 1:
		return x
	case b*x <= 1 && x <= 0.95:
		return betaSeries(a, b, x)
	case x <= a/(a+b):
		return betaFraction(a, b, x, 1-x)
	}
	// Beyond the mean the other tail is the small one.
	var other float64
	if y := 1 - x; a*y <= 1 && y <= 0.95 {
		other = betaSeries(b, a, y)
	} else {
		other = betaFraction(b, a, y, x)
	}
	if other <= epsilon {
		return 1 - epsilon
	}
	return 1 - other
}

// betaFraction is I(a, b, x) for xc = 1 − x by the one of two continued
// fractions that converges faster.
func betaFraction(a, b, x, xc float64) float64 {
	var w float64
	if float64(x*(a+b-2))-(a-1) < 0 {
		w = fraction(a, x, a+b, 1, b-1)
	} else {
		w = fraction(a, x/(1-x), b-1, -1, a+b) / xc
	}
	y, t := float64(a*Log(x)), float64(b*Log(xc))
	if a+b < maxGam && math.Abs(y) < maxLog && math.Abs(t) < maxLog {
		return Pow(xc, b) * Pow(x, a) / a * w / Exp(logBeta(a, b))
	}
	return expOrZero(y + (t - logBeta(a, b)) + Log(w/a))
}

// fraction is the continued fraction of the incomplete beta function in z,
// whose coefficients are
//
//	−z(a+n)(up+step·n)/((a+2n)(a+2n+1)) and z(n+1)(down−step·n)/((a+2n+1)(a+2n+2)).
func fraction(a, z, up, step, down float64) float64 {
	const big, threshold = 1 << 52, 3 * epsilon
	var p2, q2, p1, q1 float64 = 0, 1, 1, 1 // the last two numerators and denominators
	ratio := 1.0
	advance := func(x float64) {
		p1, p2 = p1+float64(p2*x), p1
		q1, q2 = q1+float64(q2*x), q1
	}
	scale := func(s float64) { p1, p2, q1, q2 = float64(p1*s), float64(p2*s), float64(q1*s), float64(q2*s) }
	for n := 0.0; n <= 300; n++ {
		even := a + float64(2*n)
		advance(-(z * (a + n) * (up + float64(step*n))) / (even * (even + 1)))
		advance((z * (n + 1) * (down - float64(step*n))) / ((even + 1) * (even + 2)))
		change := 1.0
		if q1 != 0 && p1 != 0 {
			r := p1 / q1
			change = math.Abs((ratio - r) / r)
			ratio = r
		}
		if change < threshold {
			break
		}
		if math.Abs(q1)+math.Abs(p1) > big {
			scale(1. / big)
		}
		if math.Abs(q1) < 1./big || math.Abs(p1) < 1./big {
			scale(big)
		}
	}
	return ratio
}

// betaSeries is I(a, b, x) by its power series, for small b·x.
func betaSeries(a, b, x float64) float64 {
	first := float64((1 - b) * x)
	term, v, s := first, first/(a+1), 0.0
	for n := 2.0; math.Abs(v) > epsilon/a; n++ {
		term = float64(term * ((n - b) * x / n))
		v = term / (a + n)
		s += v
	}
	s += first / (a + 1)
	s += 1 / a
	if u := float64(a * Log(x)); a+b >= maxGam || math.Abs(u) >= maxLog {
		return expOrZero(u - logBeta(a, b) + Log(s))
	}
	return float64(s / Exp(logBeta(a, b)) * Pow(x, a))
}

func expOrZero(x float64) float64 {
	if x < minLog {
		return 0
	}
	return Exp(x)
}

func logBeta(a, b float64) float64 { return Lgamma(a) + Lgamma(b) - Lgamma(a+b) }
