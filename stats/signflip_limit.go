package stats

import "math"

// manyFlipped is the number of changed queries above which drawing signs shows nothing
// that their limit does not: 100,000 flips take seconds then, and say p to .0007.
const manyFlipped = 1 << 16

// flipLimit returns the p that more and more flips come to, for many differences
// without zeros of which no few rule the sum. Flipped sums have the variance Σd² and the
// excess −2Σd⁴/(Σd²)², by which the deviate is corrected as Cornish and Fisher (1938),
// doi:10.2307/1400905, do. On a lattice they are two units apart, half of which is added.
func flipLimit(d []float64, unit float64, alt Alternative) (p float64, many bool) {
	if len(d) <= manyFlipped {
		return 0, false
	}
	scale := binaryScale(maxAbs(d))
	square := sumOf(d, func(x float64) float64 { return float64(x / scale * (x / scale)) })
	fourth := sumOf(d, func(x float64) float64 {
		x = float64(x / scale * (x / scale))
		return float64(x * x)
	})
	effective := square * square / fourth
	if effective < manyEffective {
		return 0, false
	}
	observed := sum(d)
	tail := func(observed float64) float64 {
		z := (observed - unit) / scale / math.Sqrt(square)
		return normalSurvival(z + float64((float64(z*z)-3)*z)/(12*effective))
	}
	switch alt {
	case Greater:
		return tail(observed), true
	case Less:
		return tail(-observed), true
	}
	return 2 * tail(math.Abs(observed)), true
}
