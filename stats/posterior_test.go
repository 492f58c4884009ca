package stats_test

import (
	"errors"
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
