package portable

// The function of this file is that of package math, which has it from the
// Cephes Math Library, Release 2.8, June 2000,
// Copyright 1984, 1987, 1989, 1992, 2000 by Stephen L. Moshier.
//
// Copyright 2011 The Go Authors. All rights reserved.
// Use of that source code is governed by the BSD-style license beside this file.

var (
	sinTail = []float64{-1.66666666666666307295e-1, 8.33333333332211858878e-3, -1.98412698295895385996e-4, 2.75573136213857245213e-6, -2.50507477628578072866e-8, 1.58962301576546568060e-10}
	cosTail = []float64{4.16666666666665929218e-2, -1.38888888888730564116e-3, 2.48015872888517045348e-5, -2.75573141792967388112e-7, 2.08757008419747316778e-9, -1.13585365213876817300e-11}
)

// sinCos is sine and cosine for 0 ≤ x ≤ π/4, within 1 ulp.
func sinCos(x float64) (sin, cos float64) {
	z := float64(x * x)
	sin = x + float64(float64(x*z)*poly(z, sinTail))
	half := float64(0.5 * z)
	most := 1 - half
	cos = most + ((1 - most - half) + float64(float64(z*z)*poly(z, cosTail)))
	return sin, cos
}
