package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// lock keeps others from writing into a store until it is released, as another
// process does: the lock is another connection's.
func lock(t *testing.T, path string) (release func()) {
	t.Helper()
	other, err := sql.Open("sqlite3", "file:"+path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := errors.Join(tx.Rollback(), other.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestOnWait(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	told := make(chan Wait, 9)
	d, err := Open(t.Context(), path, Create, OnWait(func(w Wait) { told <- w }))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	record := func(ctx context.Context) error {
		return d.Record(ctx, result.RecordingKey{Component: "bm25", TestSet: "clinical"}, []result.Recording{{QueryID: "q1"}})
	}

	release := lock(t, path)
	done := make(chan error, 1)
	go func() { done <- record(t.Context()) }()
	w := <-told
	if w.Path != path || w.Waited < 2*time.Second || w.Waited > 20*time.Second || w.Limit != time.Minute {
		t.Errorf("%+v, want about two seconds of a minute", w)
	}
	select {
	case err := <-done:
		t.Errorf("the write ended while the store was locked: %v", err)
	case <-time.After(time.Second):
	}
	release()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if len(told) > 0 {
		t.Errorf("told %d times more of one lock", len(told))
	}

	release = lock(t, path) // half a second is not worth a word
	defer release()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if err := record(ctx); !errors.Is(err, context.DeadlineExceeded) || len(told) > 0 {
		t.Errorf("error %v, told %d times", err, len(told))
	}
}

// Two operations that wait for one lock are one wait.
func TestOneWaitIsToldOnce(t *testing.T) {
	times := 0
	w := waiting{tell: func(Wait) { times++ }}
	began := time.Now().Add(-3 * time.Second)
	w.since("s", began)
	w.since("s", began)
	w.since("s", time.Now())
	if times != 1 {
		t.Errorf("told %d times, want 1", times)
	}
	w.until = time.Now().Add(-time.Second) // the lock is gone, and comes back
	w.since("s", began)
	if times != 2 {
		t.Errorf("told %d times, want 2", times)
	}
	silent := waiting{}
	silent.since("s", began)
	if got, want := (Wait{"a.db", 2100 * time.Millisecond, time.Minute}).String(), "store a.db is locked by another process: waiting, 2s so far, 1m0s at most"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
