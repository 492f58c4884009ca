package portable

import "math"

// The functions of this file are those of package math, which has them from
// FreeBSD's e_exp.c and s_expm1.c:
//
// ====================================================
// Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved.
//
// Developed at SunPro, a Sun Microsystems, Inc. business.
// Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice
// is preserved.
// ====================================================
//
// Copyright 2009, 2010 The Go Authors. All rights reserved.
// Use of that source code is governed by the BSD-style license beside this file.

const (
	maxExp = 7.09782712893383973096e+02
	minExp = -7.45133219101941108420e+02
)

// Exp is e to the x, within 1 ulp.
func Exp(x float64) float64 {
	const nearZero = 1.0 / (1 << 28)
	switch {
	case math.IsNaN(x):
		return x
	case x > maxExp:
		return math.Inf(1)
	case x < minExp:
		return 0
	case -nearZero < x && x < nearZero:
		return 1 + x
	}
	return expOf(x, 0)
}

// Exp2 is 2 to the x, within 1 ulp, and exact where x is whole.
func Exp2(x float64) float64 {
	const overflow, underflow = 1.0239999999999999e+03, -1.0740e+03
	switch {
	case math.IsNaN(x):
		return x
	case x > overflow:
		return math.Inf(1)
	case x < underflow:
		return 0
	}
	k := math.Round(x)
	t := x - k
	return expReduced(float64(t*ln2Hi), float64(-t*ln2Lo), int(k))
}

// expOf is e to the x + tail, for a tail that is far below x.
func expOf(x, tail float64) float64 {
	half := 0.5
	if x < 0 {
		half = -0.5
	}
	k := int(float64(log2e*x) + half)
	hi := x - float64(float64(k)*ln2Hi)
	lo := float64(float64(k)*ln2Lo) - tail
	return expReduced(hi, lo, k)
}

// expReduced is 2 to the k times e to the hi − lo, for |hi − lo| ≤ ln(2)/2.
func expReduced(hi, lo float64, k int) float64 {
	const (
		p1 = 1.66666666666666657415e-01
		p2 = -2.77777777770155933842e-03
		p3 = 6.61375632143793436117e-05
		p4 = -1.65339022054652515390e-06
		p5 = 4.13813679705723846039e-08
	)
	r := hi - lo
	t := float64(r * r)
	c := r - float64(t*(p1+float64(t*(p2+float64(t*(p3+float64(t*(p4+float64(t*p5)))))))))
	y := 1 - ((lo - float64(r*c)/(2-c)) - hi)
	if -1022 < k && k < 1023 {
		return float64(y * math.Float64frombits(uint64(k+1023)<<52))
	}
	return math.Ldexp(y, k)
}

// Expm1 is e to the x, less 1, within 1 ulp near 0 too.
func Expm1(x float64) float64 {
	const (
		ln2X56    = 3.88162421113569373274e+01
		ln2HalfX3 = 1.03972077083991796413e+00
		ln2Half   = 3.46573590279972654709e-01
		tiny      = 1.0 / (1 << 54)
	)
	size := math.Abs(x)
	switch {
	case math.IsNaN(x) || x > maxExp:
		return x + math.Inf(1)
	case x <= -ln2X56:
		return -1
	case size < tiny:
		return x
	case size <= ln2Half:
		_, e, hxs := expm1Error(x)
		return x - (float64(x*e) - hxs)
	}
	var k int
	var hi, lo float64
	switch {
	case size >= ln2HalfX3:
		k = int(float64(log2e*x) + math.Copysign(0.5, x))
		hi, lo = x-float64(float64(k)*ln2Hi), float64(float64(k)*ln2Lo)
	case x > 0:
		k, hi, lo = 1, x-ln2Hi, ln2Lo
	default:
		k, hi, lo = -1, x+ln2Hi, -ln2Lo
	}
	x = hi - lo
	c := (hi - x) - lo // what rounding took from x
	return expm1Scaled(x, c, k)
}

// expm1Error is the correction e and x²/2 for |x| ≤ ln(2)/2.
func expm1Error(x float64) (r1, e, hxs float64) {
	const (
		q1 = -3.33333333333331316428e-02
		q2 = 1.58730158725481460165e-03
		q3 = -7.93650757867487942473e-05
		q4 = 4.00821782732936239552e-06
		q5 = -2.01099218183624371326e-07
	)
	hfx := float64(0.5 * x)
	hxs = float64(x * hfx)
	r1 = 1 + float64(hxs*(q1+float64(hxs*(q2+float64(hxs*(q3+float64(hxs*(q4+float64(hxs*q5)))))))))
	t := 3 - float64(r1*hfx)
	return r1, float64(hxs * ((r1 - t) / (6 - float64(x*t)))), hxs
}

// expm1Scaled is 2 to the k times e to the x + c, less 1, for k ≠ 0.
func expm1Scaled(x, c float64, k int) float64 {
	_, e, hxs := expm1Error(x)
	e = float64(x*(e-c)) - c
	e -= hxs
	power := math.Float64frombits(uint64(min(k, 1023)+1023) << 52)
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return float64(-2 * (e - (x + 0.5)))
	case k == 1:
		return 1 + float64(2*(x-e))
	case k == 1024:
		return math.Ldexp(1-(e-x), k)
	case k <= -2 || k > 56:
		return float64(power*(1-(e-x))) - 1
	case k < 20:
		return float64(power * ((1 - 1/power) - (e - x)))
	}
	return float64(power * (x - (e + 1/power) + 1))
}
