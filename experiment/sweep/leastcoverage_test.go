package sweep_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
)

// The minimum coverage is the least share that must have been measured: exactly
// as much is enough, one query less is not. The share is compared in whole
// percent here. A sweep is held to it as a run is.
func TestLeastCoverage(t *testing.T) {
	for _, c := range []struct{ queries, failed, percent int }{
		{20, 0, 95}, {20, 1, 95}, {20, 2, 95}, {40, 2, 95}, {40, 3, 95}, {10, 1, 90}, {10, 2, 90}, {10, 0, 100}, {10, 1, 100}, {10, 8, 20},
	} {
		enough := 100*(c.queries-c.failed) >= c.percent*c.queries
		t.Run(fmt.Sprintf("%d of %d at %d %%", c.queries-c.failed, c.queries, c.percent), func(t *testing.T) {
			files := failedFiles(t, c.queries, c.failed)
			files["experiment.yaml"] += fmt.Sprintf("min_coverage: %v\n", float64(c.percent)/100)
			dir := wingtest.WriteFiles(t, files)
			var coverage *compare.CoverageError

			compared, err := wingtest.Prepared(t, dir, run.Options{}).Run(t.Context(), wingtest.NewMemory())
			if enough != (err == nil) || !enough && !errors.As(err, &coverage) {
				t.Fatalf("Run = %v, want an error: %v", err, !enough)
			}
			pair := compared.Comparisons[0]
			if _, low := wingtest.Finding(pair.Health, result.FindingLowCoverage); low == enough || strings.HasPrefix(pair.VerdictReason, "no verdict") == enough {
				t.Errorf("run: verdict %q, findings %v; want a verdict: %v", pair.VerdictReason, wingtest.Codes(pair.Health), enough)
			}

			swept, err := sweep.Run(t.Context(), wingtest.Prepared(t, dir, run.Options{}), wingtest.NewMemory(), sweep.Options{})
			if enough != (err == nil) || !enough && !errors.As(err, &coverage) {
				t.Fatalf("Sweep = %v, want an error: %v", err, !enough)
			}
			if _, low := wingtest.Finding(swept.Health, result.FindingLowCoverage); low == enough {
				t.Errorf("sweep: findings %v; want a verdict: %v", wingtest.Codes(swept.Health), enough)
			}
		})
	}
}

// failedFiles compare a run that answers every query of a smallSet with one in
// which the first ones failed.
func failedFiles(t *testing.T, queries, failed int) map[string]string {
	t.Helper()
	set, err := wingtest.SmallSet(t, queries).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	var whole, broken strings.Builder
	for q := range queries {
		hits := fmt.Sprintf(`{"query_id": "q%03d", "hits": [{"id": "x%d", "score": 2}, {"id": "d%d", "score": 1}]}`+"\n", q, q%2, q)
		whole.WriteString(hits)
		if q < failed {
			hits = fmt.Sprintf(`{"query_id": "q%03d", "error": "out of order"}`+"\n", q)
		}
		broken.WriteString(hits)
	}
	return map[string]string{
		"set.yaml": string(set), "whole.jsonl": whole.String(), "broken.jsonl": broken.String(), "experiment.yaml": `
test_set: set.yaml
measures: [RR]
components: {whole: {run: whole.jsonl}, broken: {run: broken.jsonl}}
configs: {one: {components: [whole]}, two: {components: [broken]}}
sweep: {folds: 2, repeats: 1, grid: [{fusion_method: rrf}]}
`,
	}
}
