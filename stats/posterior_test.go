package stats_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// scipy 1.10.1: the logarithms of prior and likelihood added on a grid of σ, the
// mean integrated by integrate.quad beyond each limit. No closed form enters; the
// grid ends where some 6e-6 of the posterior of one query is left.
func TestPosterior(t *testing.T) {
	for _, c := range []struct {
		name                 string
		d                    []float64
		margin               float64
		prior                stats.Prior
		above, atLeast, more float64 // P(> margin), P(> −margin), P(> 0)
	}{
		{"ten queries", exampleDifferences(), .02, stats.Prior{}, 0.8346248773462568, 0.9935605400402834, 0.9640395651093817},
		{"50 zeros", repeated(50, 0), .02, stats.Prior{}, 2.5231684718853073e-06, 0.9999974768314913, .5},
		{"one query", []float64{.3}, .02, stats.Prior{}, 0.7666999545898183, 0.8181065611533223, 0.7941761042680674},
		{"strong prior", exampleDifferences(), .03, stats.Prior{Queries: 5, SD: .1}, .5, 0.998398931866631, 0.9498737424918121},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := stats.PosteriorOf(diffs(t, c.d), c.margin, .95, c.prior)
			if err != nil {
				t.Fatal(err)
			}
			within(t, "P(> margin)", p.Above, c.above, 5e-6)
			within(t, "P(> -margin)", 1-p.Below, c.atLeast, 5e-6)
			within(t, "P(> 0)", p.Higher, c.more, 5e-6)
			within(t, "sum", p.Above+p.Within+p.Below, 1, 1e-12)
		})
	}
}

func exampleDifferences() []float64 {
	d := make([]float64, len(baseline))
	for i := range d {
		d[i] = candidate[i] - baseline[i]
	}
	return d
}

// With many queries the prior has no weight: credible and t interval are one,
// and P(mean > 0) is the complement of the one-sided p.
func TestPosteriorOfMany(t *testing.T) {
	d := diffs(t, mixtures(t)["ndcg_sym_null"].draw(100_000, newRand(1)))
	p, err := stats.PosteriorOf(d, .02, .95, stats.Prior{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := stats.TTest{Alternative: stats.Greater}.Test(d)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "low", p.Low, r.Interval.Low, 1e-7)
	within(t, "high", p.High, r.Interval.High, 1e-7)
	within(t, "P(> 0)", p.Higher, 1-*r.P, 1e-4)
}

func TestPosteriorEdges(t *testing.T) {
	d := diffs(t, []float64{.1, .2})
	for _, c := range []struct {
		margin, level float64
		prior         stats.Prior
	}{{-1, .95, stats.Prior{}}, {math.NaN(), .95, stats.Prior{}}, {.02, 1, stats.Prior{}}, {.02, .95, stats.Prior{Queries: -1}}, {.02, .95, stats.Prior{SD: math.NaN()}}} {
		if _, err := stats.PosteriorOf(d, c.margin, c.level, c.prior); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := stats.PosteriorOf(stats.Differences{}, .02, .95, stats.Prior{}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no pairs: %v", err)
	}
	huge, err := stats.PosteriorOf(diffs(t, []float64{1e200, 3e200}), .02, .95, stats.Prior{})
	if err != nil || !(huge.Mean > 1e200 && huge.Scale > 0 && huge.High < 1e203) {
		t.Errorf("huge differences: %+v, %v", huge, err)
	}
}

// scipy 1.10.1: norm.cdf((S - S.mean(0)) / S.std(0, ddof=1)).
func TestStandardize(t *testing.T) {
	got, err := stats.Standardize([][]float64{{.2, .5, .9}, {.4, .5, .7}, {.9, .5, .1}, {.3, .5, .2}})
	if err != nil {
		t.Fatal(err)
	}
	for s, row := range [][]float64{
		{0.21067412, .5, 0.86442242},
		{0.43611881, .5, 0.71990792},
		{0.92610081, .5, 0.16578742},
		{0.31474293, .5, 0.23822386},
	} {
		for i, want := range row {
			within(t, fmt.Sprintf("system %d, query %d", s, i), got[s][i], want, 5e-9)
		}
	}
	// Neither the difficulty of a query nor its spread matters.
	other, err := stats.Standardize([][]float64{{2, 3, 9}, {4, 3, 7}, {9, 3, 1}, {3, 3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for s := range got {
		for i := range got[s] {
			within(t, "scaled scores", other[s][i], got[s][i], 1e-14)
		}
	}
	if _, err := stats.Standardize([][]float64{{1}}); !errors.Is(err, stats.ErrTooFewPairs) {
		t.Errorf("one system: %v", err)
	}
	var length *stats.LengthError
	if _, err := stats.Standardize([][]float64{{1, 2}, {1}}); !errors.As(err, &length) {
		t.Errorf("ragged: %v", err)
	}
	if zeros, err := stats.Standardize([][]float64{{0}, {0}}); err != nil || zeros[0][0] != .5 {
		t.Errorf("zeros: %v, %v", zeros, err)
	}
}
