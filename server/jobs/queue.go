// Package jobs works off what a server has accepted: a job is kept before its acceptance is answered, waits
// in a queue of bounded length, runs next to a bounded number of others, can be watched and cancelled, and
// survives the death of the process that works on it.
//
// The truth about a job is in the store. Anyone who works on it holds a lease, which runs out when the
// worker dies; then the job is taken up again, here, by another server on the same store, or by the next
// one that starts. What a [Work] has recorded before is not done again, so that taking up is cheap.
//
// A [Dispatcher] brings the ids of jobs to workers: goroutines of this process by
// default. Package river shares them among the servers on a PostgreSQL database.
package jobs

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// A Work does the jobs of one kind. It calls progress and returns the ids of the runs that it stored,
// also with an error, and their comparison where they do not show it. It may be called again for the
// same request, after a process died with it, and must not do again what is recorded. It ends soon
// after ctx. The request of a part is that of the whole, and behind it its own.
type Work func(ctx context.Context, request []byte, progress func(result.JobProgress)) (runs []string, comparison json.RawMessage, err error)

// A Queue takes jobs, and works them off between Start and Stop. It is safe for concurrent use.
type Queue struct {
	config Config
	list   result.Worklist
	works  map[string]Work
	worker string // the name under which this process holds jobs

	stopping context.Context
	stop     context.CancelFunc
	loops    sync.WaitGroup

	running sync.Map // of *running, by id

	mu    sync.Mutex
	looks map[string]*look
}

// ErrStopping says that a queue takes no more jobs.
var ErrStopping = errors.New("the server is stopping")

// New returns a queue over the jobs of a list, of the kinds that there is work for.
func New(list result.Worklist, works map[string]Work, config Config) (*Queue, error) {
	if err := config.validate(); err != nil {
		return nil, err
	}
	q := &Queue{
		config: config.withDefaults(), list: list, works: works, worker: newID("worker"),
		looks: map[string]*look{},
	}
	q.stopping, q.stop = context.WithCancel(context.Background())
	return q, nil
}

// newID returns unlike any other, whichever process makes it.
func newID(kind string) string { return kind + "_" + strings.ToLower(rand.Text()) }

// Start works jobs off until Stop, beginning with those that others left behind.
func (q *Queue) Start(ctx context.Context) error {
	if err := q.config.Dispatch.Start(q.stopping, q.config.Running, q.process); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if err := q.dispatchWaiting(ctx); err != nil {
		return errors.Join(fmt.Errorf("jobs: %w", err), q.Stop(ctx))
	}
	q.loops.Go(func() { q.repeat(min(q.config.Lease/3, 5*time.Second), q.dispatchWaiting, "looking for waiting jobs") })
	if q.config.Keep > 0 {
		q.loops.Go(func() { q.repeat(forgetEvery, q.forgetEnded, "jobs that ended long ago are still there") })
	}
	return nil
}

// Stop takes no more jobs, ends those that run after what they asked is recorded,
// and puts them back for the next one who comes. It returns early when ctx ends.
func (q *Queue) Stop(ctx context.Context) error {
	q.stop()
	q.loops.Wait()
	if err := q.config.Dispatch.Stop(ctx); err != nil {
		return fmt.Errorf("jobs: stop: %w", err)
	}
	return nil
}

// A Submission is a job that a client asks for.
type Submission struct {
	Kind     string
	By       string // who
	Request  []byte
	Parts    [][]byte // what parts, which come first and which several servers may do at once, add to the request
	Settings string   // how what is stored is to be compared; see result.Job
}

// Submit keeps a job and returns it; from then on it will be done whatever happens
// to this process. When too many wait, the error wraps result.ErrJobsFull.
func (q *Queue) Submit(ctx context.Context, asked Submission) (result.Job, error) {
	if q.stopping.Err() != nil {
		return result.Job{}, ErrStopping
	}
	if q.works[asked.Kind] == nil {
		return result.Job{}, fmt.Errorf("job of kind %q: there is no work of that kind", asked.Kind)
	}
	job := result.Job{
		ID: newID("job"), Kind: asked.Kind, Service: q.config.Service, State: result.JobQueued, By: asked.By,
		CreatedAt: q.config.Now().UTC(), Runs: []string{}, Request: asked.Request, Settings: asked.Settings,
	}
	parts := make([]result.Job, len(asked.Parts))
	for i, request := range asked.Parts {
		parts[i] = job
		parts[i].ID, parts[i].Parent, parts[i].Request = newID("part"), job.ID, request
	}
	if err := q.list.AddJob(ctx, job, q.config.Queued, parts...); err != nil {
		return result.Job{}, err
	}
	for _, one := range append(parts, job) {
		if err := q.config.Dispatch.Dispatch(ctx, one.ID, 0); err != nil {
			q.config.Log.Warn("job waits for the next round", "job", one.ID, "error", err)
		}
	}
	return job, nil
}

// Job returns a job as it is now.
func (q *Queue) Job(ctx context.Context, id string) (result.Job, error) {
	job, err := q.list.Job(ctx, id)
	return q.withProgress(job), err
}

// Jobs lists jobs of the service, newest first.
func (q *Queue) Jobs(ctx context.Context, which result.JobFilter) ([]result.Job, error) {
	which.Service = q.config.Service
	list, err := q.list.Jobs(ctx, which)
	for i := range list {
		list[i] = q.withProgress(list[i])
	}
	return list, err
}

// Cancel has a job stopped soon, wherever it runs. One that has ended stays as it is.
func (q *Queue) Cancel(ctx context.Context, id string) (result.Job, error) {
	job, err := q.list.CancelJob(ctx, id, q.config.Now().UTC())
	if err != nil {
		return job, err
	}
	if r := q.runningHere(id); r != nil {
		r.stop(errCancelled)
	}
	q.changed(id)
	return q.withProgress(job), nil
}

// repeat does something now and at intervals, until the queue stops.
func (q *Queue) repeat(every time.Duration, do func(context.Context) error, failed string) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := do(q.stopping); err != nil && q.stopping.Err() == nil {
			q.config.Log.Warn(failed, "error", err)
		}
		select {
		case <-q.stopping.Done():
			return
		case <-tick.C:
		}
	}
}

// forgetEnded removes jobs that ended long ago.
func (q *Queue) forgetEnded(ctx context.Context) error {
	n, err := q.list.ForgetJobs(ctx, q.config.Service, q.config.Now().Add(-q.config.Keep))
	if n > 0 {
		q.config.Log.Info("jobs that ended long ago are forgotten", "jobs", n, "after", q.config.Keep.String())
	}
	return err
}

func (q *Queue) dispatchWaiting(ctx context.Context) error {
	waiting, err := q.list.WaitingJobs(ctx, q.config.Service)
	if err != nil {
		return err
	}
	for _, job := range waiting {
		if err := q.config.Dispatch.Dispatch(ctx, job.ID, job.Tries); err != nil {
			return err
		}
	}
	return nil
}
