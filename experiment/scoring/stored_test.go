package scoring_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
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
func TestRerankLatencyIsApart(t *testing.T) {
	run := result.StoredRun{ID: "run_1", Aggregate: []byte(`{"measures":[{"measure":"RR"}]}`)}
	for i, ms := range []float64{1, 3} {
		run.Rows = append(run.Rows, result.StoredRow{QueryID: []string{"q1", "q2"}[i], LatencyMS: new(4 + ms), RerankMS: &ms})
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
