package scoring_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A run that holds no measure, as other programs store them, cannot be
// compared and says so.
func TestStoredRunWithoutMeasures(t *testing.T) {
	for _, aggregate := range []string{`{}`, `{"measures":[]}`, `not json`} {
		if _, err := scoring.Restore(result.StoredRun{ID: "run_1", Aggregate: []byte(aggregate)}); err == nil || !strings.Contains(err.Error(), "run_1") {
			t.Errorf("aggregate %s: error = %v, want one that names the run", aggregate, err)
		}
	}
}

// The part of the latency that is reranking is kept with a run and summarized
// apart: 1 and 3 of 5 and 7 ms.
// A run that was stored under a measure's former name has its scores.
func TestFormerName(t *testing.T) {
	one := 1.0
	run := result.StoredRun{
		ID: "run_1", Aggregate: []byte(`{"name":"a","measures":[{"measure":"Groundedness"}]}`),
		Rows: []result.Row{{QueryID: "q1", Scores: map[string]*float64{"Groundedness": &one}}},
	}
	table, err := scoring.Restore(run)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := table.Score(0, 0); !ok || got != 1 || table.Measures[0].String() != "RequiredStrings" {
		t.Errorf("%s is %v (%t)", table.Measures[0], got, ok)
	}
}

func TestRerankLatencyIsApart(t *testing.T) {
	run := result.StoredRun{ID: "run_1", Aggregate: []byte(`{"measures":[{"measure":"RR"}]}`)}
	for i, ms := range []float64{1, 3} {
		run.Rows = append(run.Rows, result.Row{QueryID: []string{"q1", "q2"}[i], LatencyMS: new(4 + ms), RerankMS: &ms})
	}
	s := wingtest.ThroughJSON(t, run)
	e := s.Summarize(false)
	if e.Latency == nil || e.RerankLatency == nil || e.Latency.MeanMS != 6 || e.RerankLatency.MeanMS != 2 || e.RerankLatency.MaxMS != 3 {
		t.Errorf("latency %+v, of which rerank %+v, want means of 6 and 2 ms", e.Latency, e.RerankLatency)
	}
	plain := wingtest.Timed(t, []float64{4, 4})
	if l := plain.Summarize(false); l.RerankLatency != nil {
		t.Errorf("rerank latency %+v without a rerank", l.RerankLatency)
	}
}

// The top of each ranking is stored with a run and comes back with its grades;
// rows of versions that kept none, and rows that do not fit together, have none.
func TestStoredTop(t *testing.T) {
	j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte("q1 0 a 2\nq1 0 c 0\nq2 0 x 1\n")), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	profile, err := metrics.ProfileByName("qrels")
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList("RR")
	if err != nil {
		t.Fatal(err)
	}
	tally := scoring.NewTally("system", j, measures, profile)
	tally.KeepTop(3)
	for q, ids := range []string{"abcdef", "xy"} {
		var hits []retrieval.Hit
		for i, id := range strings.Split(ids, "") {
			hits = append(hits, retrieval.Hit{ID: id, Score: float64(9 - i)})
		}
		tally.Add(q, result.Ranking{Hits: hits})
	}
	run := result.StoredRun{ID: "run_1", Aggregate: []byte(`{"measures":[{"measure":"RR"}]}`), Rows: tally.Finish().Rows()}
	got := wingtest.ThroughJSON(t, run).Detail(100).Queries
	want := []result.Row{
		{Hits: []result.JudgedHit{{DocID: "a", Grade: 2}, {DocID: "b", Grade: result.Unjudged}, {DocID: "c", Grade: 0}}, Retrieved: 6},
		{Hits: []result.JudgedHit{{DocID: "x", Grade: 1}, {DocID: "y", Grade: result.Unjudged}}, Retrieved: 2},
	}
	for q := range want {
		if !slices.Equal(got[q].Hits, want[q].Hits) || got[q].Retrieved != want[q].Retrieved {
			t.Errorf("query %d: %v of %d, want %v of %d", q, got[q].Hits, got[q].Retrieved, want[q].Hits, want[q].Retrieved)
		}
	}
	run.Rows[0].Top, run.Rows[1].Top.Grades = nil, nil
	for q, query := range wingtest.ThroughJSON(t, run).Detail(100).Queries {
		if query.Hits != nil || query.Retrieved != 0 {
			t.Errorf("query %d: %v of %d hits where none were kept", q, query.Hits, query.Retrieved)
		}
	}
}
