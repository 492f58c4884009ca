//go:build unix

package service_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/store"
)

// worker starts `rankduel work` in the folder of an experiment.
func worker(t *testing.T, l scripttest.LiveRun, args ...string) *liveServer {
	t.Helper()
	log, err := os.CreateTemp(l.Dir, "work*.log")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }() // the worker has it open
	w := &liveServer{log: log.Name()}
	w.cmd = exec.Command("rankduel", append([]string{"work", "--store", l.Store, "--lease", "1s"}, args...)...)
	w.cmd.Dir, w.cmd.Stderr = l.Dir, log
	w.cmd.Env = append(os.Environ(), "LIVE_TOKEN="+scripttest.LiveToken)
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.kill() })
	return w
}

// A split is `rankduel run --shards` in a process of its own.
type split struct {
	*exec.Cmd
	stdout, stderr *bytes.Buffer
}

func startSplit(t *testing.T, l scripttest.LiveRun, shards string, args ...string) split {
	t.Helper()
	var s split
	s.Cmd, s.stdout, s.stderr = l.Command(t, append([]string{"--shards", shards, "--store", l.Store}, args...)...)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Process.Kill() }) // it may have ended
	return s
}

func (s split) wantEnd(t *testing.T, code int, says ...string) {
	t.Helper()
	err := s.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || s.ProcessState.ExitCode() != code {
		t.Fatalf("%v, want exit code %d: %s", err, code, s.stderr)
	}
	for _, text := range says {
		if !strings.Contains(s.stderr.String(), text) {
			t.Errorf("it says %q, want %q", s.stderr, text)
		}
	}
}

// wantUndisturbed compares what the store has come to with what a run that no one split has, which asks again.
func wantUndisturbed(t *testing.T, l scripttest.LiveRun) {
	t.Helper()
	report, got := l.Finish(t, "--store", l.Store)
	if report.Calls != 0 {
		t.Errorf("after the workers a run makes %d calls: %+v", report.Calls, report)
	}
	if _, want := l.Finish(t, "--store", "undisturbed.db"); got != want {
		t.Errorf("what workers did ends with\n%s\nan undisturbed run with\n%s", got, want)
	}
}

// waitSplit waits until a job is in the store.
func waitSplit(t *testing.T, l scripttest.LiveRun) {
	t.Helper()
	db, err := store.Open(t.Context(), l.Store)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		list, err := db.Jobs(t.Context(), result.JobFilter{})
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("%d jobs, %v", len(list), err)
		}
		if len(list) > 0 {
			return
		}
	}
}

func waitSaid(t *testing.T, text string, of ...*liveServer) *liveServer {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		for _, w := range of {
			if strings.Contains(w.said(t), text) {
				return w
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("no one says %q; the first says\n%s", text, of[0].said(t))
		}
	}
}

// Two workers share an experiment. One is killed in the middle, and so is who split it: nothing but what the worker was
// asking is asked again, and the result is that of a run alone.
func TestWorkerIsKilled(t *testing.T) {
	const queries, concurrency, answered = 60, 2, 50
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: concurrency, Store: pgtest.Start(t).URL()})
	keys := l.Keys(t)
	engine.HoldAfter(answered)
	first := startSplit(t, l, "8")
	a, b := worker(t, l), worker(t, l)
	before := waitRecorded(t, l, keys, answered)
	engine.WaitFor(t, answered+2) // each asks something, the last of a shard perhaps
	waitSaid(t, "job runs", a)
	waitSaid(t, "job runs", b)
	a.kill()
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait() // that it was killed is what is looked at
	again := startSplit(t, l, "8")
	engine.HoldAfter(-1)
	again.wantEnd(t, 0, "waits for workers: rankduel work --root FOLDER --store '"+l.Store+"'\n")
	if strings.Count(b.said(t), "state=done") < 5 {
		t.Errorf("the other worker says\n%s", b.said(t))
	}
	wantAskedOnce(t, engine, before, 2*queries, concurrency)
	if jobs := strings.Count(b.said(t), "job=job_"); jobs != 2 {
		t.Errorf("%d lines of jobs that were split, want that of one that runs and ends:\n%s", jobs, b.said(t))
	}
	wantUndisturbed(t, l)
	if err := b.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := b.cmd.Wait(); err != nil {
		t.Errorf("the worker that was told to stop ended with %v: %s", err, b.said(t))
	}
}

// Who splits a run and changes their mind has all workers stop; what was answered is there for the next run.
func TestWorkersAreCancelled(t *testing.T) {
	const queries, answered = 40, 30
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2, Store: pgtest.Start(t).URL()})
	engine.HoldAfter(answered)
	run := startSplit(t, l, "4")
	a, b := worker(t, l), worker(t, l)
	engine.WaitFor(t, answered+2) // each asks something, the last of a shard perhaps
	if err := run.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	run.wantEnd(t, 3, "interrupted; what workers did is kept, run again to go on")
	waitSaid(t, "state=cancelled", a, b)
	time.Sleep(time.Second) // the other hears of it within a quarter of its lease
	engine.HoldAfter(-1)
	engine.Look()
	time.Sleep(500 * time.Millisecond)
	if asked := engine.Look(); len(asked) != 0 {
		t.Errorf("after the cancellation %v were asked", asked)
	}
	startSplit(t, l, "3").wantEnd(t, 0)
	wantUndisturbed(t, l)
}

// An engine that is down ends the shard that finds it so, and with it the run; no other shard goes on.
func TestShardFails(t *testing.T) {
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 40, Concurrency: 1, Store: pgtest.Start(t).URL()})
	engineServer.Close()
	run := startSplit(t, l, "4")
	waitSplit(t, l)
	w := worker(t, l, "--once")
	run.wantEnd(t, 3, "not done by workers: job_", `component "a": stopped after 3 calls in a row found its engine unavailable`)
	if err := w.cmd.Wait(); err == nil || w.cmd.ProcessState.ExitCode() != 3 || strings.Count(w.said(t), "job runs") != 1 {
		t.Errorf("the worker ended with %v, want exit code 3 after one shard:\n%s", err, w.said(t))
	}
	idle := worker(t, l, "--once")
	if err := idle.cmd.Wait(); err != nil {
		t.Errorf("a worker without work ended with %v:\n%s", err, idle.said(t))
	}
}

// A worker that is still for longer than its lease has lost its shard.
func TestWorkerIsStopped(t *testing.T) {
	const queries, answered = 30, 20
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 1, Store: pgtest.Start(t).URL()})
	engine.HoldAfter(answered)
	run := startSplit(t, l, "2")
	a, b := worker(t, l), worker(t, l)
	engine.WaitFor(t, answered+2)
	if err := a.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	engine.HoldAfter(-1)
	run.wantEnd(t, 0)
	if err := a.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	waitSaid(t, "job was taken over", a)
	if !strings.Contains(b.said(t), "tries=2") {
		t.Errorf("the other worker says\n%s", b.said(t))
	}
	wantUndisturbed(t, l)
}

// A database that crashes and comes back costs time.
func TestDatabaseOfWorkersCrashes(t *testing.T) {
	const queries, answered = 40, 30
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	database := pgtest.Start(t)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2, Store: database.URL()})
	engine.HoldAfter(answered)
	run := startSplit(t, l, "5")
	worker(t, l)
	worker(t, l)
	engine.WaitFor(t, answered+2) // each asks something, the last of a shard perhaps
	database.Kill(t)
	engine.HoldAfter(-1)
	time.Sleep(2 * time.Second)
	database.Launch(t)
	run.wantEnd(t, 0)
	wantUndisturbed(t, l)
}

// Neither the shards nor the job behind them wait for a round, which come every five seconds.
func TestShardsAtOnce(t *testing.T) {
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 20, Concurrency: 2, Store: pgtest.Start(t).URL()})
	a, b := worker(t, l, "--lease", "60s"), worker(t, l, "--lease", "60s")
	startSplit(t, l, "2").wantEnd(t, 0) // from here on all of them are awake
	began := time.Now()
	startSplit(t, l, "7").wantEnd(t, 0)
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("seven shards of what is recorded took %v:\n%s\n%s", took, a.said(t), b.said(t))
	}
}

// Workers share a file too, on one machine.
func TestWorkersOnAFile(t *testing.T) {
	const queries = 20
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2, Store: "shared.db"})
	run := startSplit(t, l, "6")
	worker(t, l)
	worker(t, l)
	run.wantEnd(t, 0)
	if engine.Total() != 2*queries {
		t.Errorf("%d requests for %d questions", engine.Total(), 2*queries)
	}
	wantUndisturbed(t, l)
}

// A worker takes nothing but the file that was split, over the set that was split, from below its root.
func TestWorkerRefuses(t *testing.T) {
	_, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, dir string)
		says   string
	}{
		{"another file", func(t *testing.T, dir string) { appendTo(t, filepath.Join(dir, "live.yaml"), "# changed\n") }, "live.yaml below the --root of a worker has another content than where it was split: its SHA-256 is "},
		{"another set", func(t *testing.T, dir string) {
			appendTo(t, filepath.Join(dir, "set.yaml"), "  - {query_id: new, query_text: new, query_type: exact_term, relevant_docs: [{doc_id: x, grade: 1}]}\n")
		}, "has changed since the job was accepted"},
		{"no file", func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "live.yaml")) }, "live.yaml below the --root of a worker: no such file or directory"},
		{"a link that leads out", func(t *testing.T, dir string) {
			path := filepath.Join(dir, "live.yaml")
			out := filepath.Join(t.TempDir(), "live.yaml")
			if err := errors.Join(os.Rename(path, out), os.Symlink(out, path)); err != nil {
				t.Fatal(err)
			}
		}, ": live.yaml below the --root of a worker: path escapes from parent"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: 6, Concurrency: 2, Store: filepath.Join(t.TempDir(), "shared.db")})
			root := t.TempDir()
			if err := os.CopyFS(root, os.DirFS(l.Dir)); err != nil {
				t.Fatal(err)
			}
			tt.change(t, root)
			run := startSplit(t, l, "2")
			worker(t, l, "--root", root)
			run.wantEnd(t, 3, "not done by workers: job_", tt.says)
		})
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err := errors.Join(err, os.WriteFile(path, append(content, text...), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// Servers of one database share the queries of a job; one of them is killed.
func TestShardsOfAJob(t *testing.T) {
	const queries, concurrency, answered = 40, 2, 33
	engine, engineServer := scripttest.StartLiveEngine(t, time.Millisecond)
	l := scripttest.NewLiveRun(t, engineServer.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: concurrency, Store: pgtest.Start(t).URL()})
	keys := l.Keys(t)
	engine.HoldAfter(answered)
	a, b := serve(t, l, "--lease", "1s", "--queue", "1"), serve(t, l, "--lease", "1s", "--queue", "1")
	id := a.start(t, `{"shards": 6}`)
	before := waitRecorded(t, l, keys, answered)
	engine.WaitFor(t, answered+2) // each asks something, the last of a shard perhaps
	for deadline := time.Now().Add(10 * time.Second); b.job(t, id).Progress.Asked != answered; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the job is as far as %+v, want %d asked", b.job(t, id).Progress, answered)
		}
	}
	if got := b.job(t, id); got.State != result.JobQueued {
		t.Errorf("the job is %+v, want that it waits for its shards", got)
	} else if total := got.Progress.Total; total < 6*2*6 || total > 6*2*7 { // six or seven queries a shard, of two components
		t.Errorf("the job is as far as %+v, want the %d of all shards, but for rounding", got.Progress, 2*queries)
	}
	var list struct{ Jobs []result.Job }
	if status, _ := b.ask(t, http.MethodGet, "/v1/jobs", "", &list); status != http.StatusOK || len(list.Jobs) != 1 {
		t.Errorf("status %d, %d jobs, want the one that was asked for", status, len(list.Jobs))
	}
	if status, _ := b.ask(t, http.MethodPost, "/v1/experiments", `{"shards": 0}`, new(any)); status != http.StatusUnprocessableEntity {
		t.Errorf("status %d of no shards", status)
	}
	a.kill()
	engine.HoldAfter(-1)
	job := b.waitFor(t, id, result.JobDone)
	if want := (result.JobProgress{Asked: 2 * queries, Total: 2 * queries}); job.Progress != want || job.Tries != 1 {
		t.Errorf("the job ended as %+v, want %+v at its first try", job, want)
	}
	wantAskedOnce(t, engine, before, 2*queries, concurrency)
	b.kill()
	wantRunsOf(t, l, job)
}
