//go:build unix

package command_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/command"
)

func TestStart(t *testing.T) {
	t.Parallel()
	late := self(t, "is never ready")
	late.StartTimeout, late.Instances = 100*time.Millisecond, 3
	_, err := command.Open(t.Context(), late)
	if err == nil || !errors.Is(err, retrieval.ErrUnavailable) || !strings.Contains(err.Error(), `did not write {"ready":true} within start_timeout, 100ms`) {
		t.Errorf("never ready: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	late.StartTimeout = time.Hour
	if _, err := command.Open(ctx, late); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("context ends while starting: %v", err)
	}
	dead := self(t, "exits at once")
	dead.StartTimeout = time.Minute
	if _, err := command.Open(t.Context(), dead); !errors.Is(err, retrieval.ErrUnavailable) || !strings.Contains(err.Error(), "no model found") {
		t.Errorf("dead: %v", err)
	}
	ready := self(t, "is ready late")
	ready.StartTimeout = time.Minute
	begin := time.Now()
	response, err := ask(t, open(t, ready), "cats")
	if rest := time.Since(begin) - response.Took; err != nil || rest < readyAfter {
		t.Errorf("took %v and %v before it, %v: loading takes %v and belongs to no query", response.Took, rest, err, readyAfter)
	}
	noTimeout := self(t, "is ready late") // the line is not a fault where it is not waited for
	if _, err := ask(t, open(t, noTimeout), "cats"); err != nil {
		t.Error(err)
	}
	gone := self(t, "answers")
	copied := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(copied, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	gone.Argv = []string{copied}
	r := open(t, gone)
	if err := os.Remove(copied); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(t, r, "cats"); !errors.Is(err, retrieval.ErrUnavailable) {
		t.Errorf("the program is gone: %v, want ErrUnavailable", err)
	}
}

// Close ends everything: the processes, what they started, and all goroutines.
func TestClose(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	settings := self(t, "outlives its input")
	settings.Instances, settings.Concurrency = 2, 2
	r, err := command.Open(t.Context(), settings)
	if err != nil {
		t.Fatal(err)
	}
	response, err := ask(t, r, "child")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 { // four of them wait for a place
		wg.Go(func() {
			if _, err := ask(t, r, "hang"); err == nil || !strings.Contains(err.Error(), "closed") {
				t.Errorf("a query that runs while the retriever is closed: %v", err)
			}
		})
	}
	time.Sleep(100 * time.Millisecond)
	for range 2 {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
	for _, h := range response.Hits { // the program and its child
		if goesOn(t, h.ID) {
			t.Errorf("process %s goes on", h.ID)
		}
	}
	if _, err := ask(t, r, "cats"); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("after Close: %v", err)
	}
	noneLeft(t, goroutines)
}

// noneLeft checks that there are neither more goroutines than before nor children of this process, zombies included.
func noneLeft(t *testing.T, before int) {
	t.Helper()
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > 5*time.Second {
			buffer := make([]byte, 1<<20)
			t.Fatalf("%d goroutines before, now\n%s", before, buffer[:runtime.Stack(buffer, true)])
		}
		time.Sleep(wait)
	}
	if id, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); !errors.Is(err, syscall.ECHILD) {
		t.Errorf("wait4 = %d, %v, want ECHILD: no children", id, err)
	}
}

// goesOn gives a killed process a moment to go.
func goesOn(t *testing.T, pid string) bool {
	t.Helper()
	for wait := time.Millisecond; running(t, pid); wait *= 2 {
		if wait > 5*time.Second {
			return true
		}
		time.Sleep(wait)
	}
	return false
}

// running tells a process from none and from a zombie, whose parent may take its time.
func running(t *testing.T, pid string) bool {
	t.Helper()
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if errors.Is(err, os.ErrNotExist) {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
}
