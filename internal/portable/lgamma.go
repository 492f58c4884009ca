package portable

import "math"

// The function of this file is that of package math, which has it from
// FreeBSD's e_lgamma_r.c:
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
// Copyright 2010 The Go Authors. All rights reserved.
// Use of that source code is governed by the BSD-style license beside this file.

// Coefficients below 2, about its minimum and about 1; of 2 to 3; and from 8 on.
var (
	belowEven = []float64{7.72156649015328655494e-02, 6.73523010531292681824e-02, 7.38555086081402883957e-03, 1.19270763183362067845e-03, 2.20862790713908385557e-04, 2.52144565451257326939e-05}
	belowOdd  = []float64{3.22467033424113591611e-01, 2.05808084325167332806e-02, 2.89051383673415629091e-03, 5.10069792153511336608e-04, 1.08011567247583939954e-04, 4.48640949618915160150e-05}
	least0    = []float64{4.83836122723810047042e-01, -3.27885410759859649565e-02, 6.10053870246291332635e-03, -1.40346469989232843813e-03, 3.15632070903625950361e-04}
	least1    = []float64{-1.47587722994593911752e-01, 1.79706750811820387126e-02, -3.68452016781138256760e-03, 8.81081882437654011382e-04, -3.12754168375120860518e-04}
	least2    = []float64{6.46249402391333854778e-02, -1.03142241298341437450e-02, 2.25964780900612472250e-03, -5.38595305356740546715e-04, 3.35529192635519073543e-04}
	aboveP    = []float64{-7.72156649015328655494e-02, 6.32827064025093366517e-01, 1.45492250137234768737e+00, 9.77717527963372745603e-01, 2.28963728064692451092e-01, 1.33810918536787660377e-02}
	aboveQ    = []float64{1.0, 2.45597793713041134822e+00, 2.12848976379893395361e+00, 7.69285150456672783825e-01, 1.04222645593369134254e-01, 3.21709242282423911810e-03}
	twoP      = []float64{-7.72156649015328655494e-02, 2.14982415960608852501e-01, 3.25778796408930981787e-01, 1.46350472652464452805e-01, 2.66422703033638609560e-02, 1.84028451407337715652e-03, 3.19475326584100867617e-05}
	twoQ      = []float64{1.0, 1.39200533467621045958e+00, 7.21935547567138069525e-01, 1.71933865632803078993e-01, 1.86459191715652901344e-02, 7.77942496381893596434e-04, 7.32668430744625636189e-06}
	stirling  = []float64{8.33333333333329678849e-02, -2.77777777728775536470e-03, 7.93650558643019558500e-04, -5.95187557450339963135e-04, 8.36339918996282139126e-04, -1.63092934096575273989e-03}
)

const stirlingFirst = 4.18938533204672725052e-01

// Lgamma is the natural logarithm of the gamma function for x ≥ 0; NaN below.
func Lgamma(x float64) float64 {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN()
	case math.IsInf(x, 1) || x == 0:
		return math.Inf(1)
	case x == 1 || x == 2:
		return 0
	case x < 0x1p-70:
		return -Log(x)
	case x <= 0.9:
		return -Log(x) + lgammaFrom1(1+x, x)
	case x < 2:
		return lgammaFrom1(x, x-1)
	case x < 8:
		return lgammaFrom2(x)
	case x < 1<<58:
		z := 1 / x
		w := stirlingFirst + float64(z*poly(float64(z*z), stirling))
		return float64((x-0.5)*(Log(x)-1)) + w
	}
	return float64(x * (Log(x) - 1))
}

// lgammaFrom1 is Lgamma of 1 + above, which is near x, between 1 and 2 (or a
// tenth below).
func lgammaFrom1(x, above float64) float64 {
	const (
		least     = 1.46163214496836224576e+00 // where Lgamma is smallest
		value     = -1.21486290535849611461e-01
		valueTail = -3.63867699703950536541e-18
	)
	switch {
	case x >= least+0.27:
		y := 1 - above
		z := float64(y * y)
		p := float64(y*poly(z, belowEven)) + float64(z*poly(z, belowOdd))
		return p - float64(0.5*y)
	case x >= least-0.23: // not 0.27 as in package math, which is off by 3e-12 between
		y := above - (least - 1)
		z := float64(y * y)
		w := float64(z * y)
		p := float64(z*poly(w, least0)) - (valueTail - float64(w*(poly(w, least1)+float64(y*poly(w, least2)))))
		return value + p
	}
	return float64(-0.5*above) + float64(above*poly(above, aboveP))/poly(above, aboveQ)
}

// lgammaFrom2 is Lgamma between 2 and 8, where x·Γ(x) = Γ(x+1) leads to 2 … 3.
func lgammaFrom2(x float64) float64 {
	whole := math.Floor(x)
	y := x - whole
	base := float64(0.5*y) + float64(y*poly(y, twoP))/poly(y, twoQ)
	z := 1.0
	for i := whole - 1; i >= 2; i-- {
		z = float64(z * (y + i))
	}
	if z == 1 {
		return base
	}
	return base + Log(z)
}
