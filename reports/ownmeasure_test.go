package reports_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// wasted is a measure that a user of the library brings: how many hits a reader
// throws away before the first good one. Fewer are better, on average or in all.
type wasted struct{ by metrics.Aggregate }

// String implements metrics.Measure.
func (w wasted) String() string {
	if w.by == metrics.Sum {
		return "WastedInAll"
	}
	return "Wasted"
}

// Score implements metrics.Measure.
func (wasted) Score(j *metrics.Judged) (float64, bool) {
	if len(j.Ideal) == 0 {
		return 0, false
	}
	for _, h := range j.Hits {
		if h.Grade > 0 {
			return float64(h.Rank - 1), true
		}
	}
	return float64(j.Retrieved), true
}

// Cutoff implements metrics.Measure.
func (wasted) Cutoff() int { return 0 }

// Direction says which of two scores is the better one.
func (wasted) Direction() metrics.Direction { return metrics.LowerIsBetter }

// Aggregate says how the scores of queries become one number.
func (w wasted) Aggregate() metrics.Aggregate { return w.by }

// ownProfile returns the default profile with these measures next to those of package
// metrics.
func ownProfile(t *testing.T) metrics.Profile {
	t.Helper()
	registry := metrics.Builtin()
	for alias, m := range map[string]wasted{"wasted_hits": {metrics.Mean}, "wasted_total": {metrics.Sum}} {
		err := registry.Register(metrics.Definition{
			Name: m.String(), Aliases: []string{alias}, Summary: "Hits before the first relevant one.",
			Direction: metrics.LowerIsBetter, New: func(*metrics.Args) metrics.Measure { return m },
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	profile, err := metrics.ProfileByName("default")
	if err != nil {
		t.Fatal(err)
	}
	return profile.With(registry)
}

// wastedBy finds the relevant document of query q behind so many others.
func wastedBy(most int) func(q int) int { return func(q int) int { return q % (most + 1) } }

// wastedRun writes rankings of 24 queries as a run file.
func wastedRun(wasted func(q int) int) string {
	var run strings.Builder
	for q := range 24 {
		for i := range wasted(q) {
			fmt.Fprintf(&run, "q%02d Q0 x%d %d %d t\n", q, i, i+1, 100-i)
		}
		fmt.Fprintf(&run, "q%02d Q0 good %d 1 t\n", q, wasted(q)+1)
	}
	return run.String()
}

// A measure of the user's own is scored from a run file and live, compared by
// its own direction, and reported with its own aggregate. 24 queries waste
// 0 to 3 hits in turn, 36 in all, or 0 and 1, 12 in all.
func TestMeasureOfTheUsersOwn(t *testing.T) {
	profile := ownProfile(t)
	measures, err := profile.ParseList("wasted_hits,wasted_total,RR")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("name: own\nversion: v1\nstrata: []\nqueries:\n")
	for q := range 24 {
		fmt.Fprintf(&text, "- {query_id: q%02d, query_text: question %d, relevant_docs: [{doc_id: good, grade: 1}]}\n", q, q)
	}
	set, err := testsets.Parse("own.yaml", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	judged, err := judgments.Of(set, judgments.PartAll)
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string, most int) *scoring.Table {
		s, err := scoring.RunFile(t.Context(), trec.Bytes(name, []byte(wastedRun(wastedBy(most)))), judged, measures, profile, scoring.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	many, few := file("many", 3), file("few", 1)
	live, err := run.Evaluate(t.Context(), retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		var n int
		if _, err := fmt.Sscanf(q.ID, "q%d", &n); err != nil {
			return nil, err
		}
		var hits []retrieval.Hit
		for i := range wastedBy(1)(n) {
			hits = append(hits, retrieval.Hit{ID: fmt.Sprint("x", i), Score: 2})
		}
		return append(hits, retrieval.Hit{ID: "good", Score: 1}), nil
	}), set, run.EvaluateOptions{Name: "live", Part: judgments.PartAll, Measures: measures})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*scoring.Table{few, live} {
		for q := range s.Len() {
			for m := range 2 {
				if got, defined := s.Score(m, q); got != float64(q%2) || !defined {
					t.Errorf("%s: %s of %s = %v %v, want %d", s.Name, measures[m], s.ID(q), got, defined, q%2)
				}
			}
		}
	}
	for s, total := range map[*scoring.Table]float64{many: 36, few: 12, live: 12} {
		for i, want := range []float64{total / 24, total} {
			if m := s.Summarize(false).Measures[i]; m.Overall == nil || *m.Overall != want || *m.Mean != total/24 {
				t.Errorf("%s: %+v, want %v over all queries", s.Name, m, want)
			}
		}
	}
	reportsSayOwnSums(t, profile, many)
	for _, s := range []*scoring.Table{few, live} {
		comparesFewerAsBetter(t, many, s)
	}
}

// comparesFewerAsBetter holds both directions of a comparison to the rule. In
// every fourth two queries, q ≡ 2 and 3, a reader wastes two hits less.
func comparesFewerAsBetter(t *testing.T, many, few *scoring.Table) {
	t.Helper()
	for _, c := range []struct {
		a, b         *scoring.Table
		want         result.Verdict
		wins, losses int
		difference   float64
	}{{many, few, result.Better, 12, 0, -1}, {few, many, result.Worse, 0, 12, 1}} {
		compared, err := compare.Against(c.a, []*scoring.Table{c.b}, compare.Settings{Primary: wasted{metrics.Mean}, PerQuery: true})
		if err != nil {
			t.Fatal(err)
		}
		pair := compared.Comparisons[0]
		m := pair.Measures[0]
		if m.Measure != "Wasted" || pair.Verdict != c.want || m.Wins != c.wins || m.Losses != c.losses || *m.MeanDifference != c.difference {
			t.Errorf("%s against %s: %s by %s, %d wins, %d losses, difference %v; want %s, %d, %d, %v",
				c.b.Name, c.a.Name, pair.Verdict, m.Measure, m.Wins, m.Losses, *m.MeanDifference, c.want, c.wins, c.losses, c.difference)
		}
		var out bytes.Buffer
		if err := reports.Comparison(&out, compared, reports.Text, reports.Options{Details: true}); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%s is %s than %s on Wasted", c.b.Name, c.want, c.a.Name); !strings.HasPrefix(out.String(), want) {
			t.Errorf("the report begins with %.60q, want %q", out.String(), want)
		}
	}
}

// reportsSayOwnSums looks for the two ways to put the scores of many together:
// 36 hits of 24 queries.
func reportsSayOwnSums(t *testing.T, profile metrics.Profile, s *scoring.Table) {
	t.Helper()
	e := &result.Evaluation{Profile: profile.Name, TestSet: s.TestSet, Runs: []result.RunEvaluation{s.Summarize(false)}}
	var out bytes.Buffer
	if err := reports.Evaluation(&out, e, reports.Trec, reports.Options{}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Wasted": "1.5000", "WastedInAll": "36"} {
		if want := fmt.Sprintf("%-22s\tall\t%s\n", name, want); !strings.Contains(out.String(), want) {
			t.Errorf("report\n%s, want the line %q", out.String(), want)
		}
	}
}
