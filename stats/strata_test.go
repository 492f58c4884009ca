package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// A stratum that does not move points nowhere: even with most of the weight it
// is not against the overall mean.
func TestStratumAtZero(t *testing.T) {
	strata := []stats.Stratum{
		{Name: "still", Weight: 3, Differences: []float64{-0.1, 0.1, 0}},
		{Name: "better", Weight: 1, Differences: []float64{0.2, 0.3, 0.1}},
	}
	s, err := stats.StratifiedMean(strata, 0.95)
	if err != nil || len(s.Warnings) != 0 {
		t.Errorf("warnings %v, %v", s.Warnings, err)
	}
	near(t, "mean", s.Mean, 0.25*0.2, 1e-14)
}

// Half of the weight against the overall sign is enough to be told.
func TestHalfOfTheWeightAgainst(t *testing.T) {
	strata := []stats.Stratum{
		{Name: "worse", Weight: 1, Differences: []float64{-0.1, -0.2, -0.15}},
		{Name: "better", Weight: 1, Differences: []float64{0.8, 0.9, 1}},
	}
	s, err := stats.StratifiedMean(strata, 0.95)
	if err != nil || len(s.Warnings) != 1 || s.Warnings[0].Code != stats.WarnOpposedStrata {
		t.Errorf("warnings %v, %v", s.Warnings, err)
	}
}

// Three clusters: the quantile of t with two degrees of freedom has a closed
// form. The cluster sums of d − mean are worked out here.
func TestClusteredInterval(t *testing.T) {
	d := []float64{0.1, 0.3, -0.2, 0.4, 0.5, 0.1}
	clusters := []string{"a", "a", "b", "b", "c", "c"}
	const mean = 0.2
	se := math.Sqrt(3.0/2*(0.0*0.0+0.2*0.2+0.2*0.2)) / 6
	for _, level := range []float64{0.5, 0.9, 0.95} {
		got, err := stats.ClusteredMean(d, clusters, level)
		if err != nil || got.Interval == nil || got.P == nil {
			t.Fatalf("%+v, %v", got, err)
		}
		half := studentWith2DF((1+level)/2) * se
		near(t, "se", *got.SE, se, 1e-12)
		near(t, "low", got.Interval.Low, mean-half, 1e-12)
		near(t, "high", got.Interval.High, mean+half, 1e-12)
		x := mean / se
		near(t, "p", *got.P, 1-x/math.Sqrt(2+x*x), 1e-12)
	}
}

// Two strata of two queries with the same weight and spread: each mean has the
// variance s²/2 = 0.01, so SE² = (0.01 + 0.01)/4, and Satterthwaite's degrees
// of freedom are (v+v)²/(v²/1 + v²/1) = 2.
func TestStratifiedInterval(t *testing.T) {
	strata := []stats.Stratum{
		{Name: "a", Weight: 2, Differences: []float64{0.1, 0.3}},
		{Name: "b", Weight: 2, Differences: []float64{0.4, 0.6}},
	}
	s, err := stats.StratifiedMean(strata, 0.9)
	if err != nil || s.Interval == nil {
		t.Fatalf("%+v, %v", s, err)
	}
	const mean = (0.2 + 0.5) / 2
	se := math.Sqrt(2 * 0.25 * 0.01)
	half := studentWith2DF(0.95) * se
	nearPtr(t, "df", s.DF, 2, 1e-9)
	nearPtr(t, "se", s.SE, se, 1e-9)
	near(t, "low", s.Interval.Low, mean-half, 1e-9)
	near(t, "high", s.Interval.High, mean+half, 1e-9)
}
