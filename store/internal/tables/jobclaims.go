package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// claimable is the condition that a job and no part of it waits, up to the time.
const claimable = "NOT EXISTS (SELECT 1 FROM jobs part WHERE part.parent = jobs.job_id AND part.state IN ('queued', 'running')) AND (state = 'queued' OR leased_until < "

// WaitingJobs lists jobs of a service that can be claimed, the oldest first.
func (t *Tables) WaitingJobs(ctx context.Context, service string) ([]result.Job, error) {
	found, err := read(ctx, t.db, func(q Querier) ([]result.Job, error) {
		now, err := t.clock(ctx, q)
		if err != nil {
			return nil, err
		}
		return scanJobs(ctx, q, "service = $1 AND "+claimable+"$2) ORDER BY created_at, job_id", service, now.Format(jobTime))
	})
	return found, t.wrap(err, "list waiting jobs")
}

// ClaimJob gives a waiting job to a worker until its lease runs out.
func (t *Tables) ClaimJob(ctx context.Context, id string, claim result.JobClaim, at time.Time) (job result.Job, taken bool, err error) {
	err = t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		taken = false
		now, err := t.clock(during, tx)
		if err != nil {
			return err
		}
		n, err := affected(tx.ExecContext(during, `
			UPDATE jobs SET state = 'running', worker = $1, leased_until = $2, tries = tries + 1, started_at = coalesce(started_at, $3)
			WHERE job_id = $4 AND `+claimable+"$5)",
			claim.Worker, now.Add(claim.Lease).Format(jobTime), at.UTC().Format(jobTime), id, now.Format(jobTime)))
		if err != nil {
			return err
		}
		if job, err = readJob(during, tx, id); err != nil || n == 0 {
			return err
		}
		taken = true
		return EachRow(during, tx, func(row Scanner) error {
			var text []byte
			err := row.Scan(&text)
			job.Request = append(job.Request, text...)
			return err
		}, "SELECT request FROM jobs WHERE job_id IN ($1, $2) ORDER BY parent", job.Parent, id) // the whole has no parent: first
	})
	return job, taken, t.wrap(err, "claim job %s", id)
}

// RenewJob keeps a job for its worker and notes how far it is.
func (t *Tables) RenewJob(ctx context.Context, id string, claim result.JobClaim, at result.JobProgress) (job result.Job, err error) {
	err = t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		now, err := t.clock(during, tx)
		if err != nil {
			return err
		}
		err = held(tx.ExecContext(during, `
			UPDATE jobs SET leased_until = $1, asked = $2, total = $3
			WHERE job_id = $4 AND worker = $5 AND state = 'running'`,
			now.Add(claim.Lease).Format(jobTime), at.Asked, at.Total, id, claim.Worker))
		if err != nil {
			return err
		}
		job, err = readJob(during, tx, id)
		return err
	})
	return job, t.wrap(err, "renew job %s", id)
}

// EndJob keeps what became of a job that its worker lets go of. A part that failed ends the
// whole, which comes first: two of them do not wait for each other.
func (t *Tables) EndJob(ctx context.Context, job result.Job, worker string) error {
	runs, err := json.Marshal(append([]string{}, job.Runs...))
	if err != nil {
		return t.wrap(err, "end job %s", job.ID)
	}
	var ended sql.NullString
	if job.EndedAt != nil {
		ended = sql.NullString{String: job.EndedAt.UTC().Format(jobTime), Valid: true}
	}
	err = t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		if job.Parent != "" && job.State == result.JobFailed {
			_, err := tx.ExecContext(during, "UPDATE jobs SET state = 'failed', ended_at = $1, error = $2 WHERE job_id = $3 AND state = 'queued'", ended, t.dialect.anyBytes(job.Error), job.Parent)
			if err != nil {
				return err
			}
			if err := cancel(during, tx, job.Parent, *job.EndedAt); err != nil {
				return err
			}
		}
		return held(tx.ExecContext(during, `
			UPDATE jobs SET state = $1, ended_at = $2, error = $3, runs_json = $4, asked = $5, total = $6, comparison = $7,
				worker = '', leased_until = NULL, cancelling = 0
			WHERE job_id = $8 AND worker = $9 AND state = 'running'`,
			string(job.State), ended, t.dialect.anyBytes(job.Error), string(runs), job.Progress.Asked, job.Progress.Total, []byte(job.Comparison), job.ID, worker))
	})
	return t.wrap(err, "end job %s", job.ID)
}

// held turns a statement that found no job of the worker's into ErrJobLost.
func held(res sql.Result, err error) error {
	if err = one(res, err); errors.Is(err, result.ErrNotFound) {
		return result.ErrJobLost
	}
	return err
}

// clock returns the time of the database, to the millisecond: the one clock that all who share it agree on.
func (t *Tables) clock(ctx context.Context, q Querier) (time.Time, error) {
	var now time.Time
	err := q.QueryRowContext(ctx, "SELECT "+t.dialect.moment).Scan((*moment)(&now))
	return now, err
}
