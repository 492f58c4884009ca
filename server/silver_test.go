package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/store"
)

// A bench is an experiment on two run files over 30 queries, which a model labelled and of
// which people labelled the first 12 of a sample.
type bench struct {
	dir            string
	silver, sample string // texts
	experiment     string // asserted.yaml
}

func newBench(t *testing.T) bench {
	t.Helper()
	var set, model, one, two strings.Builder
	for q := range 30 {
		fmt.Fprintf(&model, "q%02[1]d 0 d1 %[2]d\nq%02[1]d 0 d2 %[3]d\n", q, q/2%2, 1-q/2%2)
		for run, first := range map[*strings.Builder]bool{&one: q%3 == 0, &two: q%2 == 1 || q%7 == 0} {
			docs := []string{"d2", "d1"}
			if first {
				docs = []string{"d1", "d2"}
			}
			fmt.Fprintf(run, "q%02[1]d Q0 %[2]s 1 2 r\nq%02[1]d Q0 %[3]s 2 1 r\n", q, docs[0], docs[1])
		}
	}
	b := bench{dir: t.TempDir(), silver: model.String()}
	labelled, err := judgments.Read(t.Context(), trec.Bytes("silver", []byte(b.silver)), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sample, err := silver.Draw(labelled, 12, 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.sample = string(marshal(t, sample))
	set.WriteString("name: set\nversion: v1\nqueries:\n")
	for i, id := range sample.Order {
		fmt.Fprintf(&set, "  - {query_id: %s, query_text: question %[1]s, query_type: paraphrase, ", id)
		if i < 12 {
			fmt.Fprintf(&set, "relevant_docs: [{doc_id: d1, grade: %d}, {doc_id: d2, grade: %d}]}\n", i%2, 1-i%2)
		} else {
			set.WriteString("unjudged: true}\n")
		}
	}
	const experiment = `test_set: set.yaml
measures: [RR]
components: {e1: {run: one.trec}, e2: {run: two.trec}}
configs: {one: {components: [e1]}, two: {components: [e2]}}
`
	const asserted = "silver: silver\nassume_random: true\njudge: gpt\nmodels: [two=gpt]\n"
	for name, text := range map[string]string{
		"set.yaml": set.String(), "one.trec": one.String(), "two.trec": two.String(), "silver": b.silver, "sample": b.sample,
		"people.yaml": experiment, "both.yaml": experiment + "silver: silver\nsample: sample\n", "asserted.yaml": experiment + asserted,
	} {
		b.write(t, name, text)
	}
	b.experiment = experiment + asserted
	return b
}

func (b bench) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sent returns a request with the model's labels, and further keys.
func (b bench) sent(t *testing.T, more map[string]any) string {
	t.Helper()
	values := map[string]any{"silver": b.silver}
	for key, value := range more {
		values[key] = value
	}
	return string(marshal(t, values))
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// printed returns what `rankduel run` prints of a file of the bench.
func (b bench) printed(t *testing.T, file string) string {
	t.Helper()
	planned, err := plan.Reader{Kinds: kinds.All(kinds.NewPool())}.Load(filepath.Join(b.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := run.Prepare(t.Context(), planned, run.Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	c, err := prepared.Run(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := reports.Comparison(&text, c, reports.JSON, reports.Options{}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// A job with labels of a model leads to the document that the command prints, to the byte:
// without its provenance, which is of files.
func TestSilverOverHTTP(t *testing.T) {
	b := newBench(t)
	for name, tt := range map[string]struct{ served, request, printed string }{
		"sent":            {"people.yaml", b.sent(t, map[string]any{"sample": b.sample, "measures": []string{"RR"}}), "both.yaml"},
		"of the file":     {"both.yaml", `{"measures": ["RR"]}`, "both.yaml"},
		"sent in place":   {"both.yaml", b.sent(t, map[string]any{"assume_random": true, "judge": "gpt", "models": []string{"two=gpt"}, "measures": []string{"RR"}}), "asserted.yaml"},
		"of another file": {"asserted.yaml", `{"measures": ["RR"]}`, "asserted.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, filepath.Join(b.dir, tt.served), withJobs(t, jobs.Config{}, true))
			address := comparisonOf(t, s.URL, tt.request)
			resp, body := ask(t, "GET", s.URL+address, "", "")
			if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/json" {
				t.Fatalf("%s: %s %s", address, resp.Status, body)
			}
			if want := b.printed(t, tt.printed); body != want {
				t.Errorf("served:\n%s\nprinted:\n%s", body, want)
			}
		})
	}
}

// What is wrong with labels that are sent is told before a job is accepted, with the place
// and what to do.
func TestSilverRefused(t *testing.T) {
	b := newBench(t)
	other := newBench(t)
	lines := strings.SplitAfter(b.silver, "\n")
	var drawn silver.Sample
	if err := json.Unmarshal([]byte(b.sample), &drawn); err != nil {
		t.Fatal(err)
	}
	without := strings.NewReplacer(drawn.Order[0]+" 0 d1 ", "q99 0 d1 ", drawn.Order[0]+" 0 d2 ", "q99 0 d2 ").Replace(b.silver)
	other.silver = strings.Join(lines[1:], "")
	body := func(key, value string) string { return b.sent(t, map[string]any{key: value}) }
	limited := func(cfg *server.Config) { cfg.Limits.Body = 20_000 }
	s := serve(t, filepath.Join(b.dir, "people.yaml"), withJobs(t, jobs.Config{}, false), limited)
	for _, tt := range []struct {
		name, body string
		status     int
		says       []string
	}{
		{"a bad line", body("silver", b.silver+"q05 0 d3 one\n"), 422, []string{"silver:61", "one"}},
		{"twice", body("silver", b.silver+lines[0]), 422, []string{"silver:61", "d1"}},
		{"a run file", body("silver", "q00 Q0 d1 1 2.5 r\n"), 422, []string{"silver:1"}},
		{"nothing", body("silver", ""), 422, []string{"silver"}},
		{"null", `{"silver": null}`, 422, []string{"silver: want a text"}},
		{"a list", `{"silver": ["q00 0 d1 1"]}`, 422, []string{"silver: want a text"}},
		{"half of a character", `{"silver": "q00 0 d\ud800 1\n"}`, 422, []string{"half of a character"}},
		{"a query that people labelled is missing", body("silver", strings.Join(lines[:2], "")), 422, []string{"silver has no labels of the queries", "the model has to label them too"}},
		{"a query that the set lacks", body("silver", without), 422, []string{"q99", "unjudged: true"}},
		{"off the scale", body("silver", strings.Replace(b.silver, "d1 0", "d1 4", 1)), 422, []string{"grade 4 is above 3"}},
		{"a sample of other labels", other.sent(t, map[string]any{"sample": b.sample}), 422, []string{"the sample was drawn for other labels", "draw another"}},
		{"an edited sample", body("sample", strings.Replace(b.sample, `"seed":7`, `"seed":8`, 1)), 422, []string{"the order of the sample is not the one that seed 8 draws"}},
		{"no sample", body("sample", "[]"), 422, []string{"a sample is made by `rankduel labels sample`"}},
		{"a sample alone", `{"sample": "{}"}`, 422, []string{"sample has no use without silver"}},
		{"without labels", `{"assume_random": true}`, 422, []string{"assume_random has no use without labels of a model"}},
		{"another test", body("test", "randomization"), 422, []string{"test randomization has no use with labels of a model"}},
		{"an unknown system", b.sent(t, map[string]any{"judge": "gpt", "models": []string{"three=gpt"}}), 422, []string{`models: "three=gpt", want SYSTEM=FAMILY`}},
		{"too much", body("silver", b.silver+strings.Repeat("\n", 20_000)), 413, []string{"larger than the 20000 bytes", "--max-body"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			resp, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, tt.body)
			detail, _ := decode(t, body)["detail"].(string)
			for _, want := range tt.says {
				if resp.StatusCode != tt.status || !strings.Contains(detail, want) || strings.Contains(body, b.dir) || strings.Contains(body, "silver: silver") {
					t.Errorf("%s %s, want %d and %q, and no path", resp.Status, body, tt.status, want)
				}
			}
		})
	}
	large := serve(t, filepath.Join(b.dir, "people.yaml"), withJobs(t, jobs.Config{}, false))
	if resp, body := ask(t, "POST", large.URL+"/v1/experiments", asJSON, body("silver", b.silver+strings.Repeat("\n", 70_000))); resp.StatusCode != http.StatusAccepted {
		t.Errorf("more labels than names may be sent: %s %s", resp.Status, body)
	}
}

// What only shows when systems have answered is the end of the job, in words of the labels.
func TestSilverWithoutVerdict(t *testing.T) {
	b := newBench(t)
	s := serve(t, filepath.Join(b.dir, "people.yaml"), withJobs(t, jobs.Config{}, true))
	more, fewer := b, b
	fewer.silver = ""
	for q := range 30 {
		more.silver += fmt.Sprintf("q%02d 0 d3 0\n", q)
		fewer.silver += fmt.Sprintf("q%02d 0 d1 %d\n", q, q%2)
	}
	for want, of := range map[string]bench{"set labels no query whole": more, " of the first 10 hits of one, and ": fewer} {
		job := decode(t, ended(t, s.URL, of.sent(t, map[string]any{"assume_random": true})))
		if text, _ := job["error"].(string); job["state"] != "failed" || !strings.Contains(text, want) {
			t.Errorf("%v, want it failed: %q", job, want)
		}
	}
}

// A comparison that was kept stays as it was, whatever becomes of the files; a job without
// labels of a model has none of its own, and its runs are compared.
func TestKeptComparison(t *testing.T) {
	b := newBench(t)
	s := serve(t, filepath.Join(b.dir, "both.yaml"), withJobs(t, jobs.Config{}, true))
	address := comparisonOf(t, s.URL, `{}`)
	_, before := ask(t, "GET", s.URL+address, "", "")
	for _, name := range []string{"set.yaml", "silver", "sample", "one.trec"} {
		b.write(t, name, "changed")
	}
	if resp, after := ask(t, "GET", s.URL+address, "", ""); resp.StatusCode != http.StatusOK || after != before || !strings.Contains(before, `"state": "verified"`) {
		t.Errorf("%s, kept:\n%s\nafterwards:\n%s", resp.Status, before, after)
	}
	plain := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, true))
	job := decode(t, ended(t, plain.URL, `{}`))
	for _, id := range []string{job["id"].(string), "job_x"} {
		if resp, body := ask(t, "GET", plain.URL+"/v1/jobs/"+id+"/comparison", "", ""); resp.StatusCode != http.StatusNotFound || !strings.Contains(body, `job \"`+id+`\" has no comparison of its own`) || strings.Contains(body, "store") {
			t.Errorf("%s: %s %s, want 404", id, resp.Status, body)
		}
	}
}

// Some of the systems are compared without a word of the models of others; an entry that is
// sent has to be of one that is compared.
func TestSilverOfSomeConfigs(t *testing.T) {
	b := newBench(t)
	b.write(t, "three.yaml", strings.Replace(strings.Replace(b.experiment, "two: {", "three: {components: [e1, e2], fusion_method: rrf}, two: {", 1), "models: [two=gpt]", "models: [two=gpt, three=gpt]", 1))
	s := serve(t, filepath.Join(b.dir, "three.yaml"), withJobs(t, jobs.Config{}, true))
	_, body := ask(t, "GET", s.URL+comparisonOf(t, s.URL, `{"configs": ["one", "two"]}`), "", "")
	if !strings.Contains(body, `"two"`) || strings.Contains(body, `"three`) {
		t.Errorf("of three systems two were asked for:\n%s", body)
	}
	if resp, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{"configs": ["one", "two"], "models": ["three=gpt"]}`); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "three=gpt") {
		t.Errorf("%s %s, want 422", resp.Status, body)
	}
}

// A set that is sent has no labels of the file's model, nor settings of theirs.
func TestSilverOfAnotherSet(t *testing.T) {
	b := newBench(t)
	s := serve(t, filepath.Join(b.dir, "asserted.yaml"), withJobs(t, jobs.Config{}, true))
	var queries []map[string]any
	for q := range 30 {
		queries = append(queries, map[string]any{
			"query_id": fmt.Sprintf("q%02d", q), "query_text": "question", "query_type": "paraphrase",
			"relevant_docs": []map[string]any{{"doc_id": "d1", "grade": 1}},
		})
	}
	address := comparisonOf(t, s.URL, string(marshal(t, map[string]any{"test_set": map[string]any{"version": "v2", "queries": queries}})))
	if resp, body := ask(t, "GET", s.URL+address, "", ""); !strings.HasPrefix(address, "/v1/comparisons?") || resp.StatusCode != http.StatusOK || strings.Contains(body, `"sampling"`) {
		t.Errorf("%s: %s %s, want people's labels alone", address, resp.Status, body)
	}
	if resp, body := ask(t, "POST", s.URL+"/v1/evaluate?test_set=set", "", ""); resp.StatusCode != http.StatusOK {
		t.Errorf("evaluated by people's labels: %s %s", resp.Status, body)
	}
}
