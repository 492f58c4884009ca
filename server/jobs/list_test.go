package jobs_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// A list keeps jobs in memory, for as long as a test.
type list struct {
	mu     sync.Mutex
	jobs   map[string]*held
	down   error // of every call
	reads  int   // calls of Job
	claims int   // calls of ClaimJob
}

type held struct {
	result.Job
	worker string
	until  time.Time
}

func newList() *list { return &list{jobs: map[string]*held{}} }

// fail has every call fail from now on, or none with nil.
func (l *list) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = err
}

func (l *list) get(id string) (*held, error) {
	if l.down != nil {
		return nil, l.down
	}
	if l.jobs[id] == nil {
		return nil, fmt.Errorf("job %s: %w", id, result.ErrNotFound)
	}
	return l.jobs[id], nil
}

func (h *held) plain() result.Job {
	job := h.Job
	job.Request, job.Comparison = nil, nil
	return job
}

func (l *list) waits(h *held) bool {
	for _, part := range l.jobs {
		if part.Parent == h.ID && !part.State.Ended() {
			return false
		}
	}
	return h.State == result.JobQueued || h.State == result.JobRunning && time.Now().After(h.until)
}

func (l *list) AddJob(_ context.Context, job result.Job, most int, parts ...result.Job) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	queued := 0
	for _, h := range l.jobs {
		if h.Service == job.Service && h.State == result.JobQueued && h.Parent == "" {
			queued++
		}
	}
	if queued >= most {
		return result.ErrJobsFull
	}
	for _, one := range append(parts, job) {
		l.jobs[one.ID] = &held{Job: one}
	}
	return l.down
}

func (l *list) Job(_ context.Context, id string) (result.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reads++
	h, err := l.get(id)
	if err != nil {
		return result.Job{}, err
	}
	return h.plain(), nil
}

func (l *list) JobComparison(_ context.Context, id string) (json.RawMessage, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, err := l.get(id)
	if err != nil {
		return nil, err
	}
	return h.Comparison, nil
}

func (l *list) Jobs(_ context.Context, which result.JobFilter) ([]result.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []result.Job
	for _, h := range l.jobs {
		if h.Service == which.Service && (which.State == "" || h.State == which.State) {
			found = append(found, h.plain())
		}
	}
	slices.SortFunc(found, func(a, b result.Job) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return found, l.down
}

func (l *list) CancelJob(_ context.Context, id string, at time.Time) (result.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, err := l.get(id)
	if err != nil {
		return result.Job{}, err
	}
	l.cancel(id, at)
	return h.plain(), nil
}

func (l *list) cancel(id string, at time.Time) {
	for _, h := range l.jobs {
		switch {
		case h.ID != id && h.Parent != id:
		case h.State == result.JobQueued:
			h.State, h.EndedAt = result.JobCancelled, &at
		case h.State == result.JobRunning:
			h.Cancelling = true
		}
	}
}

func (l *list) WaitingJobs(_ context.Context, service string) ([]result.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []result.Job
	for _, h := range l.jobs {
		if h.Service == service && l.waits(h) {
			found = append(found, h.plain())
		}
	}
	slices.SortFunc(found, func(a, b result.Job) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return found, l.down
}

func (l *list) ClaimJob(_ context.Context, id string, claim result.JobClaim, at time.Time) (result.Job, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.claims++
	h, err := l.get(id)
	if err != nil || !l.waits(h) {
		return result.Job{}, false, err
	}
	h.State, h.worker, h.until = result.JobRunning, claim.Worker, time.Now().Add(claim.Lease)
	h.StartedAt = cmp.Or(h.StartedAt, &at)
	h.Tries++
	job := h.Job
	if whole := l.jobs[h.Parent]; whole != nil {
		job.Request = slices.Concat(whole.Request, job.Request)
	}
	return job, true, nil
}

func (l *list) RenewJob(_ context.Context, id string, claim result.JobClaim, at result.JobProgress) (result.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, err := l.get(id)
	if err != nil {
		return result.Job{}, err
	}
	if h.State != result.JobRunning || h.worker != claim.Worker {
		return result.Job{}, result.ErrJobLost
	}
	h.Progress, h.until = at, time.Now().Add(claim.Lease)
	return h.plain(), nil
}

func (l *list) EndJob(_ context.Context, job result.Job, worker string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, err := l.get(job.ID)
	if err != nil {
		return err
	}
	if h.State != result.JobRunning || h.worker != worker {
		return result.ErrJobLost
	}
	h.State, h.EndedAt, h.Error, h.Runs, h.Progress, h.Comparison = job.State, job.EndedAt, job.Error, job.Runs, job.Progress, job.Comparison
	if whole := l.jobs[job.Parent]; whole != nil && job.State == result.JobFailed {
		whole.State, whole.EndedAt, whole.Error = job.State, job.EndedAt, job.Error
		l.cancel(job.Parent, *job.EndedAt)
	}
	return nil
}

func (l *list) ForgetJobs(_ context.Context, service string, before time.Time) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down != nil {
		return 0, l.down
	}
	for id, h := range l.jobs {
		if h.Service == service && h.State.Ended() && h.EndedAt.Before(before) {
			delete(l.jobs, id)
			n++
		}
	}
	return n, nil
}
