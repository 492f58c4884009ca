package tables

import (
	"testing"
	"time"
)

// Two operations that wait for one lock are one wait.
func TestOneWaitIsToldOnce(t *testing.T) {
	times := 0
	w := Patience{Tell: func(Wait) { times++ }}
	began := time.Now().Add(-3 * time.Second)
	w.since(Wait{Path: "s"}, began)
	w.since(Wait{Path: "s"}, began)
	w.since(Wait{Path: "s"}, time.Now())
	if times != 1 {
		t.Errorf("told %d times, want 1", times)
	}
	w.until = time.Now().Add(-time.Second) // the lock is gone, and comes back
	w.since(Wait{Path: "s"}, began)
	if times != 2 {
		t.Errorf("told %d times, want 2", times)
	}
	silent := Patience{}
	silent.since(Wait{Path: "s"}, began)
	if got, want := (Wait{Path: "a.db", Reason: Locked, Waited: 2100 * time.Millisecond, Limit: time.Minute}).String(), "store a.db is locked by another process: waiting, 2s so far, 1m0s at most"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
