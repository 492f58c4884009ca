//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/postgres"
)

// TestServerIsKilled kills the server under a writer and starts it again. What
// was reported as kept must be there, and the writer goes on by itself: at most
// the one write whose commit was under way may be an error.
func TestServerIsKilled(t *testing.T) {
	server := pgtest.Start(t)
	told := make(chan tables.Wait, 9)
	db, err := postgres.Open(t.Context(), server.URL(), tables.Create, tables.OnWait(func(w tables.Wait) { told <- w }))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()

	ctx, stop := context.WithCancel(t.Context())
	var kept []string
	var failed []error
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ctx.Err() == nil; i++ {
			id := fmt.Sprint("q", i)
			if err := db.Record(ctx, newKey(), []result.Recording{{QueryID: id, Hits: []retrieval.Hit{{ID: "d"}}}}); err == nil {
				kept = append(kept, id)
			} else if ctx.Err() == nil {
				failed = append(failed, err)
			}
		}
	}()
	time.Sleep(300 * time.Millisecond)
	server.Kill(t)
	w := <-told // after two seconds
	server.Launch(t)
	time.Sleep(time.Second)
	stop()
	<-done

	if w.Reason != tables.Unreachable || !strings.Contains(w.String(), "cannot be reached: waiting, 2s so far, 1m0s at most") || strings.Contains(w.String(), "user") {
		t.Errorf("it was said: %s", w)
	}
	if len(failed) > 1 || len(failed) == 1 && !strings.Contains(failed[0].Error(), "nobody knows whether it was kept") {
		t.Errorf("writes failed: %v", failed)
	}
	found, err := db.Recorded(t.Context(), newKey())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range kept {
		if _, ok := found[id]; !ok {
			t.Errorf("%s was kept, and is not there", id)
		}
	}
	if extra := len(found) - len(kept); extra < 0 || extra > 2 { // the one of the kill, and the one of the end
		t.Errorf("%d are there, %d were kept", len(found), len(kept))
	}
}

// TestNoServer is about one that was never there: that is said at once.
func TestNoServer(t *testing.T) {
	began := time.Now()
	_, err := store.OpenReadOnly(t.Context(), "postgres://me:hunter2@127.0.0.1:1/db?sslmode=disable&password=hunter3")
	if !errors.Is(err, store.ErrUnreachable) || time.Since(began) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	if text := fmt.Sprintf("%v %+v", err, err); strings.Contains(text, "hunter") || strings.Contains(text, "me@") {
		t.Errorf("a secret in %s", text)
	}
}

func newKey() result.RecordingKey {
	return result.RecordingKey{Component: "bm25", TestSet: "clinical"}
}
