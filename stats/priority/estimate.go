package priority

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/rankduel/rankduel/stats"
)

// An Estimate is the mean difference from the first labels.
type Estimate struct {
	Labels   int
	Mean, DF float64
	Variance float64  // of the mean
	Design   float64  // the part of it that more labels take away
	Full     float64  // what it would be with all labels
	P        *float64 // two-sided, that the mean is 0; nil where it has no variance
	Changed  int      // queries whose difference is not 0
	miss     float64  // mean square of what the model's labels miss a gain by
}

// leastFull is the least part of the variance that all labels would leave.
const leastFull = 0.02

// estimate returns the mean difference from the first b labels, at least as many as there are items
// labelled whatever is drawn. With w the weight of an item, g and m its gain by people and as expected from
// the model's label, and π its probability to be among the labelled, the difference of a query is
//
//	Σ w·m + Σ w·(g − m)/π    the second sum over the labelled items
//
// which is unbiased however wrong m is.
func (s *Sample) estimate(b int) Estimate {
	e, d := Estimate{Labels: b}, make([]float64, s.Queries)
	guesses, tau, n := s.guesses(b), s.threshold(b), float64(s.Queries)
	var squares float64
	for i, item := range s.Items {
		d[item.Query] += item.Weight * guesses[i]
		if i >= b {
			continue
		}
		pi, off := min(1, tau*item.Size), item.Gain-guesses[i]
		d[item.Query] += item.Weight * off / pi
		part := (1 - pi) / (pi * pi) * item.Weight * item.Weight * off * off / (n * n)
		e.Design, squares, e.miss = e.Design+part, squares+part*part, e.miss+off*off/float64(b)
	}
	for _, x := range d {
		if x != 0 {
			e.Changed++
		}
	}
	e.Mean, e.Variance = stat.MeanVariance(d, nil)
	e.Variance, e.DF = e.Variance/n, n-1
	e.Full = max(e.Variance-e.Design, leastFull*e.Variance)
	if s.ThisSet {
		e.Variance, e.Full, e.DF = e.Design, 0, e.Design*e.Design/squares
	}
	if e.Variance > 0 {
		e.P = stats.StudentP(e.Mean/math.Sqrt(e.Variance), e.DF, stats.TwoSided)
	}
	return e
}

// Interval returns that of a level; it has no ends where one query has no variance.
func (e *Estimate) Interval(level float64) stats.Interval {
	half := 0.0
	switch {
	case math.IsNaN(e.Variance):
		half = math.Inf(1)
	case e.Variance > 0:
		half = stats.StudentUpper((1-level)/2, e.DF) * math.Sqrt(e.Variance)
	}
	return stats.Interval{Method: "priority", Level: level, Low: e.Mean - half, High: e.Mean + half}
}

// Forecast returns what half the interval of a level will be after more labels, with
// the model missing as it has so far.
func (s *Sample) Forecast(e Estimate, labels int, level float64) float64 {
	n, design, tau := float64(s.Queries), 0.0, s.expectedThreshold(labels)
	for _, item := range s.Items {
		pi := min(1, tau*item.Size)
		design += (1 - pi) / pi * item.Weight * item.Weight * e.miss / (n * n)
	}
	return upper((1-level)/2) * math.Sqrt(e.Full+design)
}

func (s *Sample) expectedThreshold(labels int) float64 {
	if labels >= len(s.Items) {
		return math.Inf(1)
	}
	low, high := 0.0, 0.0
	for _, item := range s.Items {
		high = max(high, 1/item.Size)
	}
	for range 100 {
		middle, expected := (low+high)/2, 0.0
		for _, item := range s.Items {
			expected += min(1, middle*item.Size)
		}
		if expected < float64(labels) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// upper returns what a standard normal deviate is above with probability p.
func upper(p float64) float64 { return -distuv.UnitNormal.Quantile(p) }

// Bounds returns between which values the mean of these queries is after b labels, where
// no document gains more than top.
func (s *Sample) Bounds(b int, top float64) (low, high float64) {
	n := float64(s.Queries)
	for i, item := range s.Items {
		if i < b {
			low, high = low+item.Weight*item.Gain/n, high+item.Weight*item.Gain/n
			continue
		}
		low, high = low+min(0, item.Weight)*top/n, high+max(0, item.Weight)*top/n
	}
	return low, high
}
