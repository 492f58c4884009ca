package sweep_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
)

// handRun has, by query, the rank of the relevant document and the milliseconds
// that it took; rank 0 is a query that the run lacks, -1 one that failed, and
// time 0 was not measured.
func handRun(ranks []int, ms []float64) string {
	var text strings.Builder
	for q, rank := range ranks {
		switch rank {
		case 0:
			continue
		case -1:
			fmt.Fprintf(&text, `{"query_id": "q%03d", "error": "refused"}`+"\n", q)
			continue
		}
		hits := make([]string, rank)
		for i := range hits {
			hits[i] = fmt.Sprintf(`{"id": "x%d", "score": %d}`, i, 100-i)
		}
		hits[rank-1] = fmt.Sprintf(`{"id": "d%d", "score": 1}`, q)
		took := ""
		if ms != nil && ms[q] > 0 {
			took = fmt.Sprintf(`, "latency_ms": %v`, ms[q])
		}
		fmt.Fprintf(&text, `{"query_id": "q%03d", "hits": [%s]%s}`+"\n", q, strings.Join(hits, ", "), took)
	}
	return text.String()
}

// handFiles sweep over three components alone, with b as the baseline.
func handFiles(t *testing.T, queries int, a, b, c string) map[string]string {
	t.Helper()
	set, err := wingtest.SmallSet(t, queries).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"set.yaml": string(set), "a.jsonl": a, "b.jsonl": b, "c.jsonl": c, "experiment.yaml": `test_set: set.yaml
measures: [RR]
min_coverage: 0
components: {a: {run: a.jsonl}, b: {run: b.jsonl}, c: {run: c.jsonl}}
sweep: {baseline: b, folds: 2, repeats: 3, grid: [{components: [[a], [b], [c]]}]}
`,
	}
}

// Means, differences, latencies and the front of three settings, by hand: RR of
// a is 1, 1, ½, ½, of b ½, ½, ½, 1, of c ½ throughout. Of an even number the
// median time is the middle of two.
func TestSettingsByHand(t *testing.T) {
	s := swept(t, handFiles(t, 4,
		handRun([]int{1, 1, 2, 2}, []float64{6, 100, 4, 5}),
		handRun([]int{2, 2, 2, 1}, []float64{1, 3, 2, 2}),
		handRun([]int{2, 2, 2, 2}, []float64{3, 3, 3, 3})))
	for i, want := range []struct {
		name                 string
		mean, difference, ms float64
		front                bool
	}{{"a", .75, .125, 5.5, true}, {"b", .625, 0, 2, true}, {"c", .5, -.125, 3, false}} { // b is faster and better than c
		one := s.Settings[i]
		if one.Name != want.name || one.Front != want.front || one.SameAs != "" || !slices.Equal(one.Components, []string{want.name}) {
			t.Errorf("setting %d: %+v, want %+v", i, one, want)
		}
		wingtest.WantNumber(t, "mean of "+want.name, &one.Mean, want.mean, 1e-12, "by hand")
		wingtest.WantNumber(t, "difference of "+want.name, &one.Difference, want.difference, 1e-12, "by hand")
		wingtest.WantNumber(t, "median latency of "+want.name, one.LatencyMS, want.ms, 1e-9, "by hand")
	}
	if s.Best != "a" || s.Cost != result.CostLatency || !slices.Equal(s.Front, []string{"b", "a"}) || s.Baseline != "b" {
		t.Errorf("best %s, cost %s, front %v, baseline %s; want a, latency, [b a], b", s.Best, s.Cost, s.Front, s.Baseline)
	}
	if sel := s.Selection; sel.InSampleMean != .75 || sel.BaselineMean != .625 || sel.InSampleGain != .125 || sel.Folds != 2 || sel.Repeats != 3 {
		t.Errorf("selection %+v, want .75, .625 and .125 of 2 folds and 3 repeats", sel)
	}
	if s.Queries != (result.SweptQueries{All: 4, Used: 4}) || len(s.Health) != 1 || s.Health[0].Code != result.FindingFewPairs {
		t.Errorf("queries %+v, findings %v; want all 4, and that they are few", s.Queries, s.Health)
	}
}

// One time that was not measured takes the latency of that setting, and so the
// costs of all, to the number of components; equal settings are twins.
func TestUnknownLatencies(t *testing.T) {
	s := swept(t, handFiles(t, 4,
		handRun([]int{1, 1, 2, 2}, []float64{6, 0, 4, 5}),
		handRun([]int{2, 2, 2, 1}, []float64{1, 3, 2, 2}),
		handRun([]int{1, 1, 2, 2}, []float64{3, 3, 3, 3})))
	if s.Settings[0].LatencyMS != nil || s.Settings[1].LatencyMS == nil || s.Cost != result.CostComponents {
		t.Errorf("latencies %v and %v, cost %s; want none, one, and components", s.Settings[0].LatencyMS, s.Settings[1].LatencyMS, s.Cost)
	}
	if s.Settings[2].SameAs != "a" || s.Settings[0].SameAs != "" || s.Settings[1].SameAs != "" || !slices.Equal(s.Front, []string{"a"}) {
		t.Errorf("c is the same as %q, front %v; want a, and [a]", s.Settings[2].SameAs, s.Front)
	}
}

// Queries that failed under a setting, or have no score, are left out for all;
// those that a component lacks count as empty rankings. Each is said, with how
// many they are.
func TestQueriesLeftOut(t *testing.T) {
	files := handFiles(t, 6,
		handRun([]int{1, 1, -1, 2, 2, 1}, nil), // q002 failed
		handRun([]int{2, 0, 2, 0, 1, 1}, nil),  // q001 and q003 are not there
		handRun([]int{1, 2, 2, 2, -1, 1}, nil)) // q004 failed
	files["set.yaml"] = "name: small\nversion: v1\nqueries:\n"
	for q := range 6 {
		judged := fmt.Sprintf("relevant_docs: [{doc_id: d%d, grade: 2}]", q)
		if q == 5 { // nothing to find, so no score
			judged = "expected_refusal: true"
		}
		files["set.yaml"] += fmt.Sprintf("- {query_id: q%03d, query_text: question %d, query_type: exact_term, %s}\n", q, q, judged)
	}
	s := swept(t, files)
	if want := (result.SweptQueries{All: 6, Used: 3, Failed: 2, Undefined: 1}); s.Queries != want {
		t.Errorf("queries %+v, want %+v", s.Queries, want)
	}
	for i, mean := range []float64{(1 + 1 + .5) / 3, .5 / 3, (1 + .5 + .5) / 3} { // of q000, q001 and q003
		wingtest.WantNumber(t, "mean of "+s.Settings[i].Name, &s.Settings[i].Mean, mean, 1e-12, "by hand")
	}
	for code, want := range map[string]string{
		result.FindingFailed:    "2 of 6 queries failed under some setting and are left out for all, the first of them q002: a: refused",
		result.FindingUndefined: "1 query without a score of RR, left out",
		result.FindingMissing:   "component b lacks 2 of 6 judged queries, which count as empty rankings",
	} {
		n := 0
		for _, f := range s.Health {
			if f.Code == code {
				n++
				if f.Text != want {
					t.Errorf("%s: %q, want %q", code, f.Text, want)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s is said %d times, want once", code, n)
		}
	}
}

// Where no query is left there is nothing to choose by, and the error says why.
func TestNoQueryIsLeft(t *testing.T) {
	failing := handRun([]int{-1, 1}, nil)
	files := handFiles(t, 2, failing, handRun([]int{1, -1}, nil), handRun([]int{1, 1}, nil))
	_, err := sweep.Run(t.Context(), wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{}), wingtest.NewMemory(), sweep.Options{})
	if err == nil || !strings.Contains(err.Error(), "the sweep: every query failed under some setting") {
		t.Errorf("Sweep = %v, want that every query failed under some setting", err)
	}
	files = handFiles(t, 2, handRun([]int{1, 1}, nil), handRun([]int{1, 1}, nil), handRun([]int{1, 1}, nil))
	files["set.yaml"] = "name: none\nversion: v1\nqueries:\n- {query_id: q000, query_text: one, query_type: exact_term, expected_refusal: true}\n- {query_id: q001, query_text: two, query_type: exact_term, expected_refusal: true}\n"
	_, err = sweep.Run(t.Context(), wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{}), wingtest.NewMemory(), sweep.Options{})
	if err == nil || !strings.Contains(err.Error(), "RR is undefined for every query") {
		t.Errorf("Sweep = %v, want that RR is undefined for every query", err)
	}
}

// Progress is told by queries, up to all of them.
func TestSweepTellsProgress(t *testing.T) {
	files := handFiles(t, 4, handRun([]int{1, 1, 2, 2}, nil), handRun([]int{2, 2, 2, 1}, nil), handRun([]int{2, 2, 2, 2}, nil))
	var told []run.Progress
	_, err := sweep.Run(t.Context(), wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{}), wingtest.NewMemory(),
		sweep.Options{Progress: func(p run.Progress) { told = append(told, p) }})
	if err != nil || !slices.Equal(told, []run.Progress{{Done: 4, Total: 4}}) {
		t.Errorf("progress %+v, %v; want 4 of 4", told, err)
	}
}
