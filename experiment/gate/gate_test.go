package gate_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

var today = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func profile(t *testing.T, name string) metrics.Profile {
	t.Helper()
	p, err := metrics.ProfileByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rules returns rules that the means decide, unless a test says otherwise.
func rules(t *testing.T, texts ...string) gate.Rules {
	t.Helper()
	r := gate.Rules{Mode: gate.Point}
	for _, text := range texts {
		rule, err := gate.ParseRule(text, profile(t, "default"))
		if err != nil {
			t.Fatal(err)
		}
		r.Rules = append(r.Rules, rule)
	}
	return r
}

// sideOf returns a side of these queries.
func sideOf(name string, rows ...result.Row) gate.Side {
	return gate.Side{
		System: result.System{Name: name}, Profile: "default", Rows: rows,
		TestSet: result.TestSetInfo{Name: "set", SHA256: "1f", Queries: len(rows)},
	}
}

// query returns a query with one score.
func query(id, measure string, score float64) result.Row {
	return result.Row{QueryID: id, Scores: map[string]*float64{measure: &score}}
}

func failedQuery(id string) result.Row {
	return result.Row{QueryID: id, Status: result.Failed, Error: "timeout"}
}

// scored returns a side with the given scores of a measure, queries q0, q1, …
func scored(name, measure string, scores ...float64) gate.Side {
	var rows []result.Row
	for q, x := range scores {
		rows = append(rows, query(fmt.Sprintf("q%d", q), measure, x))
	}
	return sideOf(name, rows...)
}

// side is scored by R@10.
func side(name string, scores ...float64) gate.Side { return scored(name, "R@10", scores...) }

func judge(t *testing.T, current, baseline gate.Side, r gate.Rules) *result.Gate {
	t.Helper()
	g, err := gate.Judge(current, &baseline, r, profile(t, "default"), today)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The vectors of the source: a drop of exactly 5 % passes, in spite of the noise
// of floating point.
func TestSourceVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/ci_gate.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				Baseline  float64 `json:"baseline_recall_at_10"`
				Current   float64 `json:"current_recall_at_10"`
				Tolerance float64
			}
			Expected struct {
				Relative string
				Points   string `json:"absolute_points"`
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Cases) == 0 {
		t.Fatal("no cases", err)
	}
	state := map[string]result.GateState{"pass": result.GatePassed, "fail": result.GateFailed}
	for _, c := range file.Cases {
		for rule, want := range map[string]string{
			fmt.Sprintf("R@10: drop <= %g%%", 100*c.Given.Tolerance): c.Expected.Relative,
			fmt.Sprintf("R@10: drop <= %g", c.Given.Tolerance):       c.Expected.Points,
		} {
			for kind, baseline := range map[string]gate.Side{
				"queries": side("main", c.Given.Baseline, c.Given.Baseline),
				"means":   {System: result.System{Name: "main"}, Means: map[string]float64{"R@10": c.Given.Baseline}},
			} {
				g := judge(t, side("pr", c.Given.Current, c.Given.Current), baseline, rules(t, rule))
				if g.State != state[want] {
					t.Errorf("%s, %s, %s: %s, want %s (%s)", c.ID, rule, kind, g.State, want, g.Reason)
				}
				means := gate.Side{System: result.System{Name: "pr"}, Means: map[string]float64{"R@10": c.Given.Current}}
				if g := judge(t, means, baseline, rules(t, rule)); g.State != state[want] {
					t.Errorf("%s, %s, means against %s: %s, want %s (%s)", c.ID, rule, kind, g.State, want, g.Reason)
				}
			}
		}
	}
}

// repeat lists n scores of x and m of y.
func repeat(n int, x float64, m int, y float64) []float64 {
	var out []float64
	for range n {
		out = append(out, x)
	}
	for range m {
		out = append(out, y)
	}
	return out
}
