package stats_test

import (
	"errors"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// mpmath quadrature of the noncentral t; R power.t.test(strict=TRUE) alongside.
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
			N     float64 `json:"n_for_target"`
			NCeil int     `json:"n_ceiling"`
		}
	}
	for _, c := range vectors[testCase](t, "power.json") {
		t.Run(c.Name, func(t *testing.T) {
			in, want := c.Input, c.Expected
			design := stats.Design{Alpha: in.Alpha, Power: in.Target, OneSided: in.Alternative == "one.sided"}
			within(t, "power", stats.AchievedPower(design, float64(in.N), in.Delta/in.SD), want.Power, 1e-8)
			mde, err := design.MDE(in.N, in.SD)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "mde", mde, want.MDE, 1e-6)
			n, err := stats.RequiredNReal(design, in.SD, in.Delta)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "n", n, want.N, 1e-6)
			whole, err := design.RequiredN(in.SD, in.Delta)
			if err != nil || whole != want.NCeil {
				t.Errorf("n = %d, want %d, %v", whole, want.NCeil, err)
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
		got, err := stats.Design{}.MDE(row.n, row.sd)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "MDE", got, row.mde, 0.0006)
	}
}

func TestPowerEdges(t *testing.T) {
	if _, err := (stats.Design{}).RequiredN(0.3, 0); !errors.Is(err, stats.ErrUnreachable) {
		t.Errorf("effect 0: %v", err)
	}
	if n, err := (stats.Design{}).RequiredN(1, 5); err != nil || n != 3 { // R: 2.49
		t.Errorf("effect 5: %d, %v", n, err)
	}
	if _, err := (stats.Design{}).RequiredN(0, 0.1); !errors.Is(err, stats.ErrZeroVariance) {
		t.Errorf("sd 0: %v", err)
	}
	if _, err := (stats.Design{}).MDE(1, 0.3); !errors.Is(err, stats.ErrTooFewPairs) {
		t.Errorf("one pair: %v", err)
	}
	if _, err := (stats.Design{Alpha: 2}).MDE(10, 0.3); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("alpha 2: %v", err)
	}
	small, err := stats.Design{}.RequiredN(1, 1e-4) // (1.96+0.8416)²·1e8
	if err != nil {
		t.Fatal(err)
	}
	near(t, "n for a tiny effect", float64(small), 784_887_973, 1e-5)
}
