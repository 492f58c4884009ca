package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/store"
)

// Anyone who started a job may cancel it, and otherwise admins alone; everybody may
// look at it.
func TestWhoMayCancel(t *testing.T) {
	secrets := map[string]string{}
	var list keys
	for name, scope := range map[string]access.Scope{"ann": access.Run, "ben": access.Run, "root": access.Admin, "eye": access.Read} {
		token, secret, err := access.New(name, scope, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, secrets[name] = append(list, token), "Bearer "+secret
	}
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, false), func(c *server.Config) { c.Guard.Tokens = list })
	as := func(who, method, path, body string) *http.Request {
		return request(t, method, s.URL+path, body, "Authorization", secrets[who], "Content-Type", asJSON)
	}
	start := func(who string) string {
		resp, body := do(t, as(who, "POST", "/v1/experiments", `{}`))
		if resp.StatusCode != http.StatusAccepted {
			t.Fatalf("%s: %s %s", who, resp.Status, body)
		}
		return resp.Header.Get("Location")
	}
	state := func(job string) any {
		_, body := do(t, as("eye", "GET", job, ""))
		return decode(t, body)["state"]
	}
	job := start("ann")
	wantProblem(t, as("ben", "DELETE", job, ""), 403, "token ann started this job: it, or a token of scope admin, may cancel it")
	wantProblem(t, as("eye", "DELETE", job, ""), 403, "needs run")
	wantProblem(t, as("ben", "DELETE", job+"x", ""), 404, "no such job")
	if got := state(job); got != "queued" {
		t.Errorf("after the cancellations of others it is %v", got)
	}
	for _, who := range []string{"ann", "root"} {
		job := start("ann")
		if resp, body := do(t, as(who, "DELETE", job, "")); resp.StatusCode != http.StatusAccepted || state(job) != "cancelled" {
			t.Errorf("%s cancels a job of ann: %s %s", who, resp.Status, body)
		}
	}
}

// Admins see who holds tokens, and no one sees a secret or its hash.
func TestListTokens(t *testing.T) {
	with, secrets := guarded(t)
	var db store.Store
	s := serve(t, clinical(t, "hybrid.yaml"), with, func(c *server.Config) { db = c.API.Store.(store.Store) })
	made := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	token := result.Token{Name: "ci", Scope: "run", SHA256: strings.Repeat("ab", 32), CreatedAt: made}
	if err := db.AddToken(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/v1/tokens", "/v1//tokens", "/v1/./tokens", "/v1/x/../tokens", "/v1/%74okens", "/v1/tokens?", "//v1/tokens"} {
		for _, scope := range []access.Scope{access.Read, access.Run} {
			wantProblem(t, request(t, "GET", s.URL+path, "", "Authorization", "Bearer "+secrets[scope]), 403, "this needs admin")
		}
		wantProblem(t, request(t, "GET", s.URL+path, ""), 401, "token")
	}
	resp, body := do(t, request(t, "GET", s.URL+"/v1/tokens", "", "Authorization", "Bearer "+secrets[access.Admin]))
	if resp.StatusCode != 200 || encode(t, decode(t, body)) != `{"schema":"rankduel/tokens/v1","tokens":[{"created_at":"2026-03-01T08:00:00Z","name":"ci","scope":"run"}]}` {
		t.Errorf("%s %s", resp.Status, body)
	}
	if strings.Contains(body, token.SHA256) {
		t.Error("the hash is shown")
	}
	wantProblem(t, request(t, "DELETE", s.URL+"/v1/tokens", "", "Authorization", "Bearer "+secrets[access.Admin]), 405, "Allow")
}
