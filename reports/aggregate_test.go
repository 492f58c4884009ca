package reports_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// Aggregate is about one run whose profile has names of its own.
func TestAggregate(t *testing.T) {
	summed := result.RunEvaluation{Name: "a", Aggregate: json.RawMessage(`{"mrr":0.5,"n":{"1":0.0}}`)}
	for _, c := range []struct {
		name string
		runs []result.RunEvaluation
		want string // or what the error says
	}{
		{"one", []result.RunEvaluation{summed}, "{\n  \"mrr\": 0.5,\n  \"n\": {\n    \"1\": 0.0\n  }\n}\n"},
		{"two", []result.RunEvaluation{summed, summed}, "it holds one run, not 2"},
		{"none", nil, "it holds one run, not 0"},
		{"no names", []result.RunEvaluation{{Name: "a"}}, "profile default has no names of its own"},
	} {
		var out bytes.Buffer
		err := reports.Evaluation(&out, &result.Evaluation{Profile: "default", Runs: c.runs}, reports.Aggregate, reports.Options{})
		if got := out.String(); err == nil && got != c.want || err != nil && (out.Len() > 0 || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
	if err := reports.Comparison(&bytes.Buffer{}, &result.Comparison{}, reports.Aggregate, reports.Options{}); err == nil || !strings.Contains(err.Error(), "only evaluations have it") {
		t.Errorf("Comparison = %v, want that only evaluations have it", err)
	}
	if _, err := reports.ParseFormat("aggregate"); err == nil {
		t.Error("ParseFormat takes aggregate, which is no format of reports in general")
	}
}
