package gate_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

// document reads a side from what is printed of v.
func document(t *testing.T, v any, name string, wantBaseline bool) (gate.Side, error) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return gate.ReadDocument("doc.json", data, name, wantBaseline, profile(t, "default"))
}

func TestSideOfEvaluation(t *testing.T) {
	one, at := 1.0, time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	pr := result.RunEvaluation{
		Name: "pr", SHA256: "2e", Health: []result.Finding{result.Noted("a", "b")}, Latency: &result.Latency{P95MS: 7},
		Recorded: &result.Recorded{From: at, To: at.Add(time.Hour)},
		PerQuery: []result.QueryScores{
			{QueryID: "q0", Stratum: "x", Group: "g", Scores: map[string]*float64{"R@10": &one, "Groundedness": &one}}, {QueryID: "q1", Status: result.Failed, Error: "timeout"},
		},
	}
	other := result.RunEvaluation{Name: "other", PerQuery: []result.QueryScores{{QueryID: "q9"}}}
	doc := result.Evaluation{Schema: result.EvaluationSchema, Profile: "default", TestSet: result.TestSetInfo{SHA256: "1f"}, Runs: []result.RunEvaluation{other, pr}}
	s, err := document(t, doc, "pr", false)
	if err != nil {
		t.Fatal(err)
	}
	if s.System.Name != "pr" || s.System.SHA256 != "2e" || s.Profile != "default" || s.TestSet.SHA256 != "1f" || s.Latency.P95MS != 7 || len(s.Health) != 1 || !s.RecordedAt.Equal(at) {
		t.Errorf("%+v", s)
	}
	if len(s.Rows) != 2 || s.Rows[0].Stratum != "x" || s.Rows[0].Group != "g" || *s.Rows[0].Scores["R@10"] != 1 || *s.Rows[0].Scores["RequiredStrings"] != 1 || s.Rows[1].Status != result.Failed || s.Rows[1].Error != "timeout" {
		t.Errorf("%+v", s.Rows)
	}
	if s, err := document(t, doc, "other", false); err != nil || s.System.Name != "other" || s.RecordedAt != nil {
		t.Errorf("the first one: %+v, %v", s, err)
	}
	for name, want := range map[string]string{"": `there are 2 systems, name one of them: "other", "pr"`, "main": `there is no system "main", only "other", "pr"`} {
		if _, err := document(t, doc, name, false); err == nil || err.Error() != "doc.json: "+want {
			t.Errorf("%q: %v", name, err)
		}
	}
	doc.Runs = doc.Runs[:1]
	if s, err := document(t, doc, "", false); err != nil || s.System.Name != "other" || s.RecordedAt != nil {
		t.Errorf("the only one: %+v, %v", s, err)
	}
	doc.Runs[0].PerQuery = nil
	if _, err := document(t, doc, "", false); err == nil || !strings.Contains(err.Error(), "the evaluation of other lists no queries") {
		t.Errorf("without queries: %v", err)
	}
}

func TestSideOfComparison(t *testing.T) {
	zero, one := 0.0, 1.0
	pr := result.Pair{
		B: result.System{Name: "pr"}, Health: []result.Finding{result.Noted("a", "b")},
		Latency: &result.LatencyComparison{A: &result.Latency{P95MS: 6}, B: &result.Latency{P95MS: 7}},
		PerQuery: []result.QueryDifference{{
			QueryID: "q0", Stratum: "x", Group: "need 1", A: map[string]*float64{"R@10": &one}, B: map[string]*float64{"R@10": &zero},
		}},
	}
	doc := result.Comparison{
		Schema: result.ComparisonSchema, Profile: "default", TestSet: result.TestSetInfo{SHA256: "1f"}, A: result.System{Name: "main"},
		Comparisons: []result.Pair{{B: result.System{Name: "other"}}, pr},
	}
	for _, test := range []struct {
		baseline bool
		name     string
		score    float64
		p95      float64
		health   int
	}{{false, "pr", 0, 7, 1}, {true, "main", 1, 6, 0}} {
		s, err := document(t, doc, "pr", test.baseline)
		if err != nil {
			t.Fatal(err)
		}
		if s.System.Name != test.name || s.Profile != "default" || s.TestSet.SHA256 != "1f" || s.Latency.P95MS != test.p95 || len(s.Health) != test.health {
			t.Errorf("%+v", s)
		}
		if r := s.Rows[0]; len(s.Rows) != 1 || r.QueryID != "q0" || r.Stratum != "x" || r.Group != "need 1" || *r.Scores["R@10"] != test.score {
			t.Errorf("%s: %+v", test.name, s.Rows)
		}
	}
	for name, want := range map[string]string{
		"": `name one of them: "other", "pr"`, "main": `there is no system "main", only "other", "pr"`, "other": "the comparison lists no queries",
	} {
		if _, err := document(t, doc, name, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	doc.Comparisons = doc.Comparisons[1:]
	doc.Comparisons[0].Latency = nil
	if s, err := document(t, doc, "", false); err != nil || s.System.Name != "pr" || s.Latency != nil {
		t.Errorf("the only one: %+v, %v", s, err)
	}
}

// Why a system was not measured at all.
func TestNothingMeasured(t *testing.T) {
	s := side("pr", 1)
	if err := s.NotMeasured(); err != nil {
		t.Error(err)
	}
	s.Unmatched = []result.UnmatchedIDs{{Level: "document"}}
	if err := s.NotMeasured(); err == nil || err.Error() != "pr: it returned nothing for any query" {
		t.Error(err)
	}
}
