package result

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// A Job is work that was accepted and is done later: what was asked for, how far it is, and what came of it.
type Job struct {
	ID       string      `json:"id"`
	Kind     string      `json:"kind"`
	Service  string      `json:"service"` // whose servers can do it
	State    JobState    `json:"state"`
	Progress JobProgress `json:"progress"`

	CreatedAt time.Time  `json:"created_at"`
	StartedAt *time.Time `json:"started_at,omitempty"` // when it was first taken up
	EndedAt   *time.Time `json:"ended_at,omitempty"`

	By         string   `json:"by,omitempty"` // who asked for it
	Tries      int      `json:"tries"`        // times that it was taken up; more than 1 when a server went away from it
	Cancelling bool     `json:"cancelling"`   // it runs, and was told to stop
	Error      string   `json:"error,omitempty"`
	Runs       []string `json:"runs"` // ids of what it stored, the baseline's first

	// Settings is how its runs are compared, as the query of a comparison over HTTP; "" is by the defaults.
	Settings string `json:"-"`

	Comparison json.RawMessage `json:"-"` // the document, where its runs do not show it; only from who ends it

	Parent  string          `json:"-"` // the job that it is a part of, "" of one that was asked for
	Request json.RawMessage `json:"-"` // what was asked for, as its kind writes it; only for who works it off, of a part behind that of its parent
}

// A JobState is where a job is.
type JobState string

// The states of a job.
const (
	JobQueued    JobState = "queued"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// Ended tells whether nothing more will come.
func (s JobState) Ended() bool { return s == JobDone || s == JobFailed || s == JobCancelled }

// JobProgress counts what a job asks of engines.
type JobProgress struct {
	Asked int `json:"asked"`
	Total int `json:"total"` // 0 while that is not known yet
}

// A JobClaim is the hold of a worker on a job. It ends when the lease runs out, by the clock of the store,
// unless it is renewed before: then anyone who comes next may take the job up.
type JobClaim struct {
	Worker string // unlike every other, those of other processes too
	Lease  time.Duration
}

// A JobFilter says which jobs to list.
type JobFilter struct {
	Service string   // empty: any
	State   JobState // empty: any
	Limit   int      // 0: all
	After   string   // the id that the list goes on after; empty: from the newest
}

var (
	// ErrJobsFull says that as many jobs wait as may.
	ErrJobsFull = errors.New("the queue of jobs is full")
	// ErrJobLost says that a job is not, or no longer, a worker's own.
	ErrJobLost = errors.New("the job is another worker's")
)

// A Worklist keeps jobs, for several workers and several processes at once. A job
// that does not exist gives an error wrapping ErrNotFound.
type Worklist interface {
	// AddJob keeps a new job, which is queued, and its parts: while one is queued or runs it
	// cannot be claimed and is as far as they are, and it fails when one does. When most jobs
	// of its service are queued already it is not kept and the error wraps ErrJobsFull.
	AddJob(ctx context.Context, job Job, most int, parts ...Job) error
	// Job returns a job without its request.
	Job(ctx context.Context, id string) (Job, error)
	// JobComparison returns what a job compared, where its runs do not show it.
	JobComparison(ctx context.Context, id string) (json.RawMessage, error)
	// Jobs lists jobs, not their parts, newest first.
	Jobs(ctx context.Context, which JobFilter) ([]Job, error)
	// CancelJob ends a queued job at the given time, tells a running one to stop, and
	// leaves one that has ended as it is, each with its parts. It returns the job as it is then.
	CancelJob(ctx context.Context, id string, at time.Time) (Job, error)

	// WaitingJobs lists jobs of a service that can be claimed, the oldest first: those
	// that are queued, and those that run under a lease that has run out.
	WaitingJobs(ctx context.Context, service string) ([]Job, error)
	// ClaimJob gives a waiting job, with its request, to a worker: it runs from the
	// given time on. It returns false when the job has ended or is held.
	ClaimJob(ctx context.Context, id string, claim JobClaim, at time.Time) (Job, bool, error)
	// RenewJob keeps a job for its worker and notes how far it is. It returns the job
	// as it is then, or an error wrapping ErrJobLost.
	RenewJob(ctx context.Context, id string, claim JobClaim, at JobProgress) (Job, error)
	// EndJob keeps state, times, progress, error, runs and comparison of a job that its worker lets go of:
	// it has ended, or is queued again. Another worker's job gives an error wrapping ErrJobLost.
	EndJob(ctx context.Context, job Job, worker string) error

	// ForgetJobs removes the jobs of a service that ended before a time, and says how
	// many there were. The runs that they stored stay.
	ForgetJobs(ctx context.Context, service string, before time.Time) (int, error)
}

// A Token is someone's right to ask a server. The secret itself is nowhere: what is kept is its hash.
type Token struct {
	Name      string // whose, for the log
	Scope     string // what it allows; see package server/access
	SHA256    string // of the secret, in hexadecimal digits
	CreatedAt time.Time
}

// A TokenKeeper keeps tokens for servers.
type TokenKeeper interface {
	// AddToken keeps a token, or gives an error wrapping ErrExists when one of the name is kept.
	AddToken(ctx context.Context, t Token) error
	// Tokens lists them by name.
	Tokens(ctx context.Context) ([]Token, error)
	// RemoveToken forgets a token, or gives an error wrapping ErrNotFound.
	RemoveToken(ctx context.Context, name string) error
}
