package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/sqlite"
)

// Environment variables that make this test program a second process which
// writes into a store.
const (
	writerPath = "RANKDUEL_TEST_WRITER_PATH"
	writerName = "RANKDUEL_TEST_WRITER_NAME"
)

// Each writer commits this many recordings and as many runs, one by one.
const commits = 60

func TestMain(m *testing.M) {
	if path := os.Getenv(writerPath); path != "" {
		if err := writeAlone(context.Background(), path, os.Getenv(writerName), os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// writeAlone opens the store, creating it when it comes first, and writes. It
// prints the id of each run that it has committed.
func writeAlone(ctx context.Context, path, name string, committed io.Writer) (err error) {
	db, err := sqlite.Open(ctx, path, sqlite.Create)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for i, r := range recordings(commits, 20) {
		r.QueryID = name + r.QueryID
		if err := db.Record(ctx, newKey(), []result.Recording{r}); err != nil {
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

func TestTwoProcesses(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	var group errgroup.Group
	for _, name := range []string{"a", "b"} {
		group.Go(func() error {
			var stderr bytes.Buffer
			cmd := exec.CommandContext(t.Context(), self)
			cmd.Env = append(os.Environ(), writerPath+"="+path, writerName+"="+name)
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
	wantFiles(t, filepath.Dir(path), "store.db") // the WAL was taken in
	wantCommits(t, path, 2)
}

// TestKilledProcess kills a writer in the midst of its work. What it had
// reported as committed must be there, whole.
func TestKilledProcess(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), writerPath+"="+path, writerName+"=a")
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
	db := open(t, path, sqlite.Create)
	for _, id := range committed {
		if run, err := db.Run(t.Context(), id); err != nil || len(run.Rows) != 2 {
			t.Errorf("run %s has %d rows, %v; want 2", id, len(run.Rows), err)
		}
	}
	if err := db.SaveRun(t.Context(), newRun("run_after", "q1")); err != nil {
		t.Errorf("writing on: %v", err)
	}
}

// TestManyHandles opens a new store through many handles at once, so that
// they also compete in creating its tables.
func TestManyHandles(t *testing.T) {
	const handles = 6
	path := filepath.Join(t.TempDir(), "store.db")
	var group errgroup.Group
	for i := range handles {
		group.Go(func() error { return writeAlone(t.Context(), path, fmt.Sprint(i), io.Discard) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	wantCommits(t, path, handles)
}

// wantCommits checks that everything each writer committed is there, and that
// each migration was applied once.
func wantCommits(t *testing.T, path string, writers int) {
	t.Helper()
	db := open(t, path, sqlite.ReadOnly)
	found, err := db.Recordings(t.Context(), newKey())
	if err != nil || len(found) != writers*commits {
		t.Errorf("%d recordings, %v; want %d", len(found), err, writers*commits)
	}
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != writers*commits {
		t.Errorf("%d runs, %v; want %d", len(runs), err, writers*commits)
	}
	for _, run := range runs {
		if run, err := db.Run(t.Context(), run.ID); err != nil || len(run.Rows) != 2 {
			t.Errorf("run %s has %d rows, %v; want 2", run.ID, len(run.Rows), err)
		}
	}
	if diff := cmp.Diff([]string{"0", "1", "2", "3", "4", "5", "6"}, dump(t, path)["versions"]); diff != "" {
		t.Errorf("migrations (-want +got):\n%s", diff)
	}
}

// TestWaitsForALock holds the write lock for longer than SQLite itself waits.
func TestWaitsForALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db := open(t, path, sqlite.Create)
	release := hold(t, path)
	start := time.Now()
	time.AfterFunc(600*time.Millisecond, release)
	if err := db.SaveRun(t.Context(), newRun("run_1", "q1")); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(start); waited < 500*time.Millisecond {
		t.Errorf("the write took %v although the store was locked for 600 ms", waited)
	}
}

// TestStopsWaiting ends the context while another process holds the lock.
func TestStopsWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db := open(t, path, sqlite.Create)
	release := hold(t, path)
	defer release()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := db.SaveRun(ctx, newRun("run_1", "q1")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("SaveRun = %v, want context.DeadlineExceeded", err)
	}
	if runs, err := db.Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("Runs beside a writer = %v, %v; want none", runs, err)
	}
}

// hold takes the write lock of a store, as another process would.
func hold(t *testing.T, path string) (release func()) {
	t.Helper()
	raw, err := sql.Open("sqlite3", "file:"+path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := raw.BeginTx(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		_ = tx.Rollback()
		_ = raw.Close()
	}
}
