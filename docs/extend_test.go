package docs_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// An extension is one way in which the tree can grow, as extending.md tells it: new files, and one place in each file that changes.
type extension struct {
	new    map[string]string
	change map[string][2]string // a text that is in the file once, and what replaces it
}

var extensions = map[string]extension{
	"measure": {
		new: map[string]string{"metrics/lastrank.go": `package metrics

// LastRank is the rank of the last relevant hit.
type LastRank struct{}

// Score computes the measure.
func (LastRank) Score(j *Judged) (float64, bool) {
	last := 0.0
	for _, h := range j.Hits {
		if h.Grade > 0 {
			last = float64(h.Rank)
		}
	}
	return last, last > 0
}

// Cutoff is 0.
func (LastRank) Cutoff() int { return 0 }

// String is the canonical text.
func (LastRank) String() string { return "LastRank" }
`},
		change: map[string][2]string{
			"metrics/builtin.go": {"newNumRet,\n", "newNumRet,\n\t\t\"LastRank\": func(*Args) Measure { return LastRank{} },\n"},
			"metrics/measures.txt": {"measure: NumRet\n", `measure: LastRank
summary: Rank of the last relevant hit.
formula: max rank
range: [1, inf)
unit: rank
undefined: no relevant hit
source: a test
better: lower

measure: NumRet
`},
		},
	},
	"statistical test": {
		new: map[string]string{"stats/coin.go": `package stats

// Coin is a test that knows nothing.
type Coin struct{}

// Name is "coin".
func (Coin) Name() string { return "coin" }

// Test tests differences that are already formed.
func (c Coin) Test(d Differences) (Result, error) { return newResult(c.Name(), d, Exact), nil }
`},
		change: map[string][2]string{
			"experiment/result/comparison.go": {"\tSign               *TestResult   `json:\"sign\"`\n", "\tSign               *TestResult   `json:\"sign\"`\n\tCoin               *TestResult   `json:\"coin\"`\n"},
			"experiment/compare/infer.go":     {"\t\t{stats.Sign{}, &inf.Sign},\n", "\t\t{stats.Sign{}, &inf.Sign},\n\t\t{stats.Coin{}, &inf.Coin},\n"},
		},
	},
	"setting": {
		change: map[string][2]string{
			"experiment/compare/settings.go":  {"\tPerQuery    bool ", "\tRemark      string\n\tPerQuery    bool "},
			"experiment/compare/fields.go":    {"\t\t{Key: \"per_query\",", "\t\t{Key: \"remark\", At: func(s *Settings) any { return &s.Remark }},\n\t\t{Key: \"per_query\","},
			"experiment/compare/settings.txt": {"per_query: ", "remark: a note for the report\nper_query: "},
			"experiment/compare/compare.go":   {"\tif settings.PerQuery {\n", "\tif settings.Remark != \"\" {\n\t\tp.Health = append(p.Health, result.Noted(\"remark\", settings.Remark))\n\t}\n\tif settings.PerQuery {\n"},
		},
	},
	"fusion method": {
		new: map[string]string{"retrieval/fusion/nothing.go": `package fusion

func nothing(p *Pool, _ Settings, dst []float64) ([]float64, error) { return append(dst[:0], make([]float64, p.Len())...), nil }
`},
		change: map[string][2]string{"retrieval/fusion/methods.go": {
			"\treturn []Entry{\n\t\tpassed,\n",
			"\treturn []Entry{\n\t\tpassed,\n\t\tfused(\"nothing\", \"\", \"\", \"0 for every document\", by(nothing)),\n",
		}},
	},
	"report": {
		new: map[string]string{"reports/shout.go": `package reports

import (
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

func shout(c *result.Comparison) (string, error) { return strings.ToUpper(string(c.Comparisons[0].Verdict)) + "!\n", nil }
`},
		change: map[string][2]string{
			"reports/format.go":     {"[]Format{Text, JSON, Markdown, CSV, LaTeX}", "[]Format{Text, JSON, Markdown, CSV, LaTeX, \"shout\"}"},
			"reports/comparison.go": {"map[Format]Builder{", "map[Format]Builder{\"shout\": func() (string, error) { return shout(c) }, "},
		},
	},
	"engine": {
		new: map[string]string{"retrieval/fixed/kind.go": `// Package fixed answers every query alike.
package fixed

import (
	"context"

	"github.com/rankduel/rankduel/retrieval"
)

// Settings are the documents.
type Settings struct {
	Documents []string ` + "`yaml:\"documents\"`" + `
}

// Kind lets experiments declare such engines.
func Kind() retrieval.Kind {
	return retrieval.KindOf("fixed", func(s Settings) retrieval.Engine { return engine{s} })
}

type engine struct{ Settings }

func (engine) Validate() error                            { return nil }
func (engine) Inputs() []string                           { return nil }
func (e engine) Identity(context.Context, retrieval.Place) (string, error) { return "fixed", nil }

func (e engine) Open(context.Context, retrieval.Place) (retrieval.Retriever, error) {
	return retrieval.Func(func(_ context.Context, _ retrieval.Query, k int) ([]retrieval.Hit, error) {
		var hits []retrieval.Hit
		for i, id := range e.Documents[:min(k, len(e.Documents))] {
			hits = append(hits, retrieval.Hit{ID: id, Score: -float64(i)})
		}
		return hits, nil
	}), nil
}
`},
		change: map[string][2]string{"retrieval/kinds/kinds.go": {
			"\tall := []retrieval.Kind{", "\tall := []retrieval.Kind{fixed.Kind(), ",
		}},
	},
}

// TestExtend adds a measure, a statistical test, a setting, a fusion method, a report
// and an engine to a copy of the tree, touches no files but those that the page
// names, and uses each from the command line.
func TestExtend(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program again")
	}
	tree := copyTree(t)
	page := readPage(t, "extending.md")
	for name, e := range extensions {
		for path, text := range e.new {
			write(t, filepath.Join(tree, path), text)
		}
		for path, change := range e.change {
			if !strings.Contains(page, "`"+path+"`") {
				t.Errorf("%s: extending.md does not name %s", name, path)
			}
			data := readPage(t, filepath.Join(tree, path))
			if strings.Count(data, change[0]) != 1 {
				t.Fatalf("%s: %q stands %d times in %s, want once", name, change[0], strings.Count(data, change[0]), path)
			}
			write(t, filepath.Join(tree, path), strings.Replace(data, change[0], change[1], 1))
		}
	}
	kinds := filepath.Join(tree, "retrieval/kinds/kinds.go") // an import is not a row
	write(t, kinds, strings.Replace(readPage(t, kinds), "import (\n", "import (\n\t\"github.com/rankduel/rankduel/retrieval/fixed\"\n", 1))

	program := filepath.Join(t.TempDir(), "rankduel")
	build := exec.Command("go", "build", "-o", program, "./cmd/rankduel")
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	work := t.TempDir()
	write(t, filepath.Join(work, "set.yaml"), "name: s\nversion: v1\nqueries:\n"+
		"- {query_id: q1, query_text: one, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 1}]}\n")
	write(t, filepath.Join(work, "experiment.yaml"), `test_set: set.yaml
measures: [LastRank]
components:
  ab: {fixed: {documents: [a, b]}}
  ba: {fixed: {documents: [b, a]}}
configs:
  alone: {components: [ab]}
  both: {fusion_method: nothing}
`)
	write(t, filepath.Join(work, "remarked.yaml"), readPage(t, filepath.Join(work, "experiment.yaml"))+"remark: by a file\n")
	run := func(args ...string) string {
		cmd := exec.Command(program, args...)
		cmd.Dir = work
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if got := run("explain", "LastRank"); !strings.Contains(got, "lower is better") {
		t.Errorf("explain says of the measure:\n%s", got)
	}
	got := run("run", "experiment.yaml", "--format", "json")
	for _, want := range []string{`"coin": {`, `"measure": "LastRank"`, `"b": {`} {
		if !strings.Contains(got, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
	if got := run("run", "experiment.yaml", "--format", "shout"); got != "INCONCLUSIVE!\n" {
		t.Errorf("the new report says %q", got)
	}
	if got := run("run", "experiment.yaml", "--remark", "by a flag", "-o", "flag.json", "--format", "json"); !strings.Contains(got, `"text": "by a flag"`) {
		t.Error("the new setting has no effect as a flag")
	}
	if got := run("verify", "flag.json"); !strings.Contains(got, "equal to the last byte") {
		t.Errorf("verify says of a document by the new setting: %s", got)
	}
	if got := run("run", "remarked.yaml", "--format", "json"); !strings.Contains(got, `"text": "by a file"`) {
		t.Error("the new setting has no effect in a file")
	}
	checkService(t, program, work)
}

// checkService asks a server by the new setting: as the query of a comparison and in
// the request of a job.
func checkService(t *testing.T, program, work string) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	serve := exec.Command(program, "serve", "experiment.yaml", "--addr", free.Addr().String())
	serve.Dir = work
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = serve.Process.Kill(), serve.Wait() }()
	ask := func(method, path, body string) (text string) {
		for range 100 {
			r, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			if resp, err := http.DefaultClient.Do(r); err == nil {
				data, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				return string(data)
			}
			time.Sleep(100 * time.Millisecond) // it is starting
		}
		t.Fatalf("%s: no answer", path)
		return ""
	}
	var job struct {
		ID, State, Error string
		URL              string `json:"comparison_url"`
	}
	accepted := ask("POST", "/v1/experiments", `{"remark": "by a job"}`)
	if err := json.Unmarshal([]byte(accepted), &job); err != nil || job.ID == "" {
		t.Fatalf("the job: %v: %s", err, accepted)
	}
	for range 100 {
		if err := json.Unmarshal([]byte(ask("GET", "/v1/jobs/"+job.ID, "")), &job); err != nil || job.State == "done" || job.State == "failed" {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if got := ask("GET", job.URL, ""); !strings.Contains(got, `"text": "by a job"`) {
		t.Errorf("the new setting has no effect in a job, which is %+v: %.300s", job, got)
	}
	other := strings.Replace(job.URL, "remark=by+a+job", "remark=by+an+address", 1)
	if got := ask("GET", other, ""); !strings.Contains(got, `"text": "by an address"`) {
		t.Errorf("the new setting has no effect in %s: %.300s", other, got)
	}
}

// copyTree copies what git knows and would take.
func copyTree(t *testing.T) string {
	t.Helper()
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Skipf("no list of files from git: %v", err)
	}
	to := t.TempDir()
	for _, path := range strings.Fields(string(out)) {
		if strings.HasSuffix(path, "_test.go") || slices.Contains(strings.Split(path, "/"), "testdata") {
			continue
		}
		data, err := os.ReadFile(filepath.Join("..", path))
		if os.IsNotExist(err) {
			continue // removed and not committed
		}
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(to, path), string(data))
	}
	return to
}

func readPage(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
