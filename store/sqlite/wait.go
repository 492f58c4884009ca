package sqlite

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrBusy is in the error of an operation that another process kept from the
// store for a minute.
var ErrBusy = errors.New("locked by another process")

// An Option tunes Open.
type Option func(*DB)

// OnWait has tell called, from whichever goroutine waits, when the lock of
// another process has held something up for two seconds: once for as long as
// it takes, and again for a later lock. Nobody likes a program that stands still
// without a word.
func OnWait(tell func(Wait)) Option { return func(d *DB) { d.waiting.tell = tell } }

// A Wait is a store that is locked by another process.
type Wait struct {
	Path   string
	Waited time.Duration // so far
	Limit  time.Duration // after which the wait is an error
}

// String is a message for people.
func (w Wait) String() string {
	return fmt.Sprintf("store %s is locked by another process: waiting, %v so far, %v at most", w.Path, w.Waited.Round(time.Second), w.Limit)
}

// tellAfter is how long a wait is nobody's business.
const tellAfter = 2 * time.Second

// A waiting tells of locks, once each.
type waiting struct {
	tell func(Wait) // nil: nobody wants to know

	mu    sync.Mutex
	until time.Time // what waits before has been told
}

// since tells of a wait that began then, unless the same lock was told of.
func (w *waiting) since(path string, began time.Time) {
	now := time.Now()
	if w.tell == nil || now.Sub(began) < tellAfter {
		return
	}
	w.mu.Lock()
	told := now.Before(w.until)
	w.until = now.Add(tellAfter)
	w.mu.Unlock()
	if !told {
		w.tell(Wait{Path: path, Waited: now.Sub(began), Limit: busyLimit})
	}
}
