package stats_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Three systems, three queries: all 27 resamples of the queries are enumerated
// here, tau-b counted from the pairs of systems. The bootstrap's quantiles have
// to be those of the enumeration.
func TestOrderCorrelationAgainstEnumeration(t *testing.T) {
	x := [][]float64{{0.9, 0.2, 0.4}, {0.5, 0.6, 0.1}, {0.1, 0.3, 0.35}}
	y := [][]float64{{0.8, 0.1, 0.9}, {0.7, 0.2, 0.3}, {0.2, 0.6, 0.15}}
	got, err := stats.OrderCorrelation(x, y, stats.Bootstrap{Resamples: 20000, Seed: 1, Level: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	if want := tauB(sums(x, []int{0, 1, 2}), sums(y, []int{0, 1, 2})); math.Abs(*got.Value-want) > 1e-12 {
		t.Errorf("tau = %v, want %v (counted)", *got.Value, want)
	}
	var all []float64
	for i := range 27 {
		rows := []int{i % 3, i / 3 % 3, i / 9}
		all = append(all, tauB(sums(x, rows), sums(y, rows)))
	}
	slices.Sort(all)
	low, high := stats.Quantile7(all, 0.1), stats.Quantile7(all, 0.9)
	if math.Abs(got.Interval.Low-low) > 1e-9 || math.Abs(got.Interval.High-high) > 1e-9 {
		t.Errorf("interval [%v, %v], want [%v, %v] (all 27 resamples)", got.Interval.Low, got.Interval.High, low, high)
	}
}

func sums(scores [][]float64, rows []int) []float64 {
	out := make([]float64, len(scores))
	for s := range scores {
		for _, i := range rows {
			out[s] += scores[s][i]
		}
	}
	return out
}

// tauB by its definition, pair by pair.
func tauB(x, y []float64) float64 {
	var balance, inX, inY float64
	for i := range x {
		for j := i + 1; j < len(x); j++ {
			a, b := compare(x[i], x[j]), compare(y[i], y[j])
			balance += a * b
			inX += a * a
			inY += b * b
		}
	}
	return balance / math.Sqrt(inX*inY)
}

func compare(a, b float64) float64 {
	switch {
	case a-b > 1e-12:
		return 1
	case b-a > 1e-12:
		return -1
	}
	return 0
}

func TestOrderCorrelationOfOneOrder(t *testing.T) {
	x := [][]float64{{0.9, 0.8, 0.7}, {0.5, 0.4, 0.3}, {0.1, 0.1, 0.2}}
	got, err := stats.OrderCorrelation(x, x, stats.Bootstrap{Resamples: 500})
	if err != nil || *got.Value != 1 || got.Interval.Low != 1 || got.Interval.High != 1 {
		t.Errorf("%+v, %v: want tau 1 in every draw", got, err)
	}
}

func TestOrderCorrelationRefuses(t *testing.T) {
	two := [][]float64{{1, 2}, {2, 1}}
	for name, scores := range map[string][2][][]float64{
		"other number of systems": {two, {{1, 2}}},
		"other number of queries": {two, {{1, 2}, {1}}},
		"no system":               {nil, nil},
	} {
		var length *stats.LengthError
		if _, err := stats.OrderCorrelation(scores[0], scores[1], stats.Bootstrap{}); !errors.As(err, &length) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := stats.OrderCorrelation([][]float64{{}, {}}, [][]float64{{}, {}}, stats.Bootstrap{}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no query: %v", err)
	}
	if _, err := stats.OrderCorrelation([][]float64{{1}, {math.NaN()}}, [][]float64{{1}, {2}}, stats.Bootstrap{}); err == nil {
		t.Error("NaN passes")
	}
	tied, err := stats.OrderCorrelation([][]float64{{1, 1}, {1, 1}}, two, stats.Bootstrap{})
	if err != nil || tied.Value != nil || tied.Interval != nil {
		t.Errorf("all systems tied: %+v, %v, want no tau", tied, err)
	}
}
