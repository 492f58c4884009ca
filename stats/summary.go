package stats

import (
	"math"
	"slices"
)

// Quantile7 is the p quantile by linear interpolation between the order
// statistics, type 7 of Hyndman and Fan (1996), doi:10.2307/2684934: the
// default of R, numpy and spreadsheets. sorted is ascending and not empty; p
// is in [0, 1].
func Quantile7(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := min(max(int(math.Floor(at)), 0), len(sorted)-1)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + float64((at-float64(i))*(sorted[i+1]-sorted[i]))
}

// A Summary describes one sample.
type Summary struct {
	N            int
	Mean, Median float64
	SD           *float64 // sample standard deviation, with n − 1; nil when N < 2
}

// Summarize describes values. It refuses an empty sample and NaN or ±Inf.
func Summarize(values []float64) (Summary, error) {
	if len(values) == 0 {
		return Summary{}, ErrNoPairs
	}
	if err := checkFinite(values); err != nil {
		return Summary{}, err
	}
	m := newMoments(values)
	sorted := slices.Sorted(slices.Values(values))
	s := Summary{N: len(values), Mean: m.mean * m.scale, Median: Quantile7(sorted, 0.5)}
	if s.N >= 2 {
		sd := m.sd()
		s.SD = &sd
	}
	return s, nil
}
