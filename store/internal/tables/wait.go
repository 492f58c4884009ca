package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrBusy is in the error of an operation that another process kept from the store for a minute.
var ErrBusy = errors.New("locked by another process")

// ErrUnreachable is in the error of a store whose server cannot be reached, or was lost for a minute.
var ErrUnreachable = errors.New("cannot be reached")

// A Reason is why a store has to be waited for.
type Reason string

// The reasons. None is of an error that waiting does not help.
const (
	None        Reason = ""
	Locked      Reason = "is locked by another process"
	Unreachable Reason = "cannot be reached"
)

// A Wait is a store that has to be waited for.
type Wait struct {
	Path   string
	Reason Reason
	Waited time.Duration // so far
	Limit  time.Duration // after which the wait is an error
}

// String returns a message for people.
func (w Wait) String() string {
	return fmt.Sprintf("store %s %s: waiting, %v so far, %v at most", w.Path, cmp.Or(w.Reason, Locked), w.Waited.Round(time.Second), w.Limit)
}

// tellAfter is how long a wait is no one's business.
const tellAfter = 2 * time.Second

// busyLimit is how long a busy store is tried again before that is an error. The longest write that was
// measured, a million hits, holds the lock for less than a second.
const busyLimit = time.Minute

// busyPause is the pause between two tries; SQLite has waited before it.
const busyPause = 5 * time.Millisecond

// reachPause is the pause before a server is asked again that was not there.
const reachPause = 200 * time.Millisecond

// A Patience is how a store waits for others. Its zero value says nothing.
type Patience struct {
	Tell   func(Wait)    // of a lock, once each; nil: no one wants to know
	Limit  time.Duration // of one wait; 0: busyLimit
	Advice string        // in the error of a wait that took too long, behind how long it took

	mu    sync.Mutex
	until time.Time // what waits before has been told
}

// An Option tunes how a store is opened.
type Option func(*Patience)

// OnWait has tell called, from whichever goroutine waits, when the lock of another process, or a server
// that is gone, has held something up for two seconds: once for as long as it takes, and again the next
// time. No one likes a program that is still without a word.
func OnWait(tell func(Wait)) Option { return func(p *Patience) { p.Tell = tell } }

// Retry repeats attempt while it fails for a reason to wait for the store of this name.
func (p *Patience) Retry(ctx context.Context, name string, reason func(error) Reason, attempt func() error) error {
	began := time.Now()
	most := cmp.Or(p.Limit, busyLimit)
	limit := time.NewTimer(most)
	defer limit.Stop()
	for {
		err := attempt()
		why := reason(err)
		if why == None {
			return interrupted(ctx, err)
		}
		p.since(Wait{Path: name, Reason: why, Limit: most}, began)
		select {
		case <-ctx.Done():
			return interrupted(ctx, err)
		case <-limit.C:
			return fmt.Errorf("%w for %v%s: %w", map[Reason]error{Locked: ErrBusy, Unreachable: ErrUnreachable}[why], most, p.Advice, err)
		case <-time.After(map[Reason]time.Duration{Locked: busyPause, Unreachable: reachPause}[why]):
		}
	}
}

// since tells of a wait that began then, unless the same lock was told of.
func (p *Patience) since(w Wait, began time.Time) {
	now := time.Now()
	if p.Tell == nil || now.Sub(began) < tellAfter {
		return
	}
	p.mu.Lock()
	told := now.Before(p.until)
	p.until = now.Add(tellAfter)
	p.mu.Unlock()
	if !told {
		w.Waited = now.Sub(began)
		p.Tell(w)
	}
}

// interrupted names the end of ctx as the cause when the database does not.
func interrupted(ctx context.Context, err error) error {
	cause := ctx.Err()
	if err == nil || cause == nil || errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}
