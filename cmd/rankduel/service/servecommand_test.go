//go:build unix

package service_test

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/experiment/result"
)

// The command on the page of a comparison makes that comparison, with the settings
// that were asked for, where the store is.
func TestCommandOnServedPage(t *testing.T) {
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 12, Concurrency: 4})
	s := serve(t, l)
	id := s.start(t, `{"primary": "RR", "guardrails": ["R@10", "nDCG(gain=exp)@10"]}`)
	s.waitFor(t, id, result.JobDone)
	var job struct {
		ComparisonURL string `json:"comparison_url"`
	}
	s.ask(t, http.MethodGet, "/v1/jobs/"+id, "", &job)
	address := job.ComparisonURL + "&alpha=0.2&seed=9&ungrouped=true"
	var served, printed map[string]any
	s.ask(t, http.MethodGet, address, "", &served)

	page, err := http.Get(s.url + strings.Replace(address, "comparisons?", "comparisons/page?", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)<pre id="command">(.*?)</pre>`).FindStringSubmatch(string(text))
	if found == nil {
		t.Fatal("the page has no command")
	}
	command := strings.Replace(html.UnescapeString(found[1]), "STORE", "rankduel.db", 1) + " --format=json"
	shell := exec.Command("sh", "-c", command)
	shell.Dir = l.Dir
	out, err := shell.Output()
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	if err := json.Unmarshal(out, &printed); err != nil {
		t.Fatal(err)
	}
	settings := served["settings"].(map[string]any)
	if settings["primary"] != "RR" || settings["alpha"] != 0.2 || len(settings["guardrails"].([]any)) != 2 {
		t.Errorf("settings %v, want those that were asked for", settings)
	}
	delete(served, "provenance")
	delete(printed, "provenance")
	if diff := cmp.Diff(served, printed); diff != "" {
		t.Errorf("%s (-served +printed):\n%s", command, diff)
	}
}

// A server that began with a token asks for one when it has been removed, unasked until
// then: it does not open.
func TestServerStaysClosed(t *testing.T) {
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 2, Concurrency: 1})
	db := filepath.Join(l.Dir, "rankduel.db")
	scripttest.Does(t, program.ExitDone, "token", "add", "ci", "--store", db)
	s := serve(t, l)
	scripttest.Does(t, program.ExitDone, "token", "rm", "ci", "--store", db)
	var said struct{ Detail string }
	if status, _ := s.ask(t, http.MethodGet, "/v1/runs", "", &said); status != http.StatusUnauthorized {
		t.Errorf("status %d, %q; want 401", status, said.Detail)
	}
}
