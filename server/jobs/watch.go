package jobs

import (
	"context"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// How often a watcher hears of a job: of this process's own when it has changed,
// but not more often than an eye can follow; of another one's when the store says so.
const (
	showEvery   = 100 * time.Millisecond
	lookEvery   = 500 * time.Millisecond
	repeatEvery = 10 * time.Second // so that a connection that is gone is found
)

// A look is what the watchers of one job share: one of them reads the store for all.
type look struct {
	watchers int
	changed  chan struct{} // closed when the job changes in this process

	mu   sync.Mutex
	at   time.Time
	seen result.Job
}

// Watch calls see with a job as it is now, and again whenever it has changed and every ten seconds, until
// it has ended, see gives an error, ctx ends or the queue stops, which is ErrStopping. Changes that come
// quicker than anybody can follow are seen together.
func (q *Queue) Watch(ctx context.Context, id string, see func(result.Job) error) error {
	l := q.watcher(id)
	defer q.leave(id, l)
	shown := time.NewTicker(showEvery)
	defer shown.Stop()
	var last shape
	var seen time.Time
	for {
		changed := q.change(l)
		job, err := q.look(ctx, id, l)
		if err != nil {
			return err
		}
		if now := shapeOf(job); now != last || time.Since(seen) >= repeatEvery {
			last, seen = now, time.Now()
			if err := see(job); err != nil {
				return err
			}
		}
		if job.State.Ended() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-q.stopping.Done():
			return ErrStopping
		case <-changed:
			select { // what follows at once is seen together
			case <-ctx.Done():
				return ctx.Err()
			case <-shown.C:
			}
		case <-time.After(lookEvery):
		}
	}
}

// A shape is what a watcher sees of a job.
type shape struct {
	state      result.JobState
	progress   result.JobProgress
	cancelling bool
	tries      int
}

func shapeOf(j result.Job) shape { return shape{j.State, j.Progress, j.Cancelling, j.Tries} }

func (q *Queue) watcher(id string) *look {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.looks[id]
	if l == nil {
		l = &look{changed: make(chan struct{})}
		q.looks[id] = l
	}
	l.watchers++
	return l
}

func (q *Queue) leave(id string, l *look) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l.watchers--; l.watchers == 0 {
		delete(q.looks, id)
	}
}

// change is closed at the next change of a job.
func (q *Queue) change(l *look) <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	return l.changed
}

// changed wakes those who watch a job.
func (q *Queue) changed(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l := q.looks[id]; l != nil {
		close(l.changed)
		l.changed = make(chan struct{})
	}
}

// look reads a job, at most as often as there is something to see.
func (q *Queue) look(ctx context.Context, id string, l *look) (result.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at.IsZero() || time.Since(l.at) >= showEvery {
		job, err := q.list.Job(ctx, id)
		if err != nil {
			return job, err
		}
		l.seen, l.at = job, time.Now()
	}
	return q.withProgress(l.seen), nil
}
