package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Quantile7 returns the p quantile by linear interpolation between the order statistics, type 7 of Hyndman
// and Fan (1996), doi:10.2307/2684934: the default of R, numpy and spreadsheets. sorted is ascending and
// not empty; p is in [0, 1].
func Quantile7(sorted []float64, p float64) float64 {
	last := len(sorted) - 1
	if last == 0 {
		return sorted[0]
	}
	at := p * float64(last)
	low := min(int(at), last-1)
	// Of two values, where a position is exact: among n it would be at p·n and lose digits.
	return stat.Quantile((1+at-float64(low))/2, stat.LinInterp, sorted[low:low+2], nil)
}

// A Summary describes one sample.
type Summary struct {
	N            int
	Mean, Median float64
	SD           *float64 // sample standard deviation, with n − 1; nil when N < 2
}

// Summarize describes values. It refuses an empty sample and NaN or ±Inf.
func Summarize(values []float64) (Summary, error) { return SummarizeInPlace(slices.Clone(values)) }

// SummarizeInPlace returns Summarize for values that may be put into another order, which finding the
// median does: a table of a hundred measures then needs no copy of each.
func SummarizeInPlace(values []float64) (Summary, error) {
	if len(values) == 0 {
		return Summary{}, ErrNoPairs
	}
	largest := maxAbs(values)
	if math.IsNaN(largest) || math.IsInf(largest, 0) {
		return Summary{}, checkFinite(values)
	}
	m := newSpread(values, largest)
	s := Summary{N: len(values), Mean: m.mean * m.scale, Median: median(values)}
	if s.N >= 2 {
		s.SD = new(m.sd())
	}
	return s, nil
}

// median returns that of R and NumPy without sorting all of x, which it reorders:
// a table of a hundred measures asks for a hundred medians.
func median(x []float64) float64 {
	k := (len(x) - 1) / 2
	low := selected(x, k)
	if len(x)%2 == 1 {
		return low
	}
	// After selecting, everything behind k is at least x[k].
	high := slices.Min(x[k+1:])
	return Quantile7([]float64{low, high}, 0.5) // the midpoint rounded once, as R and NumPy have it
}

// selected reorders x so that x[k] is what sorting would put there, nothing before it is larger and nothing
// behind it smaller, and returns it. Equal values, of which scores have many, are set aside in one pass.
func selected(x []float64, k int) float64 {
	from, to := 0, len(x)
	for {
		pivot := x[from+(to-from)/2]
		less, more := from, to // x[from:less] < pivot, x[more:to] > pivot
		for i := from; i < more; {
			switch {
			case x[i] < pivot:
				x[i], x[less] = x[less], x[i]
				less++
				i++
			case x[i] > pivot:
				more--
				x[i], x[more] = x[more], x[i]
			default:
				i++
			}
		}
		switch {
		case k < less:
			to = less
		case k >= more:
			from = more
		default:
			return pivot
		}
	}
}
