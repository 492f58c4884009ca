package portable

import "math"

// The functions of this file are those of package math, which has them from
// FreeBSD's e_log.c and s_log1p.c:
//
// ====================================================
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//
// Developed at SunPro, a Sun Microsystems, Inc. business.
// Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice
// is preserved.
// ====================================================
//
// Copyright 2009, 2010 The Go Authors. All rights reserved.
// Use of that source code is governed by the BSD-style license beside this file.

// Log is the natural logarithm, within 1 ulp.
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	f1, exponent := math.Frexp(x)
	if f1 < math.Sqrt2/2 {
		f1 *= 2
		exponent--
	}
	f, k := f1-1, float64(exponent)
	s := f / (2 + f)
	hfsq := float64(0.5 * f * f)
	return float64(k*ln2Hi) - ((hfsq - (float64(s*(hfsq+logTail(float64(s*s)))) + float64(k*ln2Lo))) - f)
}

// logTail is (ln(1+f) − 2s)/s with s² = z, s = f/(2+f), |s| < 0.1716.
func logTail(z float64) float64 {
	const (
		l1 = 6.666666666666735130e-01
		l2 = 3.999999999940941908e-01
		l3 = 2.857142874366239149e-01
		l4 = 2.222219843214978396e-01
		l5 = 1.818357216161805012e-01
		l6 = 1.531383769920937332e-01
		l7 = 1.479819860511658591e-01
	)
	w := float64(z * z)
	odd := float64(z * (l1 + float64(w*(l3+float64(w*(l5+float64(w*l7)))))))
	even := float64(w * (l2 + float64(w*(l4+float64(w*l6)))))
	return odd + even
}

// Log2 is the binary logarithm, exact for powers of two.
func Log2(x float64) float64 {
	frac, exponent := math.Frexp(x)
	if frac == 0.5 {
		return float64(exponent - 1)
	}
	return float64(Log(frac)*(1/math.Ln2)) + float64(exponent)
}

// Log1p is the natural logarithm of 1 + x, within 1 ulp near 0 too.
func Log1p(x float64) float64 {
	const tiny = 1.0 / (1 << 54)
	switch {
	case x < -1 || math.IsNaN(x):
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	case math.Abs(x) < tiny:
		return x
	case math.Sqrt2/2-1 < x && x < math.Sqrt2-1:
		hfsq := float64(0.5 * x * x)
		s := x / (2 + x)
		return x - (hfsq - float64(s*(hfsq+logTail(float64(s*s)))))
	}
	u := 1 + x
	c := (x - (u - 1)) / u // what rounding took from 1 + x
	if x >= 1 {
		c = (1 - (u - x)) / u
	}
	m, exponent := math.Frexp(u)
	if m < math.Sqrt2/2 {
		m *= 2
		exponent--
	}
	f, k := m-1, float64(exponent)
	hfsq := float64(0.5 * f * f)
	s := f / (2 + f)
	return float64(k*ln2Hi) - ((hfsq - (float64(s*(hfsq+logTail(float64(s*s)))) + (float64(k*ln2Lo) + c))) - f)
}
