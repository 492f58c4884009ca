package portable

import "math"

// The function of this file is that of gonum's mathext: algorithm AS 241 of
// Wichura (1988), doi:10.2307/2347330.
//
// Copyright ©2017 The Gonum Authors. All rights reserved.
// Copyright (c) 2012 The Probab Authors. All rights reserved.
// Use of that source code is governed by the BSD-style licenses beside this file.

var (
	centerP  = []float64{3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727}
	centerQ  = []float64{1.0, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867, 39307.89580009271061, 28729.085735721942674, 5226.495278852854561}
	tailP    = []float64{1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504, 1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4}
	tailQ    = []float64{1.0, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459, 0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9}
	farTailP = []float64{6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123, 0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7}
	farTailQ = []float64{1.0, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4, 1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15}
)

// NormalQuantile is the z with P(Z < z) = p for a standard normal Z; ±Inf at 0
// and 1, NaN beyond.
func NormalQuantile(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	}
	if d := p - 0.5; math.Abs(d) <= 0.425 {
		z := 0.180625 - float64(d*d)
		return d * poly(z, centerP) / poly(z, centerQ)
	}
	if p < 0.5 {
		return -normalUpper(p)
	}
	return normalUpper(1 - p)
}

// normalUpper is the z with P(Z > z) = p, for small p.
func normalUpper(p float64) float64 {
	r := math.Sqrt(-Log(p))
	if r <= 5 {
		return poly(r-1.6, tailP) / poly(r-1.6, tailQ)
	}
	return poly(r-5, farTailP) / poly(r-5, farTailQ)
}
