package server_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/jobs"
)

// A brokenList is a store that cannot be written.
type brokenList struct{ result.Worklist }

func (brokenList) AddJob(context.Context, result.Job, int, ...result.Job) error {
	return errors.New("store /secret/s.db: no space left")
}

// What the store cannot keep is a fault of the server, for a while: 503, as with
// evaluations.
func TestJobThatCannotBeKept(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, false), func(c *server.Config) {
		q, err := jobs.New(brokenList{}, map[string]jobs.Work{"experiment": c.API.Experiments.Work}, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		c.API.Jobs = q
	})
	resp, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{}`)
	if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "the store could not be read or written") || strings.Contains(body, "secret") {
		t.Errorf("%s %s; want 503, and not where the store is", resp.Status, body)
	}
}

// A grade that the gain of a measure does not bear is the fault of who sends it.
func TestGradeOutOfReach(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"))
	resp, body := ask(t, "POST", s.URL+"/v1/evaluate", asJSON, `{"name": "a", "version": "v1", "scale": {"0": "no", "999999999": "yes"}, "queries": [
		{"query_id": "q", "query_text": "gout", "query_type": "exact_term", "relevant_docs": [{"doc_id": "gout-01", "grade": 999999999}]}]}`)
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "grade 999999999 is too large") {
		t.Errorf("%s %s; want 422 about the grade", resp.Status, body)
	}
}

// A set of which a run file answers no query is not what the server can be asked
// about: that is the fault of who sends it, in an evaluation and in a job, and where
// the file is is not told.
func TestSetOfOtherQueries(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"of-a.trec": "q1 Q0 d1 1 1 a\n", "of-b.trec": "q1 Q0 d2 1 1 b\n",
		"set.yaml": "version: v1\nstrata: []\nqueries:\n- {query_id: q1, query_text: x, relevant_docs: [{doc_id: d1, grade: 1}]}\n",
		"exp.yaml": "test_set: set.yaml\ncomponents:\n  a: {run: " + filepath.Join(dir, "of-a.trec") + "}\n  b: {run: of-b.trec}\nconfigs:\n  one: {components: [a]}\n  two: {components: [b]}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const set = `{"name": "other", "version": "v1", "strata": [], "queries": [{"query_id": "Q1", "query_text": "x", "relevant_docs": [{"doc_id": "d1", "grade": 1}]}]}`
	const reason = `a run file: no query in common with the judgments other: it has \"q1\", the judgments have \"Q1\"; write the ids alike`
	s := serve(t, filepath.Join(dir, "exp.yaml"), withJobs(t, jobs.Config{}, true))
	resp, body := ask(t, "POST", s.URL+"/v1/evaluate", asJSON, set)
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, reason) || strings.Contains(body, dir) {
		t.Errorf("%s %s; want 422 with the ids of both, and not where the file is", resp.Status, body)
	}
	if job := ended(t, s.URL, `{"test_set": `+set+`}`); !strings.Contains(job, `"state":"failed"`) || !strings.Contains(job, reason) || strings.Contains(job, dir) {
		t.Errorf("the job is %s", job)
	}
}

// Names are shown in lists, and asked for: an endless one is refused.
func TestEndlessName(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, false))
	for _, key := range []string{"name", "version"} {
		set := strings.Replace(`{"name": "a", "version": "v1", "queries": [{"query_id": "q", "query_text": "gout", "query_type": "exact_term",
			"relevant_docs": [{"doc_id": "gout-01", "grade": 2}]}]}`, `"`+key+`": "`, `"`+key+`": "`+strings.Repeat("x", 200), 1)
		for path, body := range map[string]string{"/v1/evaluate": set, "/v1/experiments": `{"test_set": ` + set + `}`} {
			if resp, told := ask(t, "POST", s.URL+path, asJSON, body); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(told, "shorter") {
				t.Errorf("%s with a long %s: %s %.200s; want 422", path, key, resp.Status, told)
			}
		}
	}
}

// What is wrong with a test set is said by the name of its file: the server's folders
// are not for clients.
func TestFaultyTestSets(t *testing.T) {
	path := clinical(t, "experiment.yaml")
	folder := filepath.Join(filepath.Dir(path), "testsets")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"bad.yaml": "x: [", "empty.yaml": "version: v2\nqueries: []\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(folder, "nowhere"), filepath.Join(folder, "gone.yaml")); err != nil {
		t.Skip(err)
	}
	s := serve(t, path)
	faulty := func() string {
		_, body := ask(t, "GET", s.URL+"/v1/testsets", "", "")
		var list []string
		for _, f := range decode(t, body)["faulty"].([]any) {
			list = append(list, f.(string))
		}
		return strings.Join(list, "\n")
	}
	told := faulty()
	for _, want := range []string{"bad.yaml:1: not valid YAML", "empty.yaml:1: the set has no queries", "gone.yaml: "} {
		if !strings.Contains(told, want) {
			t.Errorf("told %q, want %q in it", told, want)
		}
	}
	if err := os.Remove(filepath.Join(filepath.Dir(path), "testset.yaml")); err != nil {
		t.Fatal(err)
	}
	told += faulty()
	if !strings.Contains(told, "testset.yaml: ") || strings.Contains(told, filepath.Dir(path)) {
		t.Errorf("told %q, want the experiment's own, and no folder", told)
	}
}
