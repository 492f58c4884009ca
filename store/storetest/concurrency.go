package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

func testConcurrentWriters(t *testing.T, s store.Store) {
	const writers, rounds = 8, 10
	var group errgroup.Group
	for w := range writers {
		group.Go(func() error {
			for r := range rounds {
				query := fmt.Sprintf("w%d-r%d", w, r)
				if err := s.Record(t.Context(), keyOf("bm25"), []result.Recording{oneHit(query, 1)}); err != nil {
					return err
				}
				if err := s.SaveRun(t.Context(), newRun("run_"+query, query)); err != nil {
					return err
				}
				if _, err := s.Run(t.Context(), "run_"+query); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	found, err := s.Recordings(t.Context(), keyOf("bm25"))
	if err != nil || len(found) != writers*rounds {
		t.Errorf("%d recordings, %v; want %d", len(found), err, writers*rounds)
	}
	wantRuns(t, s, writers*rounds)
}

// testReadersSeeWholeWrites saves a run in two shapes in turn. A reader must
// see one or the other, never the name of one with the rows of the other.
func testReadersSeeWholeWrites(t *testing.T, s store.Store) {
	shapes := []result.StoredRun{newRun("run_1", "q1", "q2", "q3"), newRun("run_1", "q4")}
	shapes[1].Name = "weighted"
	save(t, s, shapes[0])
	ctx, stop := context.WithCancel(t.Context())
	var group errgroup.Group
	group.Go(func() error {
		defer stop()
		for i := range 100 {
			if err := s.SaveRun(t.Context(), shapes[i%2]); err != nil {
				return err
			}
		}
		return nil
	})
	for range 2 {
		group.Go(func() error {
			for ctx.Err() == nil {
				run, err := s.Run(t.Context(), "run_1")
				if err != nil {
					return err
				}
				if (run.Name == "weighted") != (len(run.Rows) == 1) {
					return fmt.Errorf("the run is %s and has %d rows", run.Name, len(run.Rows))
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

func testCancelledContext(t *testing.T, s store.Store) {
	want := newRun("run_1", "q1")
	save(t, s, want)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	calls := map[string]func() error{
		"Run":             func() error { _, err := s.Run(ctx, "run_1"); return err },
		"Runs":            func() error { _, err := s.Runs(ctx); return err },
		"Recorded":        func() error { _, err := s.Recorded(ctx, keyOf("bm25")); return err },
		"Recordings":      func() error { _, err := s.Recordings(ctx, keyOf("bm25")); return err },
		"some Recordings": func() error { _, err := s.Recordings(ctx, keyOf("bm25"), "q"); return err },
		"PruneRecordings": func() error { _, err := s.PruneRecordings(ctx, morning()); return err },
		"Record":          func() error { return s.Record(ctx, keyOf("bm25"), []result.Recording{oneHit("q", 1)}) },
		"SaveRun":         func() error { return s.SaveRun(ctx, newRun("run_2", "q1")) },
		"Remove":          func() error { return s.Remove(ctx, "run_1") },
		"QueryResults":    func() error { _, err := s.QueryResults(ctx, "run_1"); return err },
		"Resolve":         func() error { _, err := s.Resolve(ctx, "run_1"); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s = %v, want context.Canceled", name, err)
		}
	}
	wantUntouched(t, s, want)
}

// testCancelledWhileWriting ends the context at some point of a large write;
// afterwards there is all of it or nothing, and the store works on.
func testCancelledWhileWriting(t *testing.T, s store.Store) {
	want := newRun("run_1", "q1")
	save(t, s, want)
	many := make([]result.Recording, 2000)
	for i := range many {
		many[i] = oneHit(fmt.Sprintf("q%d", i), 1)
	}
	for i, after := range []int{1, 10, 1000, 2001, 3000} {
		key := keyOf(fmt.Sprintf("component%d", i))
		err := s.Record(newEndingContext(t.Context(), after), key, many)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("Record = %v, want context.Canceled", err)
		}
		found, readErr := s.Recordings(t.Context(), key)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if n := len(found); n != 0 && n != len(many) || (n == 0) != (err != nil) {
			t.Errorf("%d of %d recordings after the error %v", n, len(many), err)
		}
	}
	wantRuns(t, s, 1)
}

// endingContext ends after it has been asked a number of times.
type endingContext struct {
	context.Context
	end   context.CancelFunc
	after atomic.Int64
}

func newEndingContext(parent context.Context, after int) *endingContext {
	ctx, end := context.WithCancel(parent)
	c := &endingContext{Context: ctx, end: end}
	c.after.Store(int64(after))
	return c
}

// Err counts how often it is asked.
func (c *endingContext) Err() error {
	if c.after.Add(-1) < 0 {
		c.end()
		time.Sleep(time.Millisecond) // so that anyone who watches Done acts first
	}
	return c.Context.Err()
}

// wantUntouched checks that want is all there is.
func wantUntouched(t *testing.T, s store.Store, want result.StoredRun) {
	t.Helper()
	runs, err := s.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("Runs = %v, %v; want the one that was saved", runs, err)
	}
	if got := mustRun(t, s, want.ID); len(got.Rows) != len(want.Rows) || string(got.Aggregate) != string(want.Aggregate) {
		t.Errorf("the run is now %+v, want %+v", got, want)
	}
	wantRecordings(t, s, keyOf("bm25"), map[string]result.Recording{})
}
