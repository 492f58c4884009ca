package agreement_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
)

type kappaValues struct {
	Kappa, SE float64
	SENull    float64 `json:"se_null"`
	CI95      [2]float64
}

// statsmodels cohens_kappa; R vcd and psych, scikit-learn alongside.
func TestCohenKappaVectors(t *testing.T) {
	type testCase struct {
		Name     string
		Input    struct{ Rater1, Rater2, Labels []int }
		Expected struct {
			Table                         [][]int
			Observed                      float64 `json:"observed_agreement"`
			Unweighted, Linear, Quadratic kappaValues
		}
	}
	for _, c := range vectors[testCase](t, "cohen_kappa.json") {
		t.Run(c.Name, func(t *testing.T) {
			table, err := agreement.NewConfusion(c.Input.Rater1, c.Input.Rater2, c.Input.Labels)
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range c.Expected.Table {
				for j, count := range row {
					if table.Counts[i][j] != count {
						t.Errorf("count[%d][%d] = %d, want %d", i, j, table.Counts[i][j], count)
					}
				}
			}
			for w, want := range map[agreement.Weighting]kappaValues{
				agreement.Unweighted: c.Expected.Unweighted, agreement.Linear: c.Expected.Linear, agreement.Quadratic: c.Expected.Quadratic,
			} {
				got, err := agreement.CohenKappa(table, w, 0.95)
				if err != nil {
					t.Fatal(err)
				}
				near(t, "observed", got.Observed, c.Expected.Observed, 1e-15)
				nearPtr(t, "kappa "+string(w), got.Value, want.Kappa, 1e-10)
				within(t, "se "+string(w), *got.SE, want.SE, max(1e-9*want.SE, 1e-15))
				near(t, "se under the null "+string(w), *got.SENull, want.SENull, 1e-9)
				near(t, "low "+string(w), got.Interval.Low, want.CI95[0], 1e-9)
				near(t, "high "+string(w), got.Interval.High, min(1, want.CI95[1]), 1e-9) // clipped
				if (want.SE == 0) != (got.Disagreement != nil) {
					t.Errorf("disagreement interval: %+v", got.Disagreement)
				}
			}
		})
	}
}

// Two raters who use one label: the originals say 1 by convention, we say
// undefined with full agreement.
func TestKappaSeedVectors(t *testing.T) {
	type seedCase struct {
		ID    string
		Given struct {
			A []int `json:"labels_a"`
			B []int `json:"labels_b"`
		}
		Expected struct{ Kappa float64 }
	}
	for _, c := range vectors[seedCase](t, "seeds/kappa.json") {
		table, err := agreement.NewConfusion(c.Given.A, c.Given.B, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := agreement.CohenKappa(table, agreement.Unweighted, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Labels) == 1 {
			if got.Value != nil || got.Observed != c.Expected.Kappa || got.Warnings[0].Code != stats.WarnUndefined {
				t.Errorf("%s: %+v", c.ID, got)
			}
			continue
		}
		nearPtr(t, c.ID, got.Value, c.Expected.Kappa, 1e-9)
	}
}

// Grades 1 and 3 are two apart, also when no one used 2: scikit-learn goes by
// position and gives another kappa with and without the unused grade.
func TestWeightsGoByValue(t *testing.T) {
	a, b := []int{0, 1, 3, 3, 0, 1, 1, 3}, []int{0, 1, 1, 3, 1, 1, 0, 3}
	gaps, errGaps := agreement.NewConfusion(a, b, nil)
	full, errFull := agreement.NewConfusion(a, b, []int{0, 1, 2, 3})
	if errGaps != nil || errFull != nil {
		t.Fatal(errGaps, errFull)
	}
	x, _ := agreement.CohenKappa(gaps, agreement.Quadratic, 0.95)
	y, _ := agreement.CohenKappa(full, agreement.Quadratic, 0.95)
	near(t, "kappa", *x.Value, *y.Value, 1e-15)
}

func TestConfusionRefuses(t *testing.T) {
	if _, err := agreement.NewConfusion(nil, nil, nil); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("empty: %v", err)
	}
	if _, err := agreement.NewConfusion([]int{5}, []int{1}, []int{0, 1}); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("off the scale: %v", err)
	}
	if _, err := agreement.NewConfusion([]int{1}, []int{1, 2}, nil); err == nil {
		t.Error("lengths: no error")
	}
}

// statsmodels fleiss_kappa, the Python package krippendorff, R irrCAC (5
// digits).
func TestMultiRaterVectors(t *testing.T) {
	type testCase struct {
		Name     string
		Input    struct{ Ratings [][]*int }
		Expected struct {
			Nominal  float64  `json:"krippendorff_alpha_nominal"`
			Ordinal  float64  `json:"krippendorff_alpha_ordinal"`
			Interval float64  `json:"krippendorff_alpha_interval"`
			Fleiss   *float64 `json:"fleiss_kappa"`
			FleissSE float64  `json:"fleiss_se_null"`
		}
		References struct{ R map[string]json.RawMessage }
	}
	for _, c := range vectors[testCase](t, "multi_rater.json") {
		t.Run(c.Name, func(t *testing.T) {
			ratings := make([][]int, len(c.Input.Ratings))
			for i, row := range c.Input.Ratings {
				for _, x := range row {
					label := agreement.Unrated
					if x != nil {
						label = *x
					}
					ratings[i] = append(ratings[i], label)
				}
			}
			panel, err := agreement.NewPanel(ratings, nil)
			if err != nil {
				t.Fatal(err)
			}
			for scale, want := range map[agreement.Scale]float64{
				agreement.Nominal: c.Expected.Nominal, agreement.Ordinal: c.Expected.Ordinal, agreement.IntervalScale: c.Expected.Interval,
			} {
				got, err := agreement.KrippendorffAlpha(panel, scale)
				if err != nil {
					t.Fatal(err)
				}
				nearPtr(t, "alpha "+string(scale), got.Value, want, 1e-10)
			}
			fleiss, err := agreement.FleissKappa(panel)
			if c.Expected.Fleiss == nil {
				if err == nil {
					t.Error("Fleiss kappa of unequal numbers of labels: no error")
				}
			} else {
				nearPtr(t, "Fleiss", fleiss.Value, *c.Expected.Fleiss, 1e-10)
				nearPtr(t, "Fleiss se", fleiss.SE, c.Expected.FleissSE, 1e-10)
			}
			for w, key := range map[agreement.Weighting]string{agreement.Unweighted: "unweighted", agreement.Quadratic: "quadratic"} {
				got, err := agreement.GwetAC(panel, w, 0.95)
				if err != nil {
					t.Fatal(err)
				}
				var value, se float64
				if err := errors.Join(json.Unmarshal(c.References.R["irrCAC_gwet_"+key], &value), json.Unmarshal(c.References.R["irrCAC_gwet_se_"+key], &se)); err != nil {
					t.Fatal(err)
				}
				within(t, "Gwet "+key, *got.Value, value, 6e-6)
				within(t, "Gwet se "+key, *got.SE, se, 6e-6)
			}
		})
	}
}

func TestMultiRaterUndefined(t *testing.T) {
	same, err := agreement.NewPanel([][]int{{1, 1}, {1, 1}}, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func() (agreement.Agreement, error){
		"Fleiss":       func() (agreement.Agreement, error) { return agreement.FleissKappa(same) },
		"Krippendorff": func() (agreement.Agreement, error) { return agreement.KrippendorffAlpha(same, agreement.Nominal) },
	} {
		if got, err := f(); err != nil || got.Value != nil || len(got.Warnings) != 1 {
			t.Errorf("%s of one label: %+v, %v", name, got, err)
		}
	}
	if got, err := agreement.GwetAC(same, agreement.Unweighted, 0.95); err != nil || got.Value == nil || *got.Value != 1 {
		t.Errorf("Gwet of one used label: %+v, %v", got, err)
	}
	alone, _ := agreement.NewPanel([][]int{{1, agreement.Unrated}}, []int{0, 1})
	if _, err := agreement.KrippendorffAlpha(alone, agreement.Nominal); !errors.Is(err, stats.ErrTooFewPairs) {
		t.Errorf("single labels: %v", err)
	}
}

// The defining sum over 2000 depths, the rankings going on in agreement.
func TestRankBiasedOverlap(t *testing.T) {
	direct := func(a, b []string, p float64) float64 {
		var total, agreement float64
		for d := 1; d <= 2000; d++ {
			if d <= len(a) {
				shared := 0.0
				for _, x := range b[:d] {
					if slices.Contains(a[:d], x) {
						shared++
					}
				}
				agreement = shared / float64(d)
			}
			total += (1 - p) * math.Pow(p, float64(d-1)) * agreement
		}
		return total
	}
	a, b := []string{"a", "b", "c", "d", "e"}, []string{"b", "a", "x", "e", "y"}
	for _, p := range []float64{0.5, 0.9} {
		near(t, "overlap", agreement.RankBiasedOverlap(a, b, p), direct(a, b, p), 1e-12)
	}
	for _, c := range []struct {
		a, b []string
		want float64
	}{{a, a, 1}, {a, a[:3], 1}, {a[:3], a, 1}, {a, []string{"v", "w"}, 0}, {a, nil, 0}, {nil, a, 0}, {nil, nil, 1}} {
		near(t, "overlap", agreement.RankBiasedOverlap(c.a, c.b, 0.9), c.want, 1e-12)
	}
}
