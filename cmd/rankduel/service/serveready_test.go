//go:build unix

package service_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/pgtest"
)

// While its database is away a server says soon that it is not ready, and goes on
// when it is back.
func TestReadyWithoutItsDatabase(t *testing.T) {
	database := pgtest.Start(t)
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 5, Concurrency: 1, Store: database.URL()})
	s := serve(t, l)
	var said struct{ Detail string }
	if status, _ := s.ask(t, http.MethodGet, "/readyz", "", &said); status != http.StatusOK {
		t.Fatalf("status %d, want it ready", status)
	}
	database.Kill(t)
	asked := time.Now()
	status, _ := s.ask(t, http.MethodGet, "/readyz", "", &said)
	if took := time.Since(asked); status != http.StatusServiceUnavailable || took > 4*time.Second || said.Detail == "" {
		t.Errorf("status %d, %q after %v; want 503 within seconds", status, said.Detail, took)
	}
	database.Launch(t)
	for deadline := time.Now().Add(30 * time.Second); status != http.StatusOK; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not ready again: %s", s.said(t))
		}
		status, _ = s.ask(t, http.MethodGet, "/readyz", "", &said)
	}
	s.waitFor(t, s.start(t, `{}`), result.JobDone)
}

// A store that is deleted under a server is not there, although SQLite would go on with
// it: no job is taken that no one would find again.
func TestReadyWithoutItsFile(t *testing.T) {
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 5, Concurrency: 1})
	s := serve(t, l)
	var said struct{ Detail string }
	if status, _ := s.ask(t, http.MethodGet, "/readyz", "", &said); status != http.StatusOK {
		t.Fatalf("status %d, want it ready", status)
	}
	if err := os.Remove(filepath.Join(l.Dir, "rankduel.db")); err != nil {
		t.Fatal(err)
	}
	for method, path := range map[string]string{http.MethodGet: "/readyz", http.MethodPost: "/v1/experiments"} {
		if status, _ := s.ask(t, method, path, "{}", &said); status != http.StatusServiceUnavailable {
			t.Errorf("%s %s: status %d, %q; want 503", method, path, status, said.Detail)
		}
	}
	if log := s.said(t); !strings.Contains(log, "it was moved, deleted or replaced while it was open") {
		t.Errorf("the log does not say why:\n%s", log)
	}
}
