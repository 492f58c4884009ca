package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/jobs"
)

// A watcher of a job of this process hears of its begin, its progress and its end within a tenth of a second.
func TestWatchHears(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := make(chan result.JobProgress)
		q := queue(t, newList(), func(_ context.Context, request []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
			if len(request) > 0 {
				for at := range steps {
					progress(at)
				}
			}
			<-steps
			return nil, nil, nil
		}, jobs.Config{})
		submit(t, q, "") // has the worker
		job := submit(t, q, "x")
		var last result.Job
		ended := make(chan error, 1)
		go func() {
			ended <- q.Watch(t.Context(), job.ID, func(j result.Job) error {
				last = j
				return nil
			})
		}()
		hears := func(what string, heard func() bool) {
			t.Helper()
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			if !heard() {
				t.Errorf("a tenth of a second after it %s the watcher has seen %+v", what, last)
			}
		}
		time.Sleep(3700 * time.Millisecond) // between two looks at the store
		hears("was accepted", func() bool { return last.State == result.JobQueued })
		steps <- result.JobProgress{} // ends the first
		hears("began", func() bool { return last.State == result.JobRunning })
		steps <- result.JobProgress{Asked: 1, Total: 2}
		hears("went on", func() bool { return last.Progress.Asked == 1 })
		close(steps)
		hears("ended", func() bool { return last.State == result.JobDone })
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A watcher of another process's job hears of it within half a second; the store is read for all watchers at once.
func TestWatchElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		q, err := jobs.New(l, map[string]jobs.Work{"count": untilStopped}, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		job := submit(t, q, "")
		const watchers = 50
		ended := make(chan error, watchers)
		for range watchers {
			go func() { ended <- q.Watch(t.Context(), job.ID, func(result.Job) error { return nil }) }()
		}
		time.Sleep(10*time.Second + 100*time.Millisecond)
		l.mu.Lock()
		reads := l.reads
		l.mu.Unlock()
		if reads < 20 || reads > 60 {
			t.Errorf("the store was read %d times in ten seconds for %d watchers, want about twice a second", reads, watchers)
		}
		if _, err := l.CancelJob(t.Context(), job.ID, time.Now()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(600 * time.Millisecond)
		synctest.Wait()
		if len(ended) != watchers {
			t.Errorf("%d of %d watchers have heard of the end", len(ended), watchers)
		}
	})
}

// Watching ends with the error of who watches, and of the store.
func TestWatchFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newList()
		q := queue(t, l, untilStopped, jobs.Config{})
		job := submit(t, q, "")
		full := errors.New("connection reset")
		if err := q.Watch(t.Context(), job.ID, func(result.Job) error { return full }); !errors.Is(err, full) {
			t.Errorf("Watch = %v, want the error of who watches", err)
		}
		ended := make(chan error)
		go func() { ended <- q.Watch(t.Context(), job.ID, func(result.Job) error { return nil }) }()
		synctest.Wait()
		l.fail(errAway)
		if err := <-ended; !errors.Is(err, errAway) {
			t.Errorf("Watch = %v, want the error of the store", err)
		}
		l.fail(nil)
	})
}
