package storetest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// Environment variables that make a test program a second process which writes into a store.
const (
	writerStore = "RANKDUEL_TEST_WRITER_STORE"
	writerName  = "RANKDUEL_TEST_WRITER_NAME"
)

// Each writer commits this many recordings and as many runs, one by one.
const commits = 60

// Main is the TestMain of a package that calls Processes.
func Main(m *testing.M) {
	if dsn := os.Getenv(writerStore); dsn != "" {
		if err := writeAlone(context.Background(), dsn, os.Getenv(writerName), os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// Processes tests a store that several processes use. name is called once for
// each subtest and names a place where there is none yet.
func Processes(t *testing.T, name func(t *testing.T) string) {
	t.Run("TwoProcesses", func(t *testing.T) { testTwoProcesses(t, name(t)) })
	t.Run("KilledProcess", func(t *testing.T) { testKilledProcess(t, name(t)) })
	t.Run("ManyHandles", func(t *testing.T) { testManyHandles(t, name(t)) })
}

// writeAlone opens the store, creating it when it comes first, and writes. It
// prints the id of each run that it has committed.
func writeAlone(ctx context.Context, dsn, name string, committed io.Writer) (err error) {
	db, err := store.Open(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for i := range commits {
		r := oneHit(fmt.Sprintf("%s-%d", name, i), 1)
		r.Hits = longRanking(20)
		if err := db.Record(ctx, keyOf("bm25"), []result.Recording{r}); err != nil {
			return err
		}
		run := newRun(fmt.Sprintf("run_%s_%d", name, i), "q1", "q2")
		if err := db.SaveRun(ctx, run); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(committed, run.ID); err != nil {
			return err
		}
	}
	return nil
}

func writer(t *testing.T, dsn, name string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), writerStore+"="+dsn, writerName+"="+name)
	return cmd
}

func testTwoProcesses(t *testing.T, dsn string) {
	var group errgroup.Group
	for _, name := range []string{"a", "b"} {
		cmd := writer(t, dsn, name)
		group.Go(func() error {
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("process %s: %w: %s", name, err, &stderr)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	wantCommits(t, dsn, 2)
}

// testKilledProcess kills a writer in the midst of its work. What it had reported as committed must be there, whole.
func testKilledProcess(t *testing.T, dsn string) {
	cmd := writer(t, dsn, "a")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var committed []string
	for lines := bufio.NewScanner(stdout); len(committed) < commits/3 && lines.Scan(); {
		committed = append(committed, lines.Text())
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed, or just done
	if len(committed) != commits/3 {
		t.Fatalf("the writer reported %d runs before its end, want %d", len(committed), commits/3)
	}
	db := opened(t, dsn)
	for _, id := range committed {
		if run, err := db.Run(t.Context(), id); err != nil || len(run.Rows) != 2 {
			t.Errorf("run %s has %d rows, %v; want 2", id, len(run.Rows), err)
		}
	}
	save(t, db, newRun("run_after", "q1"))
}

// testManyHandles opens a new store through many handles at once, so that they also compete in creating its tables.
func testManyHandles(t *testing.T, dsn string) {
	const handles = 6
	var group errgroup.Group
	for i := range handles {
		group.Go(func() error { return writeAlone(t.Context(), dsn, fmt.Sprint(i), io.Discard) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	wantCommits(t, dsn, handles)
}

// wantCommits checks that everything each writer committed is there.
func wantCommits(t *testing.T, dsn string, writers int) {
	t.Helper()
	db := opened(t, dsn)
	found, err := db.Recordings(t.Context(), keyOf("bm25"))
	if err != nil || len(found) != writers*commits {
		t.Errorf("%d recordings, %v; want %d", len(found), err, writers*commits)
	}
	for _, run := range wantRuns(t, db, writers*commits) {
		if run, err := db.Run(t.Context(), run.ID); err != nil || len(run.Rows) != 2 {
			t.Errorf("run %s has %d rows, %v; want 2", run.ID, len(run.Rows), err)
		}
	}
}

// opened opens a store that is there and closes it when the test ends.
func opened(t *testing.T, dsn string) store.Store {
	t.Helper()
	db, err := store.OpenExisting(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
