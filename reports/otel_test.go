package reports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// An event is one of a file, with its attributes by key as JSON has their values.
type event struct {
	Time       string `json:"timeUnixNano"`
	Name       string `json:"eventName"`
	Attributes []struct {
		Key   string
		Value map[string]any
	}
}

// eventsOf reads lines of OTLP in JSON (opentelemetry-proto, LogsData).
func eventsOf(t *testing.T, text string) []event {
	t.Helper()
	var all []event
	for line := range strings.Lines(text) {
		var data struct {
			Logs []struct {
				Scopes []struct {
					Records []event `json:"logRecords"`
					Schema  string  `json:"schemaUrl"`
				} `json:"scopeLogs"`
			} `json:"resourceLogs"`
		}
		d := json.NewDecoder(strings.NewReader(line))
		if err := d.Decode(&data); err != nil || len(data.Logs) != 1 || len(data.Logs[0].Scopes) != 1 || len(data.Logs[0].Scopes[0].Records) != 1 {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, data.Logs[0].Scopes[0].Records...)
	}
	return all
}

// told returns an event as a line.
func (e event) told() string {
	parts := []string{e.Time}
	for _, a := range e.Attributes {
		for _, v := range a.Value {
			parts = append(parts, fmt.Sprintf("%s=%v", a.Key[strings.LastIndexAny(a.Key, ".")+1:], v))
		}
	}
	return strings.Join(parts, " ")
}

// A semconv is what the semantic conventions of OpenTelemetry say of the event.
type semconv struct {
	Groups []struct {
		Name       string
		Attributes []struct {
			ID, Ref, Type string
			Level         any `yaml:"requirement_level"`
		}
	}
}

// fits wants events as the registry has them: those attributes that it requires, no other of
// its namespace, each of its type.
func fits(t *testing.T, events []event) {
	t.Helper()
	data, err := os.ReadFile("testdata/semconv-evaluation.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var s semconv
	if err := yaml.Unmarshal(data, &s); err != nil || len(s.Groups) != 2 {
		t.Fatalf("%v, %d groups", err, len(s.Groups))
	}
	types, required := map[string]string{"error.type": "string"}, ""
	for _, a := range s.Groups[1].Attributes {
		types[a.ID] = a.Type
	}
	for _, a := range s.Groups[0].Attributes {
		if a.Level == "required" {
			required = a.Ref
		}
	}
	for _, e := range events {
		has := map[string]bool{}
		for _, a := range e.Attributes {
			has[a.Key] = true
			if want := types[a.Key]; want == "" && !strings.HasPrefix(a.Key, "rankduel.") || want != "" && a.Value[want+"Value"] == nil || len(a.Value) != 1 {
				t.Errorf("%s: %v, want a %q", a.Key, a.Value, want)
			}
		}
		if e.Name != s.Groups[0].Name || !has[required] || !has["gen_ai.evaluation.score.value"] && !has["gen_ai.evaluation.score.label"] {
			t.Errorf("%s: want %s with %s and a value or a label", e.told(), s.Groups[0].Name, required)
		}
	}
}

// One event for each query, system and measure, and one for each verdict, by hand; the
// attributes are those of the semantic conventions 1.41.0.
func TestOTel(t *testing.T) {
	half, one := 0.5, 1.0
	recorded := &result.Recorded{To: time.Unix(1700000000, 5)}
	runs := []result.RunEvaluation{{
		Name: "live", Recorded: recorded, Measures: []result.MeasureSummary{{Measure: "RR"}, {Measure: "R@5"}},
		PerQuery: []result.QueryScores{
			{QueryID: "1", Scores: map[string]*float64{"RR": &half, "R@5": &one}},
			{QueryID: "2", Status: result.Failed, Error: "timeout"},
			{QueryID: "3", Scores: map[string]*float64{"RR": &half, "R@5": nil}},
		},
	}}
	set := result.TestSetInfo{Name: "s", Version: "v1"}
	c := &result.Comparison{TestSet: set, A: result.System{Name: "a"}}
	for _, name := range []string{"b", "c"} {
		c.Comparisons = append(c.Comparisons, result.Pair{
			B: result.System{Name: name}, Measures: []result.MeasureComparison{{Measure: "RR", Verdict: "better", VerdictReason: "why", Inference: result.Inference{MeanDifference: &half}}, {Measure: "NumRet"}},
			PerQuery: []result.QueryDifference{{QueryID: "1", A: map[string]*float64{"RR": &half, "NumRet": &one}, B: map[string]*float64{"RR": &one, "NumRet": &one}}},
		})
	}
	write := func(of func(*bytes.Buffer) error) string {
		var out bytes.Buffer
		if err := of(&out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	evaluation := write(func(out *bytes.Buffer) error {
		return reports.Evaluation(out, &result.Evaluation{TestSet: set, Runs: runs}, reports.OTel, reports.Options{})
	})
	comparison := write(func(out *bytes.Buffer) error { return reports.Comparison(out, c, reports.OTel, reports.Options{}) })
	live := []string{
		"1700000000000000005 value=0.5 name=RR system=live query_id=1 test_set=s@v1",
		"1700000000000000005 value=1 name=R@5 system=live query_id=1 test_set=s@v1",
		"1700000000000000005 name=RR label=failed type=retrieval_failed system=live query_id=2 test_set=s@v1",
		"1700000000000000005 name=R@5 label=failed type=retrieval_failed system=live query_id=2 test_set=s@v1",
		"1700000000000000005 value=0.5 name=RR system=live query_id=3 test_set=s@v1",
		"1700000000000000005 name=R@5 label=undefined system=live query_id=3 test_set=s@v1",
	}
	verdict := " value=0.5 name=RR difference label=better explanation=why system=%s baseline=a test_set=s@v1"
	for text, want := range map[string][]string{
		evaluation: live,
		comparison: {
			" value=0.5 name=RR system=a query_id=1 test_set=s@v1", " value=1 name=NumRet system=a query_id=1 test_set=s@v1",
			" value=1 name=RR system=b query_id=1 test_set=s@v1", " value=1 name=NumRet system=b query_id=1 test_set=s@v1", fmt.Sprintf(verdict, "b"),
			" value=1 name=RR system=c query_id=1 test_set=s@v1", " value=1 name=NumRet system=c query_id=1 test_set=s@v1", fmt.Sprintf(verdict, "c"),
		},
	} {
		events := eventsOf(t, text)
		fits(t, events)
		var got []string
		for _, e := range events {
			got = append(got, e.told())
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
