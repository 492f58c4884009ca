package httpclient

import (
	"context"
	"sync"
	"time"
)

// WithTimeout returns [context.WithTimeout] but for one thing: while a call of a [Client] waits for its turn under the rate
// limit of its host, the clock is still. How long that takes is a matter of how many ask, not of the engine; were
// it counted, a slow rate and many queries at once would fail one query after the other, unasked.
func WithTimeout(parent context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	t := &timed{Context: parent, done: make(chan struct{}), deadline: time.Now().Add(timeout)}
	t.mu.Lock() // the timer may end t before it is known here
	t.timer = time.AfterFunc(timeout, func() { t.end(context.DeadlineExceeded) })
	t.mu.Unlock()
	stop := context.AfterFunc(parent, func() { t.end(parent.Err()) })
	return t, func() {
		stop()
		t.end(context.Canceled)
	}
}

// A timed context ends with its parent, or when its time is up.
type timed struct {
	context.Context
	done chan struct{}

	mu       sync.Mutex
	timer    *time.Timer
	deadline time.Time
	waiting  int           // calls that wait for their turn
	left     time.Duration // while some wait
	err      error
}

type timedKey struct{}

// waitingFor stops the clock of the context that ctx comes from, if it has one, and returns the context whose end ends
// the wait, and what starts the clock again.
func waitingFor(ctx context.Context) (wait context.Context, resume func()) {
	t, ok := ctx.Value(timedKey{}).(*timed)
	if !ok {
		return ctx, func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting++; t.waiting == 1 && t.timer.Stop() {
		t.left = time.Until(t.deadline)
	}
	return t.Context, t.resume
}

func (t *timed) resume() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting--; t.waiting == 0 && t.err == nil {
		t.deadline = time.Now().Add(t.left)
		t.timer.Reset(t.left)
	}
}

func (t *timed) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.finish(err)
}

// finish ends the context, the first time it is called. The lock is held.
func (t *timed) finish(err error) {
	if t.err == nil {
		t.err = err
		t.timer.Stop()
		close(t.done)
	}
}

// Deadline implements [context.Context]. It moves with the clock.
func (t *timed) Deadline() (time.Time, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.deadline
	if t.waiting > 0 {
		own = time.Now().Add(t.left)
	}
	if parent, ok := t.Context.Deadline(); ok && parent.Before(own) {
		return parent, true
	}
	return own, true
}

func (t *timed) Done() <-chan struct{} { return t.done }

// Err implements [context.Context]. When the time is up it says so, also before the timer does.
func (t *timed) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting == 0 && !time.Now().Before(t.deadline) {
		t.finish(context.DeadlineExceeded)
	}
	return t.err
}

func (t *timed) Value(key any) any {
	if key == (timedKey{}) {
		return t
	}
	return t.Context.Value(key)
}
