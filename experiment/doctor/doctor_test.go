package doctor_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/doctor"
	"github.com/rankduel/rankduel/experiment/result"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func examine(t *testing.T, paths ...string) *result.Diagnosis {
	t.Helper()
	d, err := doctor.Examine(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// By hand: 200 samples of 0 and 2 have the standard deviation √(200/199), and two systems
// whose scores correlate by a half differ with the same. Of a measure without bounds the
// difference that is found in four cases of five is (t₁₉₉(.975) + z(.8))·sd/√n, with
// t = 1.97196 and z = .84162. Two systems that differ by ±1 have the same sd.
func TestDetectable(t *testing.T) {
	var a, b strings.Builder
	fmt.Fprintln(&a, "query_id,measure,score")
	fmt.Fprintln(&b, "query_id,measure,score")
	for i := range 200 {
		fmt.Fprintf(&a, "q%d,RR,1\nq%[1]d,cost,%d\n", i, i%2*2)
		fmt.Fprintf(&b, "q%d,RR,1\nq%[1]d,cost,%d\n", i, i%2*2+i/2%2*2-1)
	}
	d := examine(t, write(t, "a", a.String()), write(t, "b", b.String()))
	want := (1.97196 + .84162) * math.Sqrt(200./199) / math.Sqrt(200)
	cost := d.Files[0].Scores[1]
	if cost.Measure != "cost" || cost.Detectable == nil || math.Abs(*cost.Detectable-want) > 1e-4 {
		t.Errorf("%+v, want %v detectable", cost, want)
	}
	if rr := d.Files[0].Scores[0]; rr.Detectable != nil || !rr.Binary || rr.Better != "higher" {
		t.Errorf("of scores that are all 1: %+v", rr)
	}
	pair := d.Pairs[0]
	if v := pair.Detectable["cost"]; v == nil || math.Abs(*v-want) > 1e-4 {
		t.Errorf("of the two: %v, want %v", v, want)
	}
	if v, there := pair.Detectable["RR"]; v != nil || !there || pair.Common != 200 {
		t.Errorf("%+v, want no difference of RR and 200 samples", pair)
	}
}

// Samples that failed, repeats, and what no one scored do not count as 0.
func TestScores(t *testing.T) {
	log := `{"eval": {"model": "m", "task": "t", "dataset": {"name": "d"}}, "status": "success", "samples": [
		{"id": 1, "epoch": 1, "scores": {"s": {"value": "C"}}}, {"id": 1, "epoch": 2, "scores": {"s": {"value": "I"}}},
		{"id": 2, "epoch": 1, "error": {"message": "no"}}, {"id": 3, "epoch": 1, "scores": {"s": {"value": 1}}}]}`
	f := examine(t, write(t, "log", log)).Files[0]
	if f.Kind != result.FileScores || f.Is != "a log of Inspect" || f.Of["task"] != "t" {
		t.Fatalf("%+v", f)
	}
	m := f.Scores[0]
	if m.System != "m" || m.Samples != 3 || m.Runs != 2 {
		t.Errorf("%+v, want three samples of m, up to two runs of one", m)
	}
	if m.Scored != 2 || m.Min != .5 || m.Mean != .75 || m.Max != 1 || m.Binary || m.Better != "higher" {
		t.Errorf("%+v, want .5 and 1", m)
	}
}

// Only what cannot be read at all is an error.
func TestUnread(t *testing.T) {
	if _, err := doctor.Examine(t.Context(), []string{filepath.Join(t.TempDir(), "x")}); err == nil {
		t.Error("a file that is not there was examined")
	}
	for name, text := range map[string]string{"empty": "", "nul": "\x00\x01\x02", "cut": `{"eval": {"model"`} {
		if f := examine(t, write(t, name, text)).Files[0]; f.Kind != result.FileUnknown || len(f.Says) != 3 {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// What has to be chosen in a log is a lack, with the flag.
func TestChoice(t *testing.T) {
	log := `{"doc_id": 1, "doc_hash": "h", "resps": [], "filter": "strict", "metrics": ["em"], "em": 1}
{"doc_id": 1, "doc_hash": "h", "resps": [], "filter": "loose", "metrics": ["em"], "em": 1}
`
	f := examine(t, write(t, "samples.jsonl", log)).Files[0]
	if f.Is != "a log of lm-evaluation-harness" || f.Scores[0].Samples != 1 || !strings.Contains(strings.Join(f.Lacks, " "), "--filter loose") {
		t.Errorf("%+v, want the scores of one filter, and to be told of it", f)
	}
}

// The command for two files has what they need to be compared: names, what becomes of a score that one alone has, a direction.
func TestCommandRuns(t *testing.T) {
	log := func(model, measure, second string) string {
		cases := make([]string, 40)
		for i := range cases {
			cases[i] = fmt.Sprintf(`{"name": "n%d", "metricsData": [{"name": %q, "score": %s}]}`, i, measure, map[bool]string{true: second, false: "0.5"}[i == 1])
		}
		return fmt.Sprintf(`{"hyperparameters": {"model": %q}, "testCases": [%s]}`, model, strings.Join(cases, ","))
	}
	for _, c := range []struct{ a, b, want string }{
		{log("m", "F", "1"), log("n", "F", "1"), "rankduel compare --scores A B --direction F=higher"},
		{log("m", "F", "1"), log("m", "F", "1"), "rankduel compare --scores run1=A run2=B --direction F=higher"},
		{log("m", "F", "1"), log("n", "F", "null"), "rankduel compare --scores A B --missing pairs --direction F=higher"},
		{log("m", "RR", "1"), log("n", "RR", "1"), "rankduel compare --scores A B"},
	} {
		a, b := write(t, "a", c.a), write(t, "b", c.b)
		next := strings.NewReplacer(a, "A", b, "B").Replace(strings.Join(examine(t, a, b).Next, "\n"))
		if next != c.want {
			t.Errorf("%s, want %s", next, c.want)
		}
	}
}

// What of a log is not compared is said.
func TestLeftOut(t *testing.T) {
	f := examine(t, write(t, "a.csv", "feedback.ok,feedback.why,example_id\nTrue,so,x\nFalse,so,y\n")).Files[0]
	if len(f.Scores) != 1 || f.Scores[0].Mean != .5 || !strings.Contains(strings.Join(f.Says, " "), `not all values are numbers: "why"`) {
		t.Errorf("%+v", f)
	}
}

// A log without ids is read by a field that is likely to tell samples apart, and the command names it.
func TestSampleID(t *testing.T) {
	rows := make([]string, 40)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"name": "test_qa", "input": "q%d", "metricsData": [{"name": "RR", "score": 1}]}`, i)
	}
	a, b := write(t, "a", `{"testCases": [`+strings.Join(rows, ",")+`]}`), write(t, "b", `{"testCases": [`+strings.Join(rows, ",")+`]}`)
	d := examine(t, a, b)
	if next := strings.Join(d.Next, "\n"); d.Pairs[0].Common != 40 || !strings.HasSuffix(next, " --sample-id input") || !strings.Contains(strings.Join(d.Files[0].Lacks, " "), "--sample-id input") {
		t.Errorf("%+v, %s", d.Pairs, next)
	}
}
