package server_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/store"
)

// withJobs takes jobs, and works them off when it is told to.
func withJobs(t *testing.T, config jobs.Config, started bool) option {
	return func(cfg *server.Config) {
		db, system := cfg.API.Store.(store.Store), cfg.API.System
		cfg.API.Experiments = &experiments.Experiments{Plan: system.Plan(), Sets: system.Sets(), Store: db, Options: system.Options(), Queries: 100}
		q, err := jobs.New(db, map[string]jobs.Work{experiments.Kind: cfg.API.Experiments.Work}, config)
		if err != nil {
			t.Fatal(err)
		}
		cfg.API.Jobs = q
		if !started {
			return
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			ctx, done := context.WithTimeout(context.Background(), time.Minute)
			defer done()
			if err := q.Stop(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

const asJSON = "application/json"

func TestExperimentOverHTTP(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, true))
	resp, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{"baseline": "weighted"}`)
	job := decode(t, body)
	at := resp.Header.Get("Location")
	if resp.StatusCode != http.StatusAccepted || at != "/v1/jobs/"+job["id"].(string) || job["state"] != "queued" || job["by"] != "local" {
		t.Fatalf("%s, Location %q, %s; want it accepted", resp.Status, at, body)
	}
	_, events := ask(t, "GET", s.URL+at+"/events", "", "") // until it has ended
	if !strings.HasSuffix(events, "\n\n") || !strings.Contains(events, "event: job\nid: end\ndata: {") {
		t.Errorf("events %q, want the last one marked", events)
	}
	_, body = ask(t, "GET", s.URL+at, "", "")
	job = decode(t, body)
	runs := job["runs"].([]any)
	link, err := url.Parse(job["comparison_url"].(string))
	if err != nil || job["state"] != "done" || len(runs) != 2 || link.Path != "/v1/comparisons" ||
		link.Query().Get("a") != runs[0] || link.Query().Get("b") != runs[1] {
		t.Errorf("%s; want it done, with two runs and their comparison", body)
	}
	if resp, body := ask(t, "GET", s.URL+link.String(), "", ""); resp.StatusCode != http.StatusOK || decode(t, body)["schema"] != result.ComparisonSchema {
		t.Errorf("its comparison: %s %.300s", resp.Status, body)
	}
	_, body = ask(t, "GET", s.URL+"/v1/runs/"+runs[0].(string), "", "")
	if run := decode(t, body); run["name"] != "weighted" {
		t.Errorf("the first run is %v, want the baseline's", run["name"])
	}
	resp, body = ask(t, "DELETE", s.URL+at, "", "")
	if resp.StatusCode != http.StatusAccepted || decode(t, body)["state"] != "done" {
		t.Errorf("cancelled after its end: %s %s, want it as it was", resp.Status, body)
	}
	req, err := http.NewRequest("GET", s.URL+at+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", "end")
	if resp, body := do(t, req); resp.StatusCode != http.StatusNoContent || body != "" {
		t.Errorf("events after the last: %s %q, want 204", resp.Status, body)
	}
}

func TestQueueOverHTTP(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{Queued: 3}, false)) // no one works
	var ids []string
	for range 3 {
		_, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{}`)
		ids = append(ids, decode(t, body)["id"].(string))
	}
	resp, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{}`)
	if resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "10" {
		t.Errorf("beyond the queue: %s, Retry-After %q, %s; want 429 and when to come back", resp.Status, resp.Header.Get("Retry-After"), body)
	}
	listed := func(query string) string {
		_, body := ask(t, "GET", s.URL+"/v1/jobs"+query, "", "")
		var got []string
		for _, job := range decode(t, body)["jobs"].([]any) {
			got = append(got, job.(map[string]any)["id"].(string))
		}
		return strings.Join(got, " ")
	}
	if got, want := listed("?limit=2"), ids[2]+" "+ids[1]; got != want {
		t.Errorf("the newest jobs are %s, want %s", got, want)
	}
	if got := listed("?limit=2&after=" + ids[1]); got != ids[0] {
		t.Errorf("after these comes %s, want %s", got, ids[0])
	}
	_, body = ask(t, "DELETE", s.URL+"/v1/jobs/"+ids[0], "", "")
	if job := decode(t, body); job["state"] != string(result.JobCancelled) {
		t.Errorf("cancelled while it waits: %s", body)
	}
	if got := listed("?state=cancelled"); got != ids[0] {
		t.Errorf("cancelled are %s, want %s", got, ids[0])
	}
	if resp, _ := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{}`); resp.StatusCode != http.StatusAccepted {
		t.Errorf("in the place of a cancelled job: %s", resp.Status)
	}
}

func TestJobsRefuse(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, false))
	for _, tt := range []struct {
		method, path, contentType, body string
		status                          int
		detail                          string
	}{
		{"POST", "/v1/experiments", "", `{}`, 415, "application/json"},
		{"POST", "/v1/experiments", "text/yaml", `{}`, 415, "application/json"},
		{"POST", "/v1/experiments", asJSON, ``, 422, "the body is empty"},
		{"POST", "/v1/experiments", asJSON, `{"url": "http://169.254.169.254/"}`, 422, "unknown field"},
		{"POST", "/v1/experiments", asJSON, `{"configs": ["<script>alert(1)</script>"]}`, 422, "configs: there is no"}, // as JSON, which no browser takes for a page
		{"POST", "/v1/experiments", asJSON, `{"test_set": "nobody@v9"}`, 404, "not found"},
		{"POST", "/v1/experiments", asJSON, `{"test_set": {"version": "v1", "queries": [{}]}}`, 422, "faults"},
		{"POST", "/v1/experiments?x=1", asJSON, `{}`, 422, "x"},
		{"GET", "/v1/experiments", "", ``, 405, "Allow"},
		{"GET", "/v1/jobs/job_x", "", ``, 404, "there is no such job"},
		{"GET", "/v1/jobs/job_x/events", "", ``, 404, "there is no such job"},
		{"GET", "/v1/jobs/..%2f..%2fetc%2fpasswd", "", ``, 404, "there is no such job"},
		{"DELETE", "/v1/jobs/job_x", "", ``, 404, "there is no such job"},
		{"GET", "/v1/jobs?state=lost", "", ``, 422, "queued, running"},
		{"GET", "/v1/jobs?limit=0", "", ``, 422, "limit"},
		{"GET", "/v1/jobs?limit=1001", "", ``, 422, "limit"},
		{"GET", "/v1/jobs?limit=99999999999999999999", "", ``, 422, "limit"},
		{"GET", "/v1/jobs?after=" + strings.Repeat("x", 101), "", ``, 422, "after"},
		{"POST", "/v1/experiments", asJSON, `{"configs": ["rrf", "weighted"], "part": "heldout"}`, 422, "held-out"},
		{"POST", "/v1/experiments", asJSON, strings.Repeat("[", 100_000), 422, "request"},
		{"POST", "/v1/experiments", asJSON, `{"configs": ["` + strings.Repeat(`x","`, 20_000) + `y"]}`, 422, "80018 bytes next to the test set, and this server takes 65536"},
		{"POST", "/v1/experiments", asJSON, `{"measures": ["` + strings.Repeat(`RR","`, 20_000) + `RR"]}`, 422, "bytes next to the test set"},
		{"GET", "/v1/jobs?after=job_x", "", ``, 422, "after: no such job"},
	} {
		t.Run(tt.method+" "+tt.path+" "+tt.body, func(t *testing.T) {
			resp, body := ask(t, tt.method, s.URL+tt.path, tt.contentType, tt.body)
			if resp.StatusCode != tt.status || resp.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(body, tt.detail) {
				t.Errorf("%s, %s, %s; want %d and %q", resp.Status, resp.Header.Get("Content-Type"), body, tt.status, tt.detail)
			}
		})
	}
}

// The description of the operations names the jobs, and what an experiment may say.
func TestJobsAreDescribed(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, false))
	_, body := ask(t, "GET", s.URL+"/openapi.json", "", "")
	paths := decode(t, body)["paths"].(map[string]any)
	for _, path := range []string{"/v1/experiments", "/v1/jobs", "/v1/jobs/{id}", "/v1/jobs/{id}/events"} {
		if paths[path] == nil {
			t.Errorf("%s is not described", path)
		}
	}
	if !strings.Contains(body, `"guardrails"`) {
		t.Error("the body of an experiment is not described")
	}
}
