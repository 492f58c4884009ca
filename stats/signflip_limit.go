package stats

import "math"

// manyFlipped is the number of changed queries above which drawing signs shows nothing
// that their limit does not: 100,000 flips take seconds then, and say p to .0007.
const manyFlipped = 1 << 16

// MostDrawn is the number of pairs above which nothing is drawn by chance: what cannot be counted exactly is
// taken for its limit, with a warning where a few queries rule it.
const MostDrawn = 1 << 20

// flipLimit returns the p that more and more flips come to, for many differences without zeros of which no few rule the
// sum. Flipped sums have the variance Σd² and the excess −2Σd⁴/(Σd²)², by which the deviate is corrected as Cornish and
// Fisher (1938), doi:10.2307/1400905, do. On a lattice they are two units apart, half of which is added. few says that
// a few rule the sum.
func flipLimit(d []float64, unit float64, alt Alternative) (p float64, few bool) {
	scale := binaryScale(maxAbs(d))
	square := sumOf(d, func(x float64) float64 { return float64(x / scale * (x / scale)) })
	fourth := sumOf(d, func(x float64) float64 {
		x = float64(x / scale * (x / scale))
		return float64(x * x)
	})
	effective := square * square / fourth
	few = effective < manyEffective
	observed := sum(d)
	tail := func(observed float64) float64 {
		z := (observed - unit) / scale / math.Sqrt(square)
		return normalSurvival(z + float64((float64(z*z)-3)*z)/(12*effective))
	}
	switch alt {
	case Greater:
		return tail(observed), few
	case Less:
		return tail(-observed), few
	}
	return 2 * tail(math.Abs(observed)), few
}
