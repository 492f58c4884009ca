//go:build unix

package service_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/internal/pgtest"
)

// filesRun returns a folder with a run of some queries, in one file and in a folder of three, and judgments.
func filesRun(t *testing.T, queries int) scripttest.LiveRun {
	t.Helper()
	l := scripttest.LiveRun{Dir: t.TempDir(), Store: pgtest.Start(t).URL()}
	rng := rand.New(rand.NewPCG(26, 15))
	var qrels, whole strings.Builder
	var files [3]strings.Builder
	for q := range queries {
		fmt.Fprintf(&qrels, "%d 0 d%d %d\n", q, rng.IntN(20), 1+rng.IntN(3))
		to := &files[rng.IntN(3)]
		for rank, d := range rng.Perm(20) {
			line := fmt.Sprintf("%d Q0 d%d %d %d bm25\n", q, d, rank+1, 20-rank)
			whole.WriteString(line)
			to.WriteString(line)
		}
	}
	write := func(name, text string) {
		path := filepath.Join(l.Dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("qrels.txt", qrels.String())
	write("whole.trec", whole.String())
	write("parts/about", "")
	write("of/_SUCCESS", "")
	for i := range files {
		write(fmt.Sprintf("of/%d.trec", i), files[i].String())
	}
	return l
}

// startFiles starts `rankduel eval` of all shards of a run.
func startFiles(t *testing.T, l scripttest.LiveRun, args ...string) split {
	t.Helper()
	s := split{exec.Command("rankduel", append([]string{"eval", "--qrels", "qrels.txt", "--store", l.Store, "-o", "parts/{}.rdx"}, args...)...), new(bytes.Buffer), new(bytes.Buffer)}
	s.Dir, s.Stdout, s.Stderr = l.Dir, s.stdout, s.stderr
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Process.Kill() }) // it may have ended
	return s
}

// prints returns what rankduel prints in the folder of a run.
func prints(t *testing.T, dir, line string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", "rankduel "+line)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("rankduel %s: %v\n%s", line, err, &stderr)
	}
	return string(out)
}

// elsewhere is a worker with a working folder of its own.
func elsewhere(t *testing.T, l scripttest.LiveRun, args ...string) *liveServer {
	t.Helper()
	return worker(t, scripttest.LiveRun{Dir: t.TempDir(), Store: l.Store}, append([]string{"--root", l.Dir}, args...)...)
}

// Two workers share the files of a run. One is killed in the middle of a shard, and so is who asked for it: the parts
// that the other has written then add up to what one command prints, byte by byte.
func TestWorkersShareFiles(t *testing.T) {
	l := filesRun(t, 400)
	for _, tt := range []struct{ run, shards, by string }{{"whole.trec", "{}/64", "range"}, {"of", "{}/3", "file"}, {"bm25=of/*.trec", "{}/5", "query"}} {
		args := []string{tt.run, "--shard", tt.shards, "--shard-by", tt.by}
		first := startFiles(t, l, args...)
		a := elsewhere(t, l)
		stopAtWork(t, a)
		b := elsewhere(t, l)
		if err := first.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = first.Wait() // that it was killed is what is looked at
		again := startFiles(t, l, args...)
		a.kill()
		again.wantEnd(t, 0, "waits for workers: rankduel work --root FOLDER", " parts written; rankduel merge prints what they add up to")
		if !strings.Contains(b.said(t), "tries=2") {
			t.Errorf("the other worker took up nothing that was begun:\n%s", b.said(t))
		}
		for _, form := range []string{"", " --per-query --format csv", " --per-query --format json"} {
			want := prints(t, l.Dir, "eval '"+tt.run+"' --qrels qrels.txt"+form)
			if got := prints(t, l.Dir, "merge parts/*.rdx"+form); got != want || len(want) < 100 {
				t.Errorf("%s by %s%s: merged\n%.2000s\nof the whole run\n%.2000s", tt.run, tt.by, form, got, want)
			}
		}
		b.kill()
		left, err := filepath.Glob(filepath.Join(l.Dir, "parts", "*"))
		if err != nil || fmt.Sprint(len(left)-1) != tt.shards[len("{}/"):] { // and the file that was there
			t.Errorf("in the folder of parts are %v, %v", left, err)
		}
		for _, path := range left {
			remove(t, path)
		}
		appendTo(t, filepath.Join(l.Dir, "qrels.txt"), "")
		if err := os.WriteFile(filepath.Join(l.Dir, "parts", "about"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// stopAtWork stops a worker while it has a shard.
func stopAtWork(t *testing.T, w *liveServer) {
	t.Helper()
	signal := func(s syscall.Signal) {
		if err := w.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		signal(syscall.SIGSTOP)
		if said := w.said(t); strings.Count(said, `"job runs"`) > strings.Count(said, `"job ends"`) {
			return
		}
		signal(syscall.SIGCONT)
	}
	t.Fatalf("the worker is never seen at work:\n%s", w.said(t))
}

// Who asked for shards and changes their mind has them cancelled; what cannot be written is tried again, on any worker,
// and what is wrong with files is not.
func TestFilesAreGivenUp(t *testing.T) {
	l := filesRun(t, 20)
	idle := startFiles(t, l, "whole.trec", "--shard", "{}/4")
	waitSplit(t, l)
	if err := idle.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	idle.wantEnd(t, 3, "interrupted; what workers did is kept")
	w := elsewhere(t, l, "--once")
	if err := w.cmd.Wait(); err != nil || strings.Contains(w.said(t), "job runs") {
		t.Errorf("%v: a worker did what was cancelled:\n%s", err, w.said(t))
	}
	full := filepath.Join(l.Dir, "parts", "1.rdx") // no part can take the place of a folder
	if err := os.Mkdir(full, 0o700); err != nil {
		t.Fatal(err)
	}
	w = elsewhere(t, l)
	startFiles(t, l, "whole.trec", "--shard", "{}/2").wantEnd(t, 3, "not done by workers: job_", "1.rdx: not written")
	if n := strings.Count(w.said(t), "job is put back"); n != 4 || !strings.Contains(w.said(t), "tries=5") {
		t.Errorf("put back %d times, want four times, and five tries:\n%s", n, w.said(t))
	}
	remove(t, full)
	before := len(w.said(t))
	appendTo(t, filepath.Join(l.Dir, "whole.trec"), "0 Q0 d1 1 1 late\n")
	startFiles(t, l, "whole.trec", "--shard", "{}/2", "--shard-by", "query").wantEnd(t, 3, "not done by workers: job_")
	if strings.Contains(w.said(t)[before:], "put back") {
		t.Errorf("a faulty file is tried again:\n%s", w.said(t))
	}
}

// A worker reads and writes nothing but what is below its root.
func TestFilesBelowTheRoot(t *testing.T) {
	l := filesRun(t, 20)
	elsewhere(t, l)
	out := t.TempDir()
	for name, link := range map[string]string{"out.trec": filepath.Join(l.Dir, "whole.trec"), "linked/0.trec": filepath.Join(l.Dir, "of", "0.trec")} {
		path := filepath.Join(out, filepath.Base(name))
		text, err := os.ReadFile(link)
		if err := errors.Join(err, os.WriteFile(path, text, 0o600), os.MkdirAll(filepath.Dir(filepath.Join(l.Dir, name)), 0o700), os.Symlink(path, filepath.Join(l.Dir, name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ run, says string }{
		{"out.trec", "out.trec below the --root of a worker: path escapes from parent"},
		{"linked", "linked/0.trec below the --root of a worker: path escapes from parent"},
		{"none.trec", "none.trec below the --root of a worker: no such file or directory"},
	} {
		startFiles(t, l, tt.run, "--shard", "{}/2").wantEnd(t, 3, tt.says)
	}
	target := filepath.Join(out, "part")
	if err := os.Symlink(target, filepath.Join(l.Dir, "parts", "0.rdx")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	startFiles(t, l, "whole.trec", "--shard", "{}/1").wantEnd(t, 3, "parts/0.rdx below the --root of a worker: path escapes from parent")
	if text, err := os.ReadFile(target); err != nil || string(text) != "mine" {
		t.Errorf("what the link leads to is %q now, %v", text, err)
	}
	for _, path := range []string{"../whole.trec", "-", filepath.Join(l.Dir, "whole.trec")} {
		startFiles(t, l, path, "--shard", "{}/2").wantEnd(t, 2, "workers share the store, and find files below their --root")
	}
}
