package run_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
)

// A reranked ranking is scored again when another experiment has asked its
// reranker again: what failed there is answered now, and the query counts.
func TestRerankRetriedElsewhere(t *testing.T) {
	failing := true
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Query string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || failing && asked.Query == "question 3" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, `[{"index": 0, "score": 2}, {"index": 1, "score": 1}, {"index": 2, "score": 3}, {"index": 3, "score": 0}, {"index": 4, "score": -1}]`)
	}))
	t.Cleanup(service.Close)
	store := wingtest.NewMemory()
	ran := func(measures string, opts run.Options) *result.Comparison {
		t.Helper()
		dir := wingtest.LiveDir(t, 20, reranked(service.URL+"/rerank")+"min_coverage: 0.5\n")
		plan := strings.Replace(string(wingtest.ReadFile(t, dir+"/experiment.yaml")), "measures: [RR, R@10]", "measures: "+measures, 1)
		if err := os.WriteFile(dir+"/experiment.yaml", []byte(plan), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, opts), texted(3), wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if first := ran("[RR]", run.Options{}); first.Systems[1].FailedQueries != 1 || first.Comparisons[0].Measures[0].N != 19 {
		t.Fatalf("%d failed queries and %d pairs, want 1 and 19", first.Systems[1].FailedQueries, first.Comparisons[0].Measures[0].N)
	}
	failing = false
	ran("[P@1]", run.Options{RetryFailed: true})
	again := ran("[RR]", run.Options{})
	if again.Systems[1].FailedQueries != 0 || again.Comparisons[0].Measures[0].N != 20 {
		t.Errorf("%d failed queries and %d pairs after the retry elsewhere, want none and 20", again.Systems[1].FailedQueries, again.Comparisons[0].Measures[0].N)
	}
	if again.Retrieval.Reranks != 0 {
		t.Errorf("%d reranks, want none: all are recorded", again.Retrieval.Reranks)
	}
}
