package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/internal/tables"
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
	told := make(chan tables.Wait, 9)
	d, err := Open(t.Context(), path, Create, tables.OnWait(func(w tables.Wait) { told <- w }))
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
