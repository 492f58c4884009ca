package agreement_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
)

func mustThreshold(t *testing.T, text string) agreement.KappaThreshold {
	t.Helper()
	threshold, err := agreement.ParseKappaThreshold(text)
	if err != nil {
		t.Fatal(err)
	}
	return threshold
}

// seeds/kappa.json says of five pairs of labels whether they pass a gate of > .6;
// one has exactly .6, and one a single label throughout.
func TestKappaGateSeedVectors(t *testing.T) {
	type seedCase struct {
		ID    string
		Given struct {
			A []int `json:"labels_a"`
			B []int `json:"labels_b"`
		}
		Expected struct {
			Kappa  float64
			Passes bool `json:"passes_gate_gt_0.6"`
		}
	}
	threshold := mustThreshold(t, "0.6")
	for _, c := range vectors[seedCase](t, "seeds/kappa.json") {
		table, err := agreement.NewConfusion(c.Given.A, c.Given.B, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := threshold.Judge(table)
		if err != nil {
			t.Fatal(err)
		}
		if got.Passes != c.Expected.Passes || got.Measured != (len(table.Labels) > 1) {
			t.Errorf("%s: %+v, want passes = %t", c.ID, got, c.Expected.Passes)
		}
		within(t, c.ID, got.Kappa, c.Expected.Kappa, 1e-9)
	}
}

// Tables of two labels whose kappa is exactly a/b: x agreements of each kind and y
// disagreements of each kind have kappa (x − y)/(x + y). None exceeds a/b, one
// disagreement fewer does; float64 arithmetic errs on some of them.
func TestKappaGateIsExact(t *testing.T) {
	wrong := 0
	for _, c := range []struct {
		text string
		x, y int // (x − y)/(x + y) is the threshold
	}{{"0.6", 4, 1}, {"0.60", 4, 1}, {".8", 9, 1}, {"0.2", 3, 2}, {"-0.6", 1, 4}, {"0", 1, 1}} {
		threshold := mustThreshold(t, c.text)
		for m := 1; m <= 200; m++ {
			x, y := c.x*m, c.y*m
			table := agreement.Confusion{Labels: []int{0, 1}, Counts: [][]int{{x, y}, {y, x}}, N: 2 * (x + y)}
			got, err := threshold.Judge(table)
			if err != nil || got.Passes {
				t.Fatalf("kappa of exactly %s from %v: %+v, %v", c.text, table.Counts, got, err)
			}
			better := agreement.Confusion{Labels: []int{0, 1}, Counts: [][]int{{x + 1, y - 1}, {y, x}}, N: 2 * (x + y)}
			if got, err := threshold.Judge(better); err != nil || !got.Passes {
				t.Fatalf("kappa above %s from %v: %+v, %v", c.text, better.Counts, got, err)
			}
			if k, err := agreement.CohenKappa(table, agreement.Unweighted, 0.95); err == nil && *k.Value > float64(c.x-c.y)/float64(c.x+c.y) {
				wrong++
			}
		}
	}
	if wrong == 0 {
		t.Error("no table on which float64 errs: the test shows nothing")
	}
}

// Counts whose products pass 64 bits.
func TestKappaGateLarge(t *testing.T) {
	const m = math.MaxInt64 / 16
	table := agreement.Confusion{Labels: []int{0, 1}, Counts: [][]int{{4 * m, m}, {m, 4 * m}}, N: 10 * m}
	if got, err := mustThreshold(t, "0.6").Judge(table); err != nil || got.Passes || got.Kappa != 0.6 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestKappaThresholdRefuses(t *testing.T) {
	for _, text := range []string{"", "a", "1", "-1", "1.5", "3/5", "6e-1", "NaN", "Inf", "0.", ".", "+0.6", " 0.6", "0,6", "0x1p-1"} {
		if _, err := agreement.ParseKappaThreshold(text); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if _, err := mustThreshold(t, "0.6").Judge(agreement.Confusion{}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no items: %v", err)
	}
	if _, err := (agreement.KappaThreshold{}).Judge(agreement.Confusion{N: 1}); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("zero value: %v", err)
	}
}

// Ten pairs of labels whose kappa is exactly .6: in float64 it is .6000000000000001.
func ExampleKappaThreshold_Judge() {
	a := []int{1, 1, 1, 1, 1, 0, 0, 0, 0, 0}
	b := []int{1, 1, 1, 1, 0, 0, 0, 0, 0, 1}
	table, err := agreement.NewConfusion(a, b, []int{0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	threshold, err := agreement.ParseKappaThreshold("0.6")
	if err != nil {
		fmt.Println(err)
		return
	}
	ruling, err := threshold.Judge(table)
	fmt.Println(ruling.Kappa, ruling.Passes, err)
	// Output: 0.6 false <nil>
}
