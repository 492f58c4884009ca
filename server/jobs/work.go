package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// ErrAgain is wrapped by what was wrong with a job that is worth another try.
var ErrAgain = errors.New("worth another try")

// errCancelled is why a job is stopped that was told to.
var errCancelled = errors.New("cancelled")

// A running job is one that this process works on.
type running struct {
	id   string
	stop context.CancelCauseFunc
	at   atomic.Pointer[result.JobProgress]
}

func (q *Queue) runningHere(id string) *running {
	r, _ := q.running.Load(id)
	here, _ := r.(*running)
	return here
}

// withProgress returns a job with the progress that is newer than what is stored of it.
func (q *Queue) withProgress(job result.Job) result.Job {
	if r := q.runningHere(job.ID); r != nil && job.State == result.JobRunning {
		job.Progress = *r.at.Load()
	}
	return job
}

// process does one job, if no one else does.
func (q *Queue) process(ctx context.Context, id string) error {
	if q.stopping.Err() != nil {
		return ErrStopping // so that the next one who comes has it
	}
	claim := result.JobClaim{Worker: q.worker, Lease: q.config.Lease}
	job, taken, err := q.list.ClaimJob(ctx, id, claim, q.config.Now().UTC())
	if err != nil || !taken {
		return err
	}
	if job.Cancelling {
		return q.end(job, errCancelled, nil)
	}
	if job.Tries > maxTries {
		return q.end(job, nil, fmt.Errorf("given up: %d servers went away while they worked on it", maxTries))
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &running{id: id, stop: stop}
	r.at.Store(new(job.Progress))
	q.running.Store(id, r)
	q.changed(id)
	held := make(chan struct{})
	go func() {
		defer close(held)
		q.hold(ctx, r, claim)
	}()
	q.config.Log.Info("job runs", "job", id, "kind", job.Kind, "tries", job.Tries)
	runs, comparison, err := q.do(ctx, job, func(at result.JobProgress) {
		r.at.Store(&at)
		q.changed(id)
	})
	cause := context.Cause(ctx)
	stop(nil)
	<-held
	if runs != nil {
		job.Runs, job.Comparison = runs, comparison
	}
	job.Progress = *r.at.Load()
	defer func() {
		q.running.Delete(id)
		q.changed(id)
	}()
	return q.end(job, cause, err)
}

// do calls the work. A panic in it is the end of the job, and not of the server.
func (q *Queue) do(ctx context.Context, job result.Job, progress func(result.JobProgress)) (runs []string, comparison json.RawMessage, err error) {
	work := q.works[job.Kind]
	if work == nil {
		return nil, nil, fmt.Errorf("job of kind %q: this server knows no work of that kind", job.Kind)
	}
	defer func() {
		if fault := recover(); fault != nil {
			q.config.Log.Error("job panicked", "job", job.ID, "panic", fault, "stack", string(debug.Stack()))
			err = fmt.Errorf("a fault of the server, which is in its log under job %s", job.ID)
		}
	}()
	return work(ctx, job.Request, progress)
}

// hold renews the lease until ctx ends, and stops the work when it was told to, or
// when the lease may have run out: then another worker has the job.
func (q *Queue) hold(ctx context.Context, r *running, claim result.JobClaim) {
	tick := time.NewTicker(q.config.beat())
	defer tick.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		asked := time.Now()
		job, err := q.list.RenewJob(ctx, r.id, claim, *r.at.Load())
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, result.ErrJobLost), err != nil && time.Since(renewed) > claim.Lease:
			r.stop(result.ErrJobLost)
		case err != nil:
			q.config.Log.Warn("job could not be renewed", "job", r.id, "error", err)
		case job.Cancelling:
			r.stop(errCancelled)
		default:
			renewed = asked
		}
	}
}

// mostError bounds what is kept of an error, in bytes.
const mostError = 4000

// end keeps how a job ended, or puts it back.
func (q *Queue) end(job result.Job, cause, err error) error {
	now := q.config.Now().UTC()
	job.EndedAt, job.State = &now, result.JobFailed
	switch {
	case err == nil && cause == nil || err == nil && len(job.Runs) > 0:
		job.State = result.JobDone
	case errors.Is(cause, errCancelled):
		job.State = result.JobCancelled
	case errors.Is(cause, result.ErrJobLost):
		q.config.Log.Warn("job was taken over", "job", job.ID)
		return nil
	case q.stopping.Err() != nil || errors.Is(err, ErrAgain) && job.Tries < maxTries:
		q.config.Log.Info("job is put back", "job", job.ID, "error", fullText(err))
		job.State, job.EndedAt, err = result.JobQueued, nil, nil
	}
	if err != nil {
		job.Error = truncate(err.Error())
	}
	q.config.Log.Info("job ends", "job", job.ID, "state", job.State, "asked", job.Progress.Asked, "total", job.Progress.Total, "error", fullText(err))
	if err := q.keep(job); err != nil {
		return err
	}
	late := context.WithoutCancel(q.stopping)
	switch {
	case job.State == result.JobQueued:
		return q.config.Dispatch.Dispatch(late, job.ID, job.Tries) // to another server, if there is one
	case job.Parent != "":
		return q.config.Dispatch.Dispatch(late, job.Parent, -int(now.UnixNano())) // unlike one that is being looked at
	}
	return nil
}

// fullText returns an error with what its text hides from clients.
func fullText(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		if !strings.Contains(text, cause.Error()) {
			text += ": " + cause.Error()
		}
	}
	return text
}

func truncate(text string) string {
	if len(text) <= mostError {
		return text
	}
	return strings.ToValidUTF8(text[:mostError], "") + "…" // no character is cut in two
}

// keep writes the end of a job, also when the server stops. When the store cannot
// be reached for as long as the lease lasts, someone else takes the job up.
func (q *Queue) keep(job result.Job) error {
	ctx, done := context.WithTimeout(context.WithoutCancel(q.stopping), q.config.Lease)
	defer done()
	for {
		err := q.list.EndJob(ctx, job, q.worker)
		if errors.Is(err, result.ErrJobLost) {
			q.config.Log.Warn("job was taken over", "job", job.ID)
		}
		if err == nil || errors.Is(err, result.ErrJobLost) || errors.Is(err, result.ErrNotFound) {
			return nil
		}
		q.config.Log.Warn("end of a job could not be kept", "job", job.ID, "error", err)
		select {
		case <-ctx.Done():
			return fmt.Errorf("job %s: %w", job.ID, err)
		case <-time.After(q.config.beat()):
		}
	}
}
