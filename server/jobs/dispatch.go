package jobs

import (
	"context"
	"slices"
	"sync"
)

// A Dispatcher brings jobs to workers. That a job is dispatched twice does no harm:
// the store gives it to one worker. One that is not, is found and dispatched again.
type Dispatcher interface {
	// Start has do called with the ids of jobs, for up to n at once, until Stop. An
	// error of do says that the id should be brought again later.
	Start(ctx context.Context, n int, do func(ctx context.Context, id string) error) error
	// Dispatch has do called with a job's id, by this or another process. Tries tells
	// the times apart that a job is taken up.
	Dispatch(ctx context.Context, id string, tries int) error
	// Stop brings no more jobs, and returns when no do runs any more or ctx ends.
	Stop(ctx context.Context) error
}

// local dispatches to goroutines of this process, in order.
type local struct {
	mu      sync.Mutex
	more    *sync.Cond
	waiting []string
	busy    []string // ids that do is called with
	stopped bool
	done    chan struct{} // closed while there is no worker
}

func newLocal() *local {
	l := &local{done: make(chan struct{})}
	close(l.done)
	l.more = sync.NewCond(&l.mu)
	return l
}

// Start implements Dispatcher.
func (l *local) Start(ctx context.Context, n int, do func(ctx context.Context, id string) error) error {
	l.done = make(chan struct{})
	var workers sync.WaitGroup
	for range n {
		workers.Go(func() {
			for id, ok := l.next(); ok; id, ok = l.next() {
				_ = do(ctx, id) // a job that still waits is dispatched again
				l.release(id)
			}
		})
	}
	go func() {
		workers.Wait()
		close(l.done)
	}()
	return nil
}

func (l *local) next() (id string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) == 0 && !l.stopped {
		l.more.Wait()
	}
	if l.stopped {
		return "", false
	}
	id, l.waiting = l.waiting[0], l.waiting[1:]
	l.busy = append(l.busy, id)
	return id, true
}

func (l *local) release(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.busy, id)
	l.busy = slices.Delete(l.busy, i, i+1)
}

// Dispatch implements Dispatcher.
func (l *local) Dispatch(_ context.Context, id string, _ int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.waiting, id) && !slices.Contains(l.busy, id) {
		l.waiting = append(l.waiting, id)
		l.more.Signal()
	}
	return nil
}

// Stop implements Dispatcher.
func (l *local) Stop(ctx context.Context) error {
	l.mu.Lock()
	l.stopped = true
	l.more.Broadcast()
	l.mu.Unlock()
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
