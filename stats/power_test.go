package stats_test

import (
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// textbook returns the rule by t, whose power is the upper tail of the noncentral t.
func textbook(alpha, power float64) stats.Rule {
	return stats.Rule{Interval: stats.HeadlineT, Alpha: alpha, Power: power}
}

// allChange returns the spread of differences of which none is 0.
func allChange(sd float64) stats.Spread { return stats.Spread{SD: sd, Low: -sd, High: sd, Changed: 1} }

// mpmath quadrature of the noncentral t; R power.t.test(strict=TRUE) alongside. The rule counts the tail on the side
// of the effect alone, as a one-sided test of half its alpha does; fewer than six pairs never change enough for it.
func TestPowerVectors(t *testing.T) {
	type testCase struct {
		Name  string
		Input struct {
			N                int
			Delta, SD, Alpha float64
			Alternative      string
			Target           float64 `json:"target_power"`
		}
		Expected struct {
			Power float64
			MDE   float64 `json:"mde_for_target"`
			NCeil int     `json:"n_ceiling"`
		}
	}
	for _, c := range vectors[testCase](t, "power.json") {
		t.Run(c.Name, func(t *testing.T) {
			in, want := c.Input, c.Expected
			rule, wrong := textbook(in.Alpha, in.Target), 0.0
			if in.Alternative == "one.sided" {
				rule.Alpha *= 2
			} else {
				critical, lambda := stats.StudentUpper(in.Alpha/2, float64(in.N-1)), in.Delta/in.SD*math.Sqrt(float64(in.N))
				wrong = stats.NoncentralCDF(-critical, float64(in.N-1), lambda)
			}
			s := allChange(in.SD)
			if in.N < stats.MinChanged {
				if power, err := rule.PowerAt(s, in.N, in.Delta); err != nil || power != 0 {
					t.Errorf("power %v, %v", power, err)
				}
				return
			}
			power, err := rule.PowerAt(s, in.N, in.Delta)
			if err != nil {
				t.Fatal(err)
			}
			within(t, "power", power, want.Power-wrong, 1e-8)
			mde, err := rule.Detectable(s, in.N)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "mde", mde, want.MDE, 2e-6)
			n, err := rule.QueriesFor(s, in.Delta)
			if err != nil || n != max(want.NCeil, stats.MinChanged) {
				t.Errorf("n = %d, want %d, %v", n, want.NCeil, err)
			}
		})
	}
}

// The table of minimum detectable effects by standard deviation and n, made
// with R's power.t.test.
func TestMDETable(t *testing.T) {
	for _, row := range []struct {
		sd  float64
		n   int
		mde float64
	}{{0.36, 10, 0.359}, {0.36, 100, 0.102}, {0.36, 1000, 0.032}, {0.14, 50, 0.057}, {0.10, 25, 0.058}, {0.25, 5000, 0.010}} {
		got, err := textbook(0, 0).Detectable(allChange(row.sd), row.n)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "MDE", got, row.mde, 0.0006)
	}
}

func TestPowerEdges(t *testing.T) {
	rule := textbook(0, 0)
	if _, err := rule.QueriesFor(allChange(0.3), 0); !errors.Is(err, stats.ErrUnreachable) {
		t.Errorf("effect 0: %v", err)
	}
	if _, err := rule.QueriesFor(stats.Spread{}, 0.1); !errors.Is(err, stats.ErrZeroVariance) {
		t.Errorf("sd 0: %v", err)
	}
	if _, err := rule.Detectable(allChange(0.3), 1); !errors.Is(err, stats.ErrTooFewPairs) {
		t.Errorf("one pair: %v", err)
	}
	for _, sd := range []float64{-1, math.Inf(1), math.Inf(-1), math.NaN()} {
		if _, err := rule.QueriesFor(allChange(sd), 0.5); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("standard deviation %v: %v", sd, err)
		}
	}
	small, err := rule.QueriesFor(allChange(1), 1e-3) // (1.96+0.8416)²·1e6
	if err != nil {
		t.Fatal(err)
	}
	near(t, "n for a tiny effect", float64(small), 7_848_881, 1e-5)
}
