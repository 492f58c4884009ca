// Package river shares the jobs of a service among the servers on one PostgreSQL database, by the job queue
// of the same name (riverqueue.com). River's tables hold ids alone and bring each to one of the servers at
// once; what a job is, who holds it and what came of it, is in the store, as with goroutines of one
// process. An id that River loses or brings twice costs a look.
package river

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/rankduel/rankduel/server/jobs"
)

const (
	// rescueAfter is when River takes an id for lost that was brought to a server, and
	// brings it again. A job may well run longer: then someone looks, and finds it held.
	rescueAfter = 15 * time.Second
	// takenUp is how soon a server that lives has taken up what River brought it. An id
	// that was brought earlier, of a job that no one has, went to one that died.
	takenUp = 2 * time.Second
	// keep is how long River keeps an id that was brought.
	keep = time.Hour
	// tries is how often tables are made, when another server makes them at the same time.
	tries = 5
)

// A Dispatcher implements jobs.Dispatcher.
type Dispatcher struct {
	pool   *pgxpool.Pool
	queue  string
	log    *slog.Logger
	client *river.Client[pgx.Tx] // before Start one that brings no job
}

var _ jobs.Dispatcher = (*Dispatcher)(nil)

// Open connects to the database at an address as package store takes it, and brings
// River's tables up to date. Servers of other services do not see the jobs.
func Open(ctx context.Context, dsn, service string, log *slog.Logger) (*Dispatcher, error) {
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return nil, errors.New("jobs: the address of the database cannot be read; it is not shown here, since it may hold a password")
	}
	d := &Dispatcher{pool: pool, queue: queueOf(service), log: log}
	if err = d.migrate(ctx); err == nil {
		d.client, err = river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: quiet(log)})
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("jobs: make or change the tables of the queue (river_…): %w", err)
	}
	return d, nil
}

// queueOf returns a name that River takes, whatever a service is called.
func queueOf(service string) string {
	sum := sha256.Sum256([]byte(service))
	return "rankduel_" + hex.EncodeToString(sum[:8])
}

// migrate may be done by several servers at once: who comes second is undone, and finds the tables when it tries again.
func (d *Dispatcher) migrate(ctx context.Context) error {
	m, err := rivermigrate.New(riverpgxv5.New(d.pool), &rivermigrate.Config{Logger: quiet(d.log)})
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		_, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil)
		if err == nil || try == tries || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Duration(try) * 100 * time.Millisecond)
	}
}

// quiet leaves of River's log what someone should look at.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && w.Handler.Enabled(ctx, l)
}

func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }

// An id is what River keeps of a job. A job that is taken up again is another id,
// and so is one that was brought to a server that died before it took it up.
type id struct {
	Job   string `json:"job"`
	Tries int    `json:"tries"`
	After int64  `json:"after,omitempty"` // River's number of the id that was brought in vain
}

// Kind implements river.JobArgs.
func (id) Kind() string { return "rankduel_job" }

// Start implements jobs.Dispatcher.
func (d *Dispatcher) Start(ctx context.Context, n int, do func(ctx context.Context, id string) error) error {
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &worker{until: ctx, do: do}); err != nil {
		return err
	}
	client, err := river.NewClient(riverpgxv5.New(d.pool), &river.Config{
		Queues: map[string]river.QueueConfig{d.queue: {MaxWorkers: n}}, Workers: workers, Logger: quiet(d.log),
		JobTimeout: -1, RescueStuckJobsAfter: rescueAfter,
		CompletedJobRetentionPeriod: keep, CancelledJobRetentionPeriod: keep, DiscardedJobRetentionPeriod: keep,
	})
	if err != nil {
		return err
	}
	d.client = client
	return client.Start(context.WithoutCancel(ctx)) // Stop ends it
}

// Dispatch implements jobs.Dispatcher.
func (d *Dispatcher) Dispatch(ctx context.Context, job string, tries int) error {
	for next := (id{Job: job, Tries: tries}); ; {
		there, err := d.client.Insert(ctx, next, &river.InsertOpts{
			Queue: d.queue,
			UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{ // an id that was brought may be brought again
				rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
			}},
		})
		if err != nil || !there.UniqueSkippedAsDuplicate || !inVain(there.Job) {
			return err
		}
		next.After = there.Job.ID
	}
}

// inVain tells whether an id was brought to a server that did not take the job up.
// River would find out by itself, when its rescuer comes round: within a minute.
func inVain(row *rivertype.JobRow) bool {
	return row.State == rivertype.JobStateRunning && row.AttemptedAt != nil && time.Since(*row.AttemptedAt) > takenUp
}

// Stop implements jobs.Dispatcher.
func (d *Dispatcher) Stop(ctx context.Context) error {
	defer d.pool.Close()
	return d.client.Stop(ctx)
}

// A worker does what River brings.
type worker struct {
	river.WorkerDefaults[id]
	until context.Context // ends when the server stops
	do    func(ctx context.Context, id string) error
}

// Work implements river.Worker.
func (w *worker) Work(ctx context.Context, job *river.Job[id]) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(w.until, stop)()
	return w.do(ctx, job.Args.Job)
}

// NextRetry implements river.Worker: what could not be looked at is looked at again
// soon, since no one else brings it meanwhile.
func (w *worker) NextRetry(*river.Job[id]) time.Time { return time.Now().Add(time.Second) }
