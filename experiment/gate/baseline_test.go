package gate_test

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"regexp"
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
  ],
  "seal": ""`

// sealed puts the SHA-256 of a file into it, as `sha256sum` prints it of the file before.
func sealed(text string) string {
	return strings.Replace(text, `"seal": ""`, fmt.Sprintf(`"seal": "%x"`, sha256.Sum256([]byte(text))), 1)
}

// A blessed file has one line a query, in the order of their ids, so that a diff
// shows which queries an update moves; what was written is what is read.
func TestBaselineFile(t *testing.T) {
	want := sealed(blessedHead + `,
  "queries": [
    {"query_id":"a","status":"failed","error":"x\u003cy","scores":[null,null,null]},
    {"query_id":"b","stratum":"x","group":"need 1","scores":[null,0.25,1]},
    {"query_id":"c","scores":[null,null,0.5]}
  ]
}
`)
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
	if got != sealed(blessedHead+"\n}\n") {
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

// A blessed file is read as it was written, and in no other way: whatever was changed
// is refused with its line, and so is a file that was sealed again over what it
// contradicts.
func TestSeal(t *testing.T) {
	good := blessed(t, toBless(), false)
	if _, err := readBlessed(t, strings.ReplaceAll(good, "\n", "\r\n")); err != nil {
		t.Errorf("with the line ends of Windows: %v", err)
	}
	again := func(old, new string) string {
		text := regexp.MustCompile(`"seal": "[0-9a-f]+"`).ReplaceAllString(good, `"seal": ""`)
		return sealed(strings.Replace(text, old, new, 1))
	}
	for name, c := range map[string]struct{ text, want string }{
		"a score":                  {strings.Replace(good, "[null,0.25,1]", "[null,0.25,0]", 1), "baseline.json: line 23: the seal or what is sealed was changed"},
		"the hash of the test set": {strings.Replace(good, `    "sha256": "1f",`+"\n", "", 1), "line 10: "},
		"a query that is gone":     {strings.Replace(good, `    {"query_id":"b","stratum":"x","group":"need 1","scores":[null,0.25,1]},`+"\n", "", 1), "line 23: "},
		"the seal":                 {regexp.MustCompile(`"seal": "."`).ReplaceAllString(strings.Replace(good, `"seal": "`, `"seal": "0`, 1), ""), "line 31: "},
		"no seal":                  {regexp.MustCompile(`,\n  "seal": "[0-9a-f]+"`).ReplaceAllString(good, ""), "baseline.json: it has no seal: "},
		"a mean, sealed again":     {again(`"R@10": 0.75`, `"R@10": 0.5`), "line 23: "},
		"a key twice":              {again(`"profile": "default",`, `"profile": "trec",`+"\n"+`  "profile": "default",`), "line 7: "},
		"a key that is not known":  {again(`"profile": "default",`, `"profile": "default",`+"\n"+`  "note": "x",`), "line 8: "},
		"no hash, sealed again":    {again(`"sha256": "1f"`, `"sha256": ""`), "it does not say of which test set it is"},
		"a query twice":            {again(`    {"query_id":"c"`, `    {"query_id":"b"`), `query "b" is there twice`},
		"truncated":                {good[:len(good)/2], "unexpected end of JSON input"},
	} {
		if _, err := readBlessed(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func readBlessed(t *testing.T, text string) (gate.Side, error) {
	t.Helper()
	return gate.ReadDocument("baseline.json", []byte(text), "", true, profile(t, "default"))
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
		`{"schema": "rankduel/evaluation/v1", "runs": [{"per_query": [{"query_id":"a"},{"query_id":"a"}]}]}`:        `baseline.json: query "a" is there twice`,
		`{"schema": "rankduel/comparison/v1", "comparisons": [{"per_query": [{"query_id":"a"},{"query_id":"a"}]}]}`: `baseline.json: query "a" is there twice`,
		`{"schema": "rankduel/evaluation/v1", "runs": [{"per_query": [{"query_id":"a"}]}]}`:                         `baseline.json: it does not say of which test set it is`,
		`{"R@10": "high"}`:                `baseline.json: neither a document of this program nor means like {"R@10": 0.82}: R@10: `,
		`{"R@10": 0.5, "R@10": 0.6}`:      `"R@10" is there twice`,
		`{"R@10": null}`:                  `"R@10" is null; leave out what was not measured`,
		`{}`:                              `baseline holds no mean; means are like {"R@10": 0.82}`,
		`{"R@10": 82}`:                    `baseline: R@10 of 82, which is from 0 to 1; is it in percent?`,
		`{"R@10": -0.1}`:                  `baseline: R@10 of -0.1, which is from 0 to 1; is it in percent?`,
		`{"R@10": 0.5, "recall@10": 0.5}`: `baseline: R@10 is there twice, under two names`,
		`{"R@10": 0.5, "bogus": 0.5}`:     `bogus`,
		``:                                `baseline.json: `,
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
