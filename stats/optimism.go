package stats

import (
	"fmt"
	"math"
)

// ExpectedMaximum returns the expected largest of k independent standard normal
// values, ∫ z·k·φ(z)·Φ(z)^(k−1) dz: 0 for one, 1.16 for 5, 2.51 for 100, 3.24
// for 1000.
func ExpectedMaximum(k int) float64 {
	if k < 2 {
		return 0
	}
	// The trapezoid rule converges faster than any power for such integrands.
	const step, reach = 1.0 / 64, 12.0
	var total float64
	for z := -reach; z <= reach; z += step {
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		total += float64(z * density * math.Pow(normalCDF(z), float64(k-1)))
	}
	return float64(k) * total * step
}

// ExpectedOptimism returns by how much the best of k configurations without any
// effect is expected to beat the baseline on the n queries it was chosen on:
// sd·E[max of k]/√n, with sd that of the differences. Configurations that
// resemble each other gain less; this is the upper end.
func ExpectedOptimism(sd float64, n, k int) (float64, error) {
	if !(sd >= 0) || math.IsInf(sd, 0) || n < 1 || k < 1 {
		return 0, fmt.Errorf("sd %v, n %d, k %d: %w", sd, n, k, ErrOutOfRange)
	}
	return sd * ExpectedMaximum(k) / math.Sqrt(float64(n)), nil
}
