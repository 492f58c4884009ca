package server_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/store"
)

// split returns a set of four queries, of which as many are held out as is said.
func split(heldOut int) string {
	var b strings.Builder
	b.WriteString("name: split\nversion: v1\nqueries:\n")
	for i, id := range []string{"q1", "q2", "q3", "q4"} {
		part := "evaluation"
		if i < heldOut {
			part = "heldout"
		}
		b.WriteString("- {query_id: " + id + ", query_text: cough after an ACE inhibitor, query_type: paraphrase, split: " + part + ", relevant_docs: [{doc_id: ace-01, grade: 1}]}\n")
	}
	return b.String()
}

// leftOut returns what the health of an evaluation says of held-out queries, "" when
// nothing.
func leftOut(t *testing.T, body string) string {
	t.Helper()
	for _, finding := range decode(t, body)["health"].([]any) {
		if f := finding.(map[string]any); f["code"] == "heldout_left_out" {
			return f["text"].(string)
		}
	}
	return ""
}

// An evaluation leaves held-out queries out, and says so wherever the set comes from.
func TestHeldOutIsLeftOut(t *testing.T) {
	path := clinical(t, "hybrid.yaml")
	folder := filepath.Join(filepath.Dir(path), "testsets")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "split_v1.yaml"), []byte(split(3)), 0o666); err != nil {
		t.Fatal(err)
	}
	s := serve(t, path)
	for _, tt := range []struct {
		query, set string
		queries    float64
		says       string
	}{
		{"", split(1), 3, "1 query of the set held out, not asked and in no number here; `rankduel holdout check` looks"},
		{"?components=bm25", split(2), 2, "2 queries of the set held out"},
		{"?detail=full", split(2), 2, "2 queries of the set held out"},
		{"?test_set=split", "", 1, "3 queries of the set held out"},
		{"?test_set=split@v1", "", 1, "3 queries of the set held out"},
		{"", split(0), 4, ""},
		{"?test_set=clinical", "", 50, ""},
	} {
		resp, body := ask(t, "POST", s.URL+"/v1/evaluate"+tt.query, "application/yaml", tt.set)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s", tt.query, resp.Status, body)
		}
		a := decode(t, body)
		if got := leftOut(t, body); a["queries"] != tt.queries || !strings.HasPrefix(got, tt.says) || (got == "") != (tt.says == "") {
			t.Errorf("evaluate%s: %v queries, %q; want %v and %q", tt.query, a["queries"], got, tt.queries, tt.says)
		}
		_, rows := ask(t, "GET", s.URL+"/v1/runs/"+a["run_id"].(string), "", "")
		if held := tt.set != "" && tt.says != ""; held && strings.Contains(rows, `"q1"`) {
			t.Errorf("evaluate%s: a held-out query is in the run", tt.query)
		}
	}
	wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate", split(4), "Content-Type", "application/yaml"), 422, "all 4 queries of test set split are held out, and a service does not look at them; send queries of the evaluation part, and have `rankduel holdout check`")
}

// A job over held-out queries is refused with what to do instead. All of a set in
// which nothing is held out is its evaluation part, and can be compared.
func TestJobsLeaveHeldOutAlone(t *testing.T) {
	path := clinical(t, "hybrid.yaml")
	folder := filepath.Join(filepath.Dir(path), "testsets")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "split_v1.yaml"), []byte(split(1)), 0o666); err != nil {
		t.Fatal(err)
	}
	s := serve(t, path, withJobs(t, jobs.Config{}, true))
	for _, part := range []string{"heldout", "all"} {
		wantProblem(t, request(t, "POST", s.URL+"/v1/experiments", `{"test_set": "split", "part": "`+part+`"}`, "Content-Type", asJSON), 422,
			"part "+part+" of test set split has held-out queries, which experiments over HTTP would use up; take the evaluation part, and `rankduel holdout check` at the end")
	}
	resp, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{"part": "all"}`)
	if resp.StatusCode != http.StatusAccepted {
		t.Fatalf("%s %s", resp.Status, body)
	}
	ask(t, "GET", s.URL+resp.Header.Get("Location")+"/events", "", "") // until it has ended
	_, body = ask(t, "GET", s.URL+resp.Header.Get("Location"), "", "")
	link, _ := decode(t, body)["comparison_url"].(string)
	if resp, compared := ask(t, "GET", s.URL+link, "", ""); resp.StatusCode != http.StatusOK {
		t.Errorf("the comparison of %s: %s %s", body, resp.Status, compared)
	}
}

// The list of runs has those of held-out queries without a score.
func TestHeldOutIsListedWithoutScores(t *testing.T) {
	var db store.Store
	s := serve(t, clinical(t, "hybrid.yaml"), func(c *server.Config) { db = c.API.Store.(store.Store) })
	_, body := ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical", "", "")
	run, err := db.Run(t.Context(), decode(t, body)["run_id"].(string))
	if err != nil {
		t.Fatal(err)
	}
	_, before := ask(t, "GET", s.URL+"/v1/runs", "", "")
	run.ID, run.TestSet.Part = "run_heldout", "heldout"
	if err := db.SaveRun(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	_, after := ask(t, "GET", s.URL+"/v1/runs", "", "")
	if !strings.Contains(after, "run_heldout") || strings.Count(before, `"mean"`) == 0 || strings.Count(after, `"mean"`) != strings.Count(before, `"mean"`) {
		t.Errorf("%s\nthen %s", before, after)
	}
}

// Queries that were held out when a look was taken stay so, whatever a copy of the
// set says of them.
func TestHeldOutStaysHeldOut(t *testing.T) {
	path := clinical(t, "hybrid.yaml")
	folder := filepath.Join(filepath.Dir(path), "testsets")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "split_v1.yaml"), []byte(split(0)), 0o666); err != nil {
		t.Fatal(err)
	}
	var db store.Store
	s := serve(t, path, func(c *server.Config) { db = c.API.Store.(store.Store) }, withJobs(t, jobs.Config{}, true))
	held := []result.HeldOutQuery{holdout.QueryOf("q1", "cough after an ACE inhibitor")}
	if err := db.Seal(t.Context(), []result.Sealed{holdout.SealPart(held, time.Now())}); err != nil {
		t.Fatal(err)
	}
	const says = "1 queries of test set split were held out before, and are not marked as such here; a service does not look at them"
	wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate", split(0), "Content-Type", "application/yaml"), 422, says)
	wantProblem(t, request(t, "POST", s.URL+"/v1/experiments", `{"test_set": "split"}`, "Content-Type", asJSON), 422, says)
	if resp, body := ask(t, "POST", s.URL+"/v1/evaluate", "application/yaml", split(1)); resp.StatusCode != http.StatusOK {
		t.Errorf("marked: %s %s", resp.Status, body)
	}
}

// Runs of held-out queries, which the command has stored, are compared by no one who
// has but a token, in whatever form.
func TestHeldOutIsNotCompared(t *testing.T) {
	var db store.Store
	s := serve(t, clinical(t, "hybrid.yaml"), func(c *server.Config) { db = c.API.Store.(store.Store) })
	_, body := ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical", "", "")
	open := decode(t, body)["run_id"].(string)
	for _, part := range []string{"heldout", "all"} {
		run, err := db.Run(t.Context(), open)
		if err != nil {
			t.Fatal(err)
		}
		held := run
		held.ID, held.TestSet.Part = "run_"+part, part
		if err := db.SaveRun(t.Context(), held); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{
			"/v1/comparisons?a=" + open + "&b=" + held.ID, "/v1/comparisons?a=" + held.ID + "&b=" + open, "/v1/comparisons?a=" + open + "&b=" + open + "," + held.ID,
			"/v1/comparisons/page?a=" + open + "&b=" + held.ID, "/v1/comparisons/data?a=" + open + "&b=" + held.ID,
			"/v1/reports/" + open + ".." + held.ID, "/v1/reports/" + held.ID + ".." + open + "?format=html",
			"/v1/runs/" + held.ID,
		} {
			wantProblem(t, request(t, "GET", s.URL+path, ""), 403, "run "+held.ID+" is of part "+part+" of test set clinical@v1: showing it is a look at held-out queries, which `rankduel compare` and `rankduel runs show` take and write to the ledger")
		}
	}
}
