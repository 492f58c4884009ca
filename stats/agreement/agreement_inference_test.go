package agreement_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
)

// studentWith2DF returns the quantile of Student's t with two degrees of freedom,
// whose distribution function is 1/2 + t/(2√(2+t²)).
func studentWith2DF(p float64) float64 { return (2*p - 1) * math.Sqrt(2/(4*p*(1-p))) }

// The p of kappa is that of the normal deviate κ/SE₀, both of statsmodels.
func TestCohenKappaP(t *testing.T) {
	type testCase struct {
		Name     string
		Input    struct{ Rater1, Rater2, Labels []int }
		Expected struct{ Unweighted, Linear, Quadratic kappaValues }
	}
	for _, c := range vectors[testCase](t, "cohen_kappa.json") {
		table, err := agreement.NewConfusion(c.Input.Rater1, c.Input.Rater2, c.Input.Labels)
		if err != nil {
			t.Fatal(err)
		}
		for w, want := range map[agreement.Weighting]kappaValues{
			agreement.Unweighted: c.Expected.Unweighted, agreement.Linear: c.Expected.Linear, agreement.Quadratic: c.Expected.Quadratic,
		} {
			got, err := agreement.CohenKappa(table, w, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			p := math.Erfc(math.Abs(want.Kappa) / want.SENull / math.Sqrt2)
			if got.P == nil {
				t.Errorf("%s %s: p is undefined", c.Name, w)
			} else if math.Abs(*got.P-p) > 1e-8*p {
				t.Errorf("%s %s: p = %g, want %g", c.Name, w, *got.P, p)
			}
		}
	}
}

// Two raters who agree on all of five items: no spread is left, so the exact
// interval of the share of disagreements, 0 of 5, takes its place. Its upper
// end solves (1−x)⁵ = α/2.
func TestCohenKappaWithoutSpread(t *testing.T) {
	labels := []int{0, 1, 0, 1, 1}
	table, err := agreement.NewConfusion(labels, labels, nil)
	if err != nil {
		t.Fatal(err)
	}
	k, err := agreement.CohenKappa(table, agreement.Unweighted, 0.9)
	if err != nil || *k.Value != 1 || k.Disagreement == nil {
		t.Fatalf("%+v, %v", k, err)
	}
	near(t, "most disagreements", k.Disagreement.High, 1-math.Pow(0.05, 0.2), 1e-12)
	if len(k.Warnings) != 1 || k.Warnings[0].Code != stats.WarnAtBoundary {
		t.Errorf("warnings %v", k.Warnings)
	}
}

// Three items with two labels each: {0,0}, {0,1}, {1,1}. Both labels are used
// alike, so chance agreement is 2·½·½ = ½, AC1 = (⅔−½)/½ = ⅓, and the items'
// contributions are ⅔, −4/3, ⅔: SE = √((4+16+4)/9 / (3·2)) = ⅔.
func TestGwetByHand(t *testing.T) {
	panel, err := agreement.NewPanel([][]int{{0, 0}, {0, 1}, {1, 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []float64{0.5, 0.95} {
		g, err := agreement.GwetAC(panel, agreement.Unweighted, level)
		if err != nil {
			t.Fatal(err)
		}
		nearPtr(t, "AC1", g.Value, 1.0/3, 1e-14)
		nearPtr(t, "SE", g.SE, 2.0/3, 1e-14)
		if g.Items != 3 || g.Interval == nil {
			t.Fatalf("%+v", g)
		}
		half := studentWith2DF((1+level)/2) * 2 / 3
		near(t, "low", g.Interval.Low, max(-1, 1.0/3-half), 1e-12)
		near(t, "high", g.Interval.High, min(1, 1.0/3+half), 1e-12)
		if g.Interval.Level != level {
			t.Errorf("level %v, want %v", g.Interval.Level, level)
		}
	}
}

// Items counts those with two labels or more, in each coefficient that takes
// items with fewer.
func TestItemsWithTwoLabels(t *testing.T) {
	panel, err := agreement.NewPanel([][]int{{0, 0}, {0, 1}, {1, agreement.Unrated}, {1, 1}, {agreement.Unrated, agreement.Unrated}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	gwet, err := agreement.GwetAC(panel, agreement.Unweighted, 0.95)
	if err != nil || gwet.Items != 3 {
		t.Errorf("Gwet: %d items, %v; want 3", gwet.Items, err)
	}
	alpha, err := agreement.KrippendorffAlpha(panel, agreement.Nominal)
	if err != nil || alpha.Items != 3 {
		t.Errorf("Krippendorff: %d items, %v; want 3", alpha.Items, err)
	}
}

// Margins of one half: SE² = p_o(1−p_o)/(n(1−p_e)²), here with p_o = 2/8 and
// p_e = 1/2. At 95 % the interval leaves [−1, 1] at the low end, is clipped
// and says so; at 80 % it stays inside. The normal quantiles are from tables.
func TestCohenKappaClipped(t *testing.T) {
	a, b := []int{0, 0, 0, 0, 1, 1, 1, 1}, []int{1, 1, 1, 0, 0, 0, 0, 1}
	table, err := agreement.NewConfusion(a, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	se := math.Sqrt(0.25 * 0.75 / (8 * 0.25))
	for level, z := range map[float64]float64{0.95: 1.959963984540054, 0.8: 1.2815515655446004} {
		k, err := agreement.CohenKappa(table, agreement.Unweighted, level)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "low", k.Interval.Low, max(-1, -0.5-z*se), 1e-12)
		near(t, "high", k.Interval.High, -0.5+z*se, 1e-12)
		if clipped := -0.5-z*se < -1; clipped != (len(k.Warnings) == 1) {
			t.Errorf("level %v: warnings %v", level, k.Warnings)
		}
	}
}
