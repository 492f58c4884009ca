package gate_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

func blessed(t *testing.T, s gate.Side, meansOnly bool) string {
	t.Helper()
	var out strings.Builder
	if err := gate.WriteBaseline(&out, s, meansOnly); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func read(t *testing.T, text string) gate.Side {
	t.Helper()
	s, err := gate.ReadDocument("baseline.json", []byte(text), "", true, profile(t, "default"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// toBless has three queries out of order, of which one failed; R@5 is defined for
// one alone and AP for none.
func toBless() gate.Side {
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	one, half, quarter := 1.0, 0.5, 0.25
	s := sideOf("main",
		result.Row{QueryID: "b", Stratum: "x", Group: "need 1", Scores: map[string]*float64{"R@10": &one, "R@5": &quarter, "AP": nil}},
		result.Row{QueryID: "a", Status: result.Failed, Error: "x<y"},
		result.Row{QueryID: "c", Scores: map[string]*float64{"R@10": &half}},
	)
	s.System.SHA256, s.RecordedAt = "2e", &at
	s.Latency = &result.Latency{N: 2, MeanMS: 3, P50MS: 4, P95MS: 5, P99MS: 6, MaxMS: 7}
	return s
}

const blessedHead = `{
  "schema": "rankduel/baseline/v1",
  "system": {
    "name": "main",
    "sha256": "2e"
  },
  "profile": "default",
  "test_set": {
    "name": "set",
    "sha256": "1f",
    "queries": 3
  },
  "recorded_at": "2026-11-20T08:00:00Z",
  "latency": {
    "n": 2,
    "mean_ms": 3,
    "p50_ms": 4,
    "p95_ms": 5,
    "p99_ms": 6,
    "max_ms": 7
  },
  "means": {
    "R@10": 0.75,
    "R@5": 0.25
  },
  "measures": [
    "AP",
    "R@5",
    "R@10"
  ]`

// A blessed file has one line a query, in the order of their ids, so that a diff
// shows which queries an update moves; what was written is what is read.
func TestBaselineFile(t *testing.T) {
	const want = blessedHead + `,
  "queries": [
    {"query_id":"a","status":"failed","error":"x\u003cy","scores":[null,null,null]},
    {"query_id":"b","stratum":"x","group":"need 1","scores":[null,0.25,1]},
    {"query_id":"c","scores":[null,null,0.5]}
  ]
}
`
	got := blessed(t, toBless(), false)
	if got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	back := read(t, got)
	at := *toBless().RecordedAt
	if !back.RecordedAt.Equal(at) || back.System.Recorded == nil || *back.System.Recorded != (result.Recorded{From: at, To: at}) {
		t.Errorf("recorded at %v, %+v", back.RecordedAt, back.System.Recorded)
	}
	if *back.Latency != *toBless().Latency || back.Means != nil {
		t.Errorf("%+v", back)
	}
	back.System.Recorded = nil // is not written; recorded_at says it
	if again := blessed(t, back, false); again != got {
		t.Errorf("written again:\n%s", again)
	}
}

// Without its queries it is the head alone, and its means are what is known.
func TestBaselineOfMeans(t *testing.T) {
	got := blessed(t, toBless(), true)
	if got != blessedHead+"\n}\n" {
		t.Errorf("%s, want\n%s", got, blessedHead)
	}
	back := read(t, got)
	if want := map[string]float64{"R@10": 0.75, "R@5": 0.25}; back.Rows != nil || !reflect.DeepEqual(back.Means, want) {
		t.Errorf("%+v", back)
	}
	// .7125 is 95 % of .75.
	for score, want := range map[float64]result.GateState{0.7125: result.GatePassed, 0.712: result.GateFailed} {
		if g := judge(t, side("pr", score), back, rules(t, "R@10: drop <= 5%")); g.State != want {
			t.Errorf("%v: %s: %s", score, g.State, g.Reason)
		}
	}
	if again := blessed(t, back, true); !strings.Contains(again, `"R@10": 0.75`) {
		t.Errorf("the means of means are not theirs:\n%s", again)
	}
}

// Measures go by name, then by cutoff, and then as text.
func TestBaselineMeasures(t *testing.T) {
	row := result.Row{QueryID: "q", Scores: map[string]*float64{}}
	var want strings.Builder
	for _, m := range []string{"R@100", "R@x", "nDCG@5", "R@5", "AP", "nDCG@10", "R@20"} {
		row.Scores[m] = nil
	}
	for _, m := range []string{"AP", "R@5", "R@20", "R@100", "R@x", "nDCG@5", "nDCG@10"} {
		fmt.Fprintf(&want, "    %q,\n", m)
	}
	if got := blessed(t, sideOf("main", row), true); !strings.Contains(got, "\"measures\": [\n"+strings.TrimSuffix(want.String(), ",\n")+"\n  ]") {
		t.Errorf("%s, want\n%s", got, want.String())
	}
}

// A damaged file is refused by its name and fault.
func TestDamagedBaselines(t *testing.T) {
	const row = `{"query_id":"a","scores":[1]}`
	file := func(queries string) string {
		return `{"schema": "rankduel/baseline/v1", "measures": ["R@10"], "queries": ` + queries + `}`
	}
	for text, want := range map[string]string{
		file(`[` + row + `,` + row + `]`):                 `baseline.json: query "a" is there twice`,
		file(`[{"query_id":"a","scores":[1,1]}]`):         `baseline.json: query "a" has 2 scores for 1 measures`,
		file(`[{"query_id":"a","scores":[]}]`):            `baseline.json: query "a" has 0 scores for 1 measures`,
		file(`[]`):                                        `baseline.json: the baseline lists no query`,
		file(`[` + row):                                   `baseline.json: `,
		file(`"none"`):                                    `baseline.json: json: cannot unmarshal string`,
		`{"schema": "rankduel/gate/v1"}`:                  `baseline.json: schema "rankduel/gate/v1" is not known here; give a baseline, an evaluation, a comparison or means`,
		`{"schema": "rankduel/evaluation/v1", "runs": 1}`: `baseline.json: json: cannot unmarshal number`,
		`{"schema": "rankduel/comparison/v1", "a": 1}`:    `baseline.json: json: cannot unmarshal number`,
		`{"R@10": "high"}`:                                `baseline.json: neither a document of this program nor means like {"R@10": 0.82}: R@10: `,
		`{"R@10": 0.5, "R@10": 0.6}`:                      `"R@10" is there twice`,
		`{"R@10": null}`:                                  `"R@10" is null; leave out what was not measured`,
		`{}`:                                              `baseline holds no mean; means are like {"R@10": 0.82}`,
		`{"R@10": 82}`:                                    `baseline: R@10 of 82, which is from 0 to 1; is it in percent?`,
		`{"R@10": -0.1}`:                                  `baseline: R@10 of -0.1, which is from 0 to 1; is it in percent?`,
		`{"R@10": 0.5, "recall@10": 0.5}`:                 `baseline: R@10 is there twice, under two names`,
		`{"R@10": 0.5, "bogus": 0.5}`:                     `bogus`,
		``:                                                `baseline.json: `,
	} {
		_, err := gate.ReadDocument("dir/baseline.json", []byte(text), "", true, profile(t, "default"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	s := read(t, `{"R@10": 1, "nDCG(gain=exp)@10": 0, "recall@5": 0.5}`)
	if want := map[string]float64{"R@10": 1, "nDCG(gain=exp)@10": 0, "R@5": 0.5}; !reflect.DeepEqual(s.Means, want) || s.System.Name != "baseline" {
		t.Errorf("%+v", s)
	}
}
