package stats_test

import (
	"errors"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Σ 1/j² = π²/6: the levels sum to alpha.
func TestSpendAlpha(t *testing.T) {
	var spent float64
	const decisions = 100_000
	for j := 1; j <= decisions; j++ {
		alpha, err := stats.SpendAlpha(0.05, j)
		if err != nil {
			t.Fatal(err)
		}
		spent += alpha
	}
	within(t, "spent", spent, 0.05, 0.05/decisions)
	if _, err := stats.SpendAlpha(0.05, 0); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("decision 0: %v", err)
	}
}

// Mean .25 with standard deviation .5 of 4: the standard error is .25.
func TestLadderReleases(t *testing.T) {
	for name, c := range map[string]struct {
		d    []float64
		want bool
	}{
		"at one standard error": {[]float64{0, 0, 0, 1}, false},
		"above":                 {[]float64{0, 0, 0.5, 1}, true},
		"no change":             {[]float64{0, 0, 0}, false},
		"all the same gain":     {[]float64{0.1, 0.1}, true},
		"one query":             {[]float64{0.5}, false},
	} {
		d, err := stats.DifferencesOf(c.d)
		if err != nil {
			t.Fatal(err)
		}
		if got := stats.LadderReleases(d); got != c.want {
			t.Errorf("%s: released = %v", name, got)
		}
	}
}

// Simpson's paradox by hand: both strata gain .1, the hard one grows from a
// quarter to three quarters. before .25·.2+.75·.8 = .65, after .75·.3+.25·.9 =
// .45; within .1, mix .5·.25 − .5·.85 = −.3.
func TestCompareMix(t *testing.T) {
	before := []stats.Stratum{{Name: "hard", Weight: 1, Differences: []float64{0.1, 0.3}}, {Name: "easy", Weight: 3, Differences: []float64{0.8}}}
	after := []stats.Stratum{{Name: "easy", Weight: 1, Differences: []float64{0.9}}, {Name: "hard", Weight: 3, Differences: []float64{0.3}}}
	m, err := stats.CompareMix(before, after)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "before", m.Before, 0.65, 1e-14)
	near(t, "after", m.After, 0.45, 1e-14)
	near(t, "within", m.Within, 0.1, 1e-14)
	near(t, "mix", m.Mix, -0.3, 1e-14)

	// A stratum that is new is all mix.
	m, err = stats.CompareMix(before[1:], after)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "within + mix", m.Within+m.Mix, m.After-m.Before, 1e-14)
	near(t, "within", m.Within, 0.0625, 1e-14) // (1 + .25)/2 · .1
	if _, err := stats.CompareMix(append(before, before[0]), after); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("twice: %v", err)
	}
}
