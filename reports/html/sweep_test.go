package html_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// aSweep has one parameter of rrf, two of w_rrf, and the weights of three
// components.
func aSweep() *result.Sweep {
	p := 0.25
	s := &result.Sweep{
		Schema: result.SweepSchema, Measure: "nDCG@10", Alpha: 0.05, Seed: 42, Baseline: "rrf rrf_k=60",
		TestSet: result.TestSetInfo{Name: "made", Version: "v1", SHA256: "0123456789abcdef", Queries: 40},
		Cost:    result.CostLatency,
		Selection: result.Selection{
			Folds: 5, Repeats: 10, BaselineMean: 0.5, InSampleMean: 0.58, HonestMean: 0.52, Optimism: 0.06, InSampleGain: 0.08, HonestGain: 0.02,
			Gain: result.GainInference{N: 40, Verdict: result.Inconclusive, PValue: &p, Interval: &result.Interval{Method: "t", Level: 0.95, Low: -0.01, High: 0.05}},
		},
		Health: []result.Finding{{Code: "few", Severity: result.SeverityWarning, Text: "few <b>queries</b>"}},
	}
	add := func(name string, mean, ms float64, f fusion.Settings, components ...string) {
		s.Settings = append(s.Settings, result.SweptOne{
			Name: name, Components: components, Settings: f, Mean: mean, Difference: mean - 0.5, StandardError: 0.01, LatencyMS: &ms, Depth: 100, TopK: 100,
		})
	}
	for i, k := range []int{60, 1, 10, 100} {
		add(fmt.Sprintf("rrf rrf_k=%d", k), 0.5+0.01*float64(i), 12, fusion.Settings{Method: "rrf", RRFK: new(k)}, "a", "b", "c")
	}
	for i, k := range []int{1, 60} {
		for j := range 3 {
			w := float64(j) / 2
			components := [][]string{{"b"}, {"a", "b"}, {"a"}}[j]
			add(fmt.Sprintf("w_rrf %d %g", k, w), 0.51+0.01*float64(i+j), 5, fusion.Settings{Method: "w_rrf", RRFK: new(k), Weights: map[string]float64{"a": w, "b": 1 - w}}, components...)
		}
	}
	for i := range 3 {
		for j := range 3 - i {
			w := map[string]float64{"a": float64(i) / 2, "b": float64(j) / 2, "c": 1 - float64(i+j)/2}
			add(fmt.Sprintf("wsum %d %d", i, j), 0.5+0.02*float64(i+j), 9, fusion.Settings{Method: "wsum", Norm: "min-max", Weights: w}, "a", "b", "c")
		}
	}
	s.Best = "w_rrf 60 1"
	for i := range s.Settings {
		if s.Settings[i].Name == s.Best {
			s.Settings[i].Mean, s.Settings[i].Front, s.Settings[i].Leader = 0.58, true, true
		}
	}
	s.Front, s.Leaders = []string{s.Best}, []string{s.Best}
	return s
}

func sweepPage(t testing.TB, s *result.Sweep) string {
	t.Helper()
	var b strings.Builder
	if err := html.WriteSweep(&b, &reports.Data{Sweep: s, Command: "rankduel sweep made.yaml", Version: "1"}, html.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// static without the script.
func read(page string) string {
	before, after, _ := strings.Cut(page, "<script>")
	_, after, _ = strings.Cut(after, "</script>")
	return static(before + after)
}

func TestSweepGolden(t *testing.T) {
	got := read(sweepPage(t, aSweep()))
	if *update {
		if err := os.WriteFile("testdata/sweep.html.golden", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/sweep.html.golden")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// One parameter is a curve, two are a map with a number a setting, and the
// weights of three components a triangle: a component that is left out has the
// weight 0.
func TestSurfaces(t *testing.T) {
	page := read(sweepPage(t, aSweep()))
	for _, want := range []string{
		"rrf, a&#43;b&#43;c: up to 0.5300 at rrf_k 100", "of 4 settings by rrf_k.",
		"w_rrf, a&#43;b: up to 0.5800 at rrf_k 60, weight of a 1", "of 6 settings by rrf_k, weight of a.",
		"wsum, norm=min-max, a&#43;b&#43;c: up to 0.5400", "of 6 settings by weight of a, weight of b, weight of c.",
		"few &lt;b&gt;queries", "The best seems to gain &#43;0.0800; choosing it is worth &#43;0.0200", "1 setting is worth the cost", "rankduel sweep made.yaml",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, bad := range []string{"NaN", "Inf", `id="surface-3"`} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// Nothing to lay on an axis is said, and so are not settings at all.
func TestSmallSweeps(t *testing.T) {
	s := aSweep()
	s.Settings = s.Settings[:2]
	s.Settings[0].LatencyMS = nil
	page := read(sweepPage(t, s))
	if !strings.Contains(page, "there is no surface to draw") || !strings.Contains(page, "The latency of a setting is not known") {
		t.Error("the page does not say what it cannot draw")
	}
	s.Settings = nil
	if err := html.WriteSweep(&strings.Builder{}, &reports.Data{Sweep: s}, html.Options{}); !errors.Is(err, html.ErrNothingSwept) {
		t.Errorf("error = %v", err)
	}
	if err := html.WriteEvaluation(&strings.Builder{}, &reports.Data{}, html.Options{}); !errors.Is(err, html.ErrNothingEvaluated) {
		t.Errorf("error = %v", err)
	}
}

// One measure of all settings alike leaves no broken figure.
func TestFlatSweep(t *testing.T) {
	s := aSweep()
	for i := range s.Settings {
		s.Settings[i].Mean, s.Settings[i].StandardError, *s.Settings[i].LatencyMS = 0.5, 0, 0
	}
	s.Selection = result.Selection{BaselineMean: 0.5, InSampleMean: 0.5, HonestMean: 0.5}
	if page := read(sweepPage(t, s)); strings.Contains(page, "NaN") || strings.Contains(page, "Inf") {
		t.Error("a figure has a number that is none")
	}
}

// An evaluation says what each system scored, and that nothing is tested.
func TestEvaluation(t *testing.T) {
	d := example(t)
	of := func(systems int) string {
		e := &result.Evaluation{Profile: "qrels", TestSet: d.Comparison.TestSet}
		for s := range systems {
			mean := []float64{0.7252, 0.9368}[s]
			e.Runs = append(e.Runs, result.RunEvaluation{Name: d.Systems[s].Name, Measures: []result.MeasureSummary{{Measure: "nDCG(gain=linear)@10", N: 6, Mean: &mean}, {Measure: "RR", N: 6, Mean: &mean}}})
		}
		var b strings.Builder
		if err := html.WriteEvaluation(&b, &reports.Data{Evaluation: e, Systems: d.Systems[:systems]}, html.Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	one, two := of(1), of(2)
	if !strings.Contains(one, "baseline 0.7252") || strings.Contains(one, "Nothing is tested here") || !strings.Contains(one, `id="rd-c0"`) {
		t.Error("the page of one system lacks its mean or its lists")
	}
	if !strings.Contains(two, "baseline 0.7252, candidate 0.9368") || !strings.Contains(two, "Nothing is tested here") {
		t.Error("the page of two systems lacks their means, or what is not tested")
	}
	if page := read(two); strings.Contains(page, "NaN") {
		t.Error("a figure has a number that is none")
	}
}
