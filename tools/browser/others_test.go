package browser_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// evaluated returns a page of the first systems of made data, without a comparison.
func evaluated(t testing.TB, d *reports.Data, systems int) string {
	t.Helper()
	e := &result.Evaluation{Profile: "default", TestSet: d.Comparison.TestSet}
	for s := range systems {
		r := result.RunEvaluation{Name: d.Systems[s].Name}
		for _, m := range d.Systems[s].Measures {
			mean := 0.5
			r.Measures = append(r.Measures, result.MeasureSummary{Measure: m, N: len(d.Systems[s].Queries), Mean: &mean})
		}
		e.Runs = append(e.Runs, r)
	}
	path := filepath.Join(t.TempDir(), "eval.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := html.WriteEvaluation(f, &reports.Data{Evaluation: e, Systems: d.Systems[:systems]}, html.Options{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// One system has a table of its scores, the lowest first, and one list.
func TestOneSystem(t *testing.T) {
	b := newTab(t)
	d := plain(120, 20).data(t)
	url := b.show(evaluated(t, d, 1), "#q=q000007")
	b.wait(`document.querySelectorAll(".lists table").length === 1`)
	heads := eval[string](b, `[...document.querySelectorAll(".qtable thead button")].map((x) => x.textContent).join("|")`)
	if heads != "query|text|stratum|score ▲|judged|unj.|first" {
		t.Errorf("columns %s", heads)
	}
	if text := eval[string](b, `document.querySelector("#queries").innerText`); strings.Contains(text, "Δ") || strings.Contains(text, "rose") || strings.Contains(text, "→ new") {
		t.Error("one system is shown as a difference")
	}
	b.quiet(strings.Split(url, "#")[0])
}

// On paper one system has its 20 worst queries, the worst first.
func TestOneSystemOnPaper(t *testing.T) {
	b := newTab(t)
	d := plain(120, 20).data(t)
	b.show(evaluated(t, d, 1), "")
	eval[bool](b, `(dispatchEvent(new Event("beforeprint")), true)`)
	shown := eval[[]string](b, `[...document.querySelectorAll(".paper tbody tr")].map((r) => r.cells[0].textContent)`)
	queries, first := slices.Clone(d.Systems[0].Queries), d.Systems[0].Measures[0]
	slices.SortStableFunc(queries, func(x, y result.Row) int { return cmp.Compare(*x.Scores[first], *y.Scores[first]) })
	if len(shown) != 20 {
		t.Fatalf("%d queries on paper, want 20", len(shown))
	}
	for i, id := range shown {
		if id != queries[i].QueryID {
			t.Errorf("place %d has %s, want %s", i+1, id, queries[i].QueryID)
		}
	}
}

// Pages of evaluations and of sweeps pass axe, fit on narrow screens, and ask
// for nothing.
func TestOtherPages(t *testing.T) {
	axe, err := os.ReadFile("../../reports/html/web/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("no axe-core: make web")
	}
	d := plain(120, 20).data(t)
	pages := map[string]string{"eval1": evaluated(t, d, 1), "eval2": evaluated(t, d, 2), "sweep": swept(t)}
	for name, path := range pages {
		b := newTab(t)
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{1280, 375} {
				b.scheme(scheme)
				b.size(width, 900)
				url := b.open(path)
				eval[bool](b, string(axe)+"\n;true")
				for _, f := range eval[[]string](b, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => v.id + ": " + n.html.slice(0, 160) + " " + n.failureSummary)))`) {
					t.Errorf("%s, %s, %d px: %s", name, scheme, width, f)
				}
				if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > int(width) {
					t.Errorf("%s is %d px wide on %d", name, wide, width)
				}
				b.quiet(url)
			}
		}
	}
}

// swept returns a page of a sweep whose names are hostile.
func swept(t testing.TB) string {
	t.Helper()
	s := &result.Sweep{Measure: "nDCG@10", Baseline: hostile()[0], Best: hostile()[4], Cost: result.CostComponents, TestSet: result.TestSetInfo{Name: hostile()[5], Queries: 3}}
	s.Selection = result.Selection{Folds: 5, Repeats: 2, BaselineMean: 0.25, InSampleMean: 0.75, HonestMean: 0.5, InSampleGain: 0.5, HonestGain: 0.25}
	for i, name := range hostile() {
		s.Settings = append(s.Settings, result.SweptOne{
			Name: name, Components: hostile()[:2], Settings: fusion.Settings{Method: "w_rrf", RRFK: new(1 + i/6), Weights: map[string]float64{hostile()[0]: float64(i%6) / 5, hostile()[7]: 1 - float64(i%6)/5}},
			Mean: 0.25 + float64(i)/80, StandardError: 0.05, Front: i == 4, Depth: 10, TopK: 10,
		})
	}
	s.Front = []string{hostile()[4]}
	path := filepath.Join(t.TempDir(), "sweep.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := html.WriteSweep(f, &reports.Data{Sweep: s, Command: hostile()[0]}, html.Options{}); err != nil {
		t.Fatal(err)
	}
	return path
}
