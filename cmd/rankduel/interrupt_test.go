//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/store"
)

// A slow experiment is one that retrieves for seconds: queries of many words,
// each of which most documents hold, one query at a time.
type slow struct {
	dir     string
	queries int
}

func newSlow(t *testing.T) slow {
	t.Helper()
	const documents, words, queries = 12000, 60, 600
	var text strings.Builder
	for w := range words {
		fmt.Fprintf(&text, " term%d", w)
	}
	var corpus, set bytes.Buffer
	for d := range documents {
		fmt.Fprintf(&corpus, `{"_id": "d%d", "title": "own%d", "text": "%s"}`+"\n", d, d, &text)
	}
	set.WriteString("version: v1\nqueries:\n")
	for q := range queries {
		fmt.Fprintf(&set, "  - {query_id: q%d, query_text: 'own%d%s', query_type: exact_term, relevant_docs: [{doc_id: d%d, grade: 1}]}\n", q, q, &text, q)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "corpus.jsonl"), corpus.Bytes())
	write(t, filepath.Join(dir, "set.yaml"), set.Bytes())
	write(t, filepath.Join(dir, "slow.yaml"), []byte(`test_set: set.yaml
measures: [RR]
concurrency: 1
components: {bm25: {embedded: {corpus: corpus.jsonl, stemming: none}}}
configs: {deep: {top_k: 20}, flat: {top_k: 10}}
`))
	// Made before, so that what a process writes later is recordings.
	db, err := store.Open(context.Background(), filepath.Join(dir, "rankduel.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return slow{dir, queries}
}

func (s slow) command(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "rankduel", append([]string{"run", "slow.yaml", "--cache-dir", ".cache", "--format", "json"}, args...)...)
	cmd.Dir = s.dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	return cmd, &stdout, &stderr
}

// stop starts the experiment, waits until recordings have reached the store
// and sends the signal, in the middle of whatever goes on then.
func (s slow) stop(t *testing.T, signal os.Signal) (state *os.ProcessState, stderr string) {
	t.Helper()
	// The tables are made beforehand, so that what grows is recordings.
	db, err := store.Open(t.Context(), filepath.Join(s.dir, "rankduel.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	wal := filepath.Join(s.dir, "rankduel.db-wal")
	before := size(wal)
	cmd, _, errs := s.command(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); size(wal) == before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			t.Fatalf("nothing was recorded within a minute: %s", errs)
		}
	}
	time.Sleep(100 * time.Millisecond) // what grew may have been half a transaction
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // that it failed is what is looked at
	return cmd.ProcessState, errs.String()
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// A result is what a finished run says about its retrieval.
type result struct {
	Retrieval struct{ Calls, Reused, Failed int }
	Systems   []struct {
		Measures json.RawMessage
	}
}

func (s slow) finish(t *testing.T, args ...string) result {
	t.Helper()
	cmd, stdout, stderr := s.command(t, args...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	var r result
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestKilled kills a run in the middle, as a crash or a lost machine would:
// the next run asks only what was not recorded, and ends where an undisturbed
// one ends.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("retrieves for seconds")
	}
	t.Parallel()
	s := newSlow(t)
	if state, _ := s.stop(t, syscall.SIGKILL); state.ExitCode() != -1 {
		t.Fatalf("the run ended by itself: %v", state)
	}
	resumed := s.finish(t)
	if r := resumed.Retrieval; r.Calls == 0 || r.Reused == 0 || r.Calls+r.Reused != s.queries || r.Failed != 0 {
		t.Errorf("after the kill %d calls and %d recorded before, want some of both, %d in all", r.Calls, r.Reused, s.queries)
	}
	whole := s.finish(t, "--store", ":memory:")
	for i := range whole.Systems {
		if a, b := resumed.Systems[i].Measures, whole.Systems[i].Measures; !bytes.Equal(a, b) {
			t.Errorf("system %d of the resumed run has %s, undisturbed %s", i, a, b)
		}
	}
}

// TestInterrupted sends what ctrl-C sends: exit code 3, a message that says
// what to do, and everything that was retrieved is kept.
func TestInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("retrieves for seconds")
	}
	t.Parallel()
	s := newSlow(t)
	state, stderr := s.stop(t, os.Interrupt)
	if state.ExitCode() != exitFault {
		t.Errorf("exit code %d, want %d", state.ExitCode(), exitFault)
	}
	message := regexp.MustCompile(`^rankduel: interrupted after (\d+) of 600 retrieval calls, which are recorded; run again to go on`)
	m := message.FindStringSubmatch(stderr)
	if m == nil {
		t.Fatalf("standard error %q", stderr)
	}
	done, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	if r := s.finish(t).Retrieval; r.Reused != done || r.Calls != s.queries-done {
		t.Errorf("%d calls and %d recorded before, want %d and %d", r.Calls, r.Reused, s.queries-done, done)
	}
}
