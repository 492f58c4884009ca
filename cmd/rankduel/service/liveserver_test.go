//go:build unix

package service_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/experiment/result"
)

// A liveServer is `rankduel serve` in a process of its own.
type liveServer struct {
	cmd *exec.Cmd
	url string
	log string // the file of its standard error
}

// serve starts a server of the experiment and waits until it answers.
func serve(t *testing.T, l scripttest.LiveRun, args ...string) *liveServer {
	t.Helper()
	return serveFile(t, l, "live.yaml", args...)
}

// serveFile returns serve of another experiment in the folder.
func serveFile(t *testing.T, l scripttest.LiveRun, experiment string, args ...string) *liveServer {
	t.Helper()
	log, err := os.CreateTemp(l.Dir, "serve*.log")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }() // the server has it open
	if l.Store != "" {
		args = append(args, "--store", l.Store)
	}
	s := &liveServer{log: log.Name()}
	s.cmd = exec.Command("rankduel", append([]string{"serve", experiment, "--addr", "127.0.0.1:0"}, args...)...)
	s.cmd.Dir, s.cmd.Stderr = l.Dir, log
	s.cmd.Env = append(os.Environ(), "LIVE_TOKEN="+scripttest.LiveToken)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.kill() })
	address := regexp.MustCompile(`(?m)^rankduel: serving .* at (https?://\S+)$`)
	for range 2000 {
		if m := address.FindStringSubmatch(s.said(t)); m != nil {
			s.url = m[1]
			return s
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the server does not answer:\n%s", s.said(t))
	return nil
}

// said returns what the server wrote to its standard error.
func (s *liveServer) said(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// kill ends the server without warning.
func (s *liveServer) kill() {
	_ = s.cmd.Process.Kill() // it may have ended
	_ = s.cmd.Wait()         // that it was killed is what is looked at
}

// ask sends a request and decodes the answer.
func (s *liveServer) ask(t *testing.T, method, path, body string, into any) (status int, header http.Header) {
	t.Helper()
	status, header, err := s.try(method, path, body, into)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", method, path, err, s.said(t))
	}
	return status, header
}

// try returns ask where the server may be gone.
func (s *liveServer) try(method, path, body string, into any) (int, http.Header, error) {
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, nil, err
	}
	if err := json.Unmarshal(content, into); err != nil {
		return 0, nil, fmt.Errorf("%w: %s", err, content)
	}
	return answer.StatusCode, answer.Header, nil
}

// start has an experiment accepted.
func (s *liveServer) start(t *testing.T, body string) string {
	t.Helper()
	var job result.Job
	if status, _ := s.ask(t, http.MethodPost, "/v1/experiments", body, &job); status != http.StatusAccepted || job.ID == "" {
		t.Fatalf("status %d, %+v; want it accepted\n%s", status, job, s.said(t))
	}
	return job.ID
}

// job asks for a job.
func (s *liveServer) job(t *testing.T, id string) (job result.Job) {
	t.Helper()
	if status, _ := s.ask(t, http.MethodGet, "/v1/jobs/"+id, "", &job); status != http.StatusOK {
		t.Fatalf("status %d of job %s", status, id)
	}
	return job
}

// waitFor waits until a job is in a state.
func (s *liveServer) waitFor(t *testing.T, id string, state result.JobState) result.Job {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		job := s.job(t, id)
		switch {
		case job.State == state:
			return job
		case job.State.Ended() || time.Now().After(deadline):
			t.Fatalf("job %+v, want it %s\n%s", job, state, s.said(t))
		}
	}
}

// waitRecorded waits until so many rankings are in the store, and returns them.
func waitRecorded(t *testing.T, l scripttest.LiveRun, keys []result.RecordingKey, n int) map[string]bool {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		found := l.Recorded(t, keys)
		if len(found) == n {
			return found
		}
		if len(found) > n || time.Now().After(deadline) {
			t.Fatalf("%d rankings are recorded, want %d", len(found), n)
		}
	}
}

// wantAskedOnce checks that what was recorded before a crash was not asked
// afterwards, and that nothing else was asked again than what was under way.
func wantAskedOnce(t *testing.T, e *scripttest.LiveEngine, before map[string]bool, queries, underWay int) {
	t.Helper()
	e.Mu.Lock()
	defer e.Mu.Unlock()
	again := 0
	for request, times := range e.Asked {
		switch {
		case times == 1:
		case before[request]:
			t.Errorf("%s was asked %d times, although it was recorded before the crash", request, times)
		case times == 2:
			again++
		default:
			t.Errorf("%s was asked %d times", request, times)
		}
	}
	if len(e.Asked) != queries || again > underWay {
		t.Errorf("%d different requests, %d of them twice; want %d, and at most the %d twice that were under way", len(e.Asked), again, queries, underWay)
	}
	t.Logf("%d recorded before the crash were asked once; of the other %d, %d were under way and asked again", len(before), queries-len(before), again)
}

// wantRunsOf checks that a job stored what `run` would have stored: an undisturbed
// run of the same experiment answers from the store and asks nothing.
func wantRunsOf(t *testing.T, l scripttest.LiveRun, job result.Job) {
	t.Helper()
	args := []string{}
	if l.Store != "" {
		args = []string{"--store", l.Store}
	}
	report, got := l.Finish(t, args...)
	if report.Calls != 0 || !report.Cached {
		t.Errorf("`run` made %d calls after the job, want it answered from the store", report.Calls)
	}
	ids := []string{report.RunIDs["first"], report.RunIDs["second"], report.RunIDs["fused"]}
	if strings.Join(job.Runs, " ") != strings.Join(ids, " ") {
		t.Errorf("the job stored %v, `run` has %v", job.Runs, ids)
	}
	if _, want := l.Finish(t, "--store", filepath.Join(l.Dir, "undisturbed.db")); got != want {
		t.Errorf("the job's runs give\n%s\nundisturbed ones\n%s", got, want)
	}
}
