package jobs

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/rankduel/rankduel/internal/prose"
)

// What a Config is without a word.
const (
	DefaultRunning = 1
	DefaultQueued  = 32
	DefaultLease   = 15 * time.Second
)

// RetryAfter is when it is worth asking again after ErrJobsFull or ErrStopping.
const RetryAfter = 10 * time.Second

// forgetEvery is how often jobs are forgotten that ended long ago.
const forgetEvery = 24 * time.Hour

// maxTries bounds how often a job is taken up: one that kills anyone who works on it would go round for ever.
const maxTries = 5

// Config tunes a queue. The zero value is usable.
type Config struct {
	Service string        // servers of one name that share a list share its jobs
	Running int           // jobs that run at once in this process; 0 means DefaultRunning
	Queued  int           // jobs that wait in the store, those of the service's other servers too; 0 means DefaultQueued
	Lease   time.Duration // after which a worker that was not heard of counts as dead; 0 means DefaultLease
	Keep    time.Duration // how long jobs that have ended can be looked up; 0: for ever

	Dispatch Dispatcher       // nil: goroutines of this process
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger     // nil: no one is told
}

// validate reports everything that is wrong at once.
func (c Config) validate() error {
	var errs prose.Faults
	errs.If(c.Running < 0, "jobs that run at once: %d, want at least 1", c.Running)
	errs.If(c.Queued < 0, "jobs that wait: %d, want at least 1", c.Queued)
	errs.If(c.Lease != 0 && c.Lease < 100*time.Millisecond, "lease of a job: %v, want at least 100ms", c.Lease)
	errs.If(c.Keep < 0, "jobs that have ended: kept for %v, want more than 0", c.Keep)
	return errs.Join()
}

func (c Config) withDefaults() Config {
	c.Running = cmp.Or(c.Running, DefaultRunning)
	c.Queued = cmp.Or(c.Queued, DefaultQueued)
	c.Lease = cmp.Or(c.Lease, DefaultLease)
	if c.Dispatch == nil {
		c.Dispatch = newLocal()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// beat returns how often a worker renews its lease, writes its progress and hears whether it was told to stop.
func (c Config) beat() time.Duration { return min(c.Lease/4, time.Second) }
