package stats

import (
	"math"

	"github.com/rankduel/rankduel/internal/portable"
)

// noncentralCDF is P(T ≤ t) for the noncentral t with nu degrees of freedom.
func noncentralCDF(t, nu, lambda float64) float64 {
	switch {
	case lambda == 0:
		return studentSurvival(-t, nu)
	case t < 0:
		return 1 - noncentralCDF(-t, nu, -lambda)
	}
	p := float64(0.5 * portable.Exp(float64(-0.5*float64(lambda*lambda))))
	if p == 0 { // |λ| > 38: Abramowitz and Stegun (1964), 26.7.10
		shrunk := float64(t * (1 - 1/(4*nu)))
		return normalCDF((shrunk - lambda) / math.Sqrt(1+float64(t*t)/(2*nu)))
	}
	return normalCDF(-lambda) + noncentralSeries(t, nu, lambda, p)
}

// noncentralSeries is P(0 < T ≤ t), by the twin series of Lenth (1989),
// Algorithm AS 243, doi:10.2307/2347693; p is exp(−λ²/2)/2.
func noncentralSeries(t, nu, lambda, p float64) float64 {
	const terms, negligible = 1000, 1e-12
	square := float64(lambda * lambda)
	x := t * t / (float64(t*t) + nu)
	a, b := 0.5, float64(nu/2)
	q, rest := float64(math.Sqrt(2/math.Pi)*p*lambda), 0.5-p
	outside := portable.Pow(1-x, b)
	logBeta := portable.Log(math.Sqrt(math.Pi)) + portable.Lgamma(b) - portable.Lgamma(0.5+b)
	odd, even := portable.RegIncBeta(a, b, x), 1-outside
	oddStep := float64(2 * outside * portable.Exp(float64(a*portable.Log(x))-logBeta))
	evenStep := float64(b * x * outside)
	total := float64(p*odd) + float64(q*even)
	for n := 1.0; n <= terms; n++ {
		a++
		odd -= oddStep
		even -= evenStep
		oddStep = float64(oddStep * (x * (a + b - 1) / a))
		evenStep = float64(evenStep * (x * (a + b - 0.5) / (a + 0.5)))
		p = float64(p * (square / (2 * n)))
		q = float64(q * (square / (float64(2*n) + 1)))
		rest -= p
		total += float64(p*odd) + float64(q*even)
		if math.Abs(2*rest*(odd-oddStep)) < negligible || rest < 0 {
			break
		}
	}
	return total
}
