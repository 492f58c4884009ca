package compare_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
)

var nan = math.NaN()

// The bounds of every setting, from both sides, as their texts state them. The
// zero value of a setting is its default and never a fault.
func TestSettingsAtTheirBounds(t *testing.T) {
	inf := math.Inf(1)
	share := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		name string
		s    compare.Settings
		key  string // empty: allowed
	}{
		{"all left open", compare.Settings{}, ""},
		{"alpha below a half", compare.Settings{Alpha: .4999}, ""},
		{"alpha a half", compare.Settings{Alpha: .5}, "alpha"},
		{"alpha below 0", compare.Settings{Alpha: -.05}, "alpha"},
		{"alpha no number", compare.Settings{Alpha: nan}, "alpha"},
		{"the smallest margin", compare.Settings{Margin: math.SmallestNonzeroFloat64}, ""},
		{"the largest margin", compare.Settings{Margin: math.MaxFloat64}, ""},
		{"an infinite margin", compare.Settings{Margin: inf}, "margin"},
		{"margin below 0", compare.Settings{Margin: -.02}, "margin"},
		{"100 resamples", compare.Settings{Resamples: 100}, ""},
		{"99 resamples", compare.Settings{Resamples: 99}, "resamples"},
		{"most resamples", compare.Settings{Resamples: compare.MaxResamples}, ""},
		{"one more", compare.Settings{Resamples: compare.MaxResamples + 1}, "resamples"},
		{"randomization", compare.Settings{Test: compare.TestRandomization}, ""},
		{"no test that may decide", compare.Settings{Test: "wilcoxon"}, "test"},
		{"interval", compare.Settings{Interval: compare.IntervalBCa}, ""},
		{"no interval", compare.Settings{Interval: "wald"}, "interval"},
		{"maxt", compare.Settings{Correction: compare.CorrectionMaxT}, ""},
		{"no correction", compare.Settings{Correction: "sidakk"}, "correction"},
		{"family", compare.Settings{Family: compare.FamilyComparison}, ""},
		{"no family", compare.Settings{Family: "all"}, "family"},
		{"equivalence", compare.Settings{Equivalence: compare.EquivalenceObserved}, ""},
		{"no equivalence", compare.Settings{Equivalence: "hoped"}, "equivalence"},
		{"a range", compare.Settings{Ranges: map[string]float64{"mine": math.MaxFloat64, "": 1}}, ""},
		{"a range of 0", compare.Settings{Ranges: map[string]float64{"mine": 0}}, "ranges"},
		{"an infinite range of all", compare.Settings{Ranges: map[string]float64{"": inf}}, "ranges"},
		{"no coverage needed", compare.Settings{MinCoverage: share(0)}, ""},
		{"all covered", compare.Settings{MinCoverage: share(1)}, ""},
		{"more than all", compare.Settings{MinCoverage: share(1.001)}, "min_coverage"},
		{"less than none", compare.Settings{MinCoverage: share(-.001)}, "min_coverage"},
	} {
		faults := c.s.Faults()
		switch {
		case c.key == "" && len(faults) > 0:
			t.Errorf("%s: %v, want none", c.name, faults)
		case c.key != "" && (len(faults) != 1 || faults[0].Key != c.key):
			t.Errorf("%s: %v, want one of %s", c.name, faults, c.key)
		}
		if err := c.s.Validate(); (err != nil) != (c.key != "") {
			t.Errorf("%s: Validate = %v", c.name, err)
		}
	}
}

// All faults are said at once, and a range by the name of its measure.
func TestSettingsSayAllFaults(t *testing.T) {
	err := compare.Settings{Alpha: 1, Resamples: 1, Ranges: map[string]float64{"mine": -1, "": -2}}.Validate()
	for _, want := range []string{"alpha 1,", "resamples 1, want from 100 to 10000000", "range -1 of mine", "range -2 of all measures"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}
