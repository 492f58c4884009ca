package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

var _ result.Worklist = (*Tables)(nil)

// jobTime writes times so that their texts sort as they do.
const jobTime = "2006-01-02T15:04:05.000000000Z"

// In the statements below variables first stand in the order of their numbers: by their place SQLite counts
// them. A job that no one holds has no leased_until, and so is not before any time.

// jobColumns are those that scanJob reads. A job is as far as its parts until it runs; a part
// of which nothing is known yet asks as much as the others.
const jobColumns = "job_id, kind, service, state, " +
	"CASE total WHEN 0 THEN (SELECT coalesce(sum(part.asked), 0) FROM jobs part WHERE part.parent = jobs.job_id) ELSE asked END, " +
	"CASE total WHEN 0 THEN (SELECT coalesce(CAST(sum(part.total) AS BIGINT) * count(*) / nullif(count(CASE WHEN part.total > 0 OR part.ended_at IS NOT NULL THEN 1 END), 0), 0) FROM jobs part WHERE part.parent = jobs.job_id) ELSE total END, " +
	"created_at, started_at, ended_at, asked_by, tries, cancelling, error, runs_json, settings, parent"

// AddJob keeps a new job and its parts, which are queued, unless most jobs are queued already.
func (t *Tables) AddJob(ctx context.Context, job result.Job, most int, parts ...result.Job) error {
	err := t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		if t.dialect.lockQueue != "" { // or two would find the last place free
			if _, err := tx.ExecContext(during, t.dialect.lockQueue); err != nil {
				return err
			}
		}
		var queued int
		if err := tx.QueryRowContext(during, "SELECT count(*) FROM jobs WHERE state = 'queued' AND parent = '' AND service = $1", job.Service).Scan(&queued); err != nil {
			return err
		}
		if queued >= most {
			return fmt.Errorf("%w: %d are queued", result.ErrJobsFull, queued)
		}
		for _, j := range append(parts, job) {
			if _, err := tx.ExecContext(during, `
				INSERT INTO jobs (job_id, kind, service, request, state, created_at, asked_by, error, asked, total, tries, cancelling, runs_json, worker, settings, parent)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, 0, 0, '[]', '', $9, $10)`,
				j.ID, j.Kind, j.Service, []byte(j.Request), string(result.JobQueued), j.CreatedAt.UTC().Format(jobTime), j.By, t.dialect.anyBytes(""), j.Settings, j.Parent); err != nil {
				return err
			}
		}
		return nil
	})
	return t.wrap(err, "add job %s", job.ID)
}

// Job returns a job without its request.
func (t *Tables) Job(ctx context.Context, id string) (job result.Job, err error) {
	job, err = read(ctx, t.db, func(q Querier) (result.Job, error) { return readJob(ctx, q, id) })
	return job, t.wrap(err, "job %s", id)
}

func readJob(ctx context.Context, q Querier, id string) (result.Job, error) {
	job, err := scanJob(q.QueryRowContext(ctx, "SELECT "+jobColumns+" FROM jobs WHERE job_id = $1", id))
	return job, notFound(err)
}

// JobComparison returns what a job compared, where its runs do not show it.
func (t *Tables) JobComparison(ctx context.Context, id string) (json.RawMessage, error) {
	document, err := read(ctx, t.db, func(q Querier) (document []byte, err error) {
		err = q.QueryRowContext(ctx, "SELECT comparison FROM jobs WHERE job_id = $1 AND length(comparison) > 0", id).Scan(&document)
		return document, notFound(err)
	})
	return document, t.wrap(err, "comparison of job %s", id)
}

// Jobs lists jobs, newest first.
func (t *Tables) Jobs(ctx context.Context, which result.JobFilter) ([]result.Job, error) {
	found, err := read(ctx, t.db, func(q Querier) ([]result.Job, error) {
		where := []string{"parent = ''"}
		var args []any
		is := func(condition string, value any) {
			args = append(args, value)
			where = append(where, strings.ReplaceAll(condition, "$", "$"+strconv.Itoa(len(args))))
		}
		if which.Service != "" {
			is("service = $", which.Service)
		}
		if which.State != "" {
			is("state = $", string(which.State))
		}
		if which.After != "" {
			if _, err := readJob(ctx, q, which.After); err != nil {
				return nil, fmt.Errorf("after %s: %w", which.After, err)
			}
			is("(created_at, job_id) < (SELECT created_at, job_id FROM jobs WHERE job_id = $)", which.After)
		}
		limit := ""
		if which.Limit > 0 {
			limit = " LIMIT " + strconv.Itoa(which.Limit)
		}
		return scanJobs(ctx, q, strings.Join(where, " AND ")+" ORDER BY created_at DESC, job_id DESC"+limit, args...)
	})
	return found, t.wrap(err, "list jobs")
}

// CancelJob ends a queued job, and tells a running one to stop; so it does with its parts.
func (t *Tables) CancelJob(ctx context.Context, id string, at time.Time) (job result.Job, err error) {
	err = t.db.Write(ctx, func(during context.Context, tx *sql.Tx) (err error) {
		if err := cancel(during, tx, id, at); err != nil {
			return err
		}
		job, err = readJob(during, tx, id)
		return err
	})
	return job, t.wrap(err, "cancel job %s", id)
}

func cancel(ctx context.Context, tx *sql.Tx, id string, at time.Time) error {
	_, err := tx.ExecContext(ctx, "UPDATE jobs SET state = 'cancelled', ended_at = $1 WHERE (job_id = $2 OR parent = $2) AND state = 'queued'", at.UTC().Format(jobTime), id)
	if err == nil {
		_, err = tx.ExecContext(ctx, "UPDATE jobs SET cancelling = 1 WHERE (job_id = $1 OR parent = $1) AND state = 'running'", id)
	}
	return err
}

// ForgetJobs removes the jobs of a service that ended before a time.
func (t *Tables) ForgetJobs(ctx context.Context, service string, before time.Time) (forgotten int, err error) {
	err = t.db.Write(ctx, func(during context.Context, tx *sql.Tx) (err error) {
		forgotten, err = affected(tx.ExecContext(during, "DELETE FROM jobs WHERE service = $1 AND state IN ('done', 'failed', 'cancelled') AND ended_at < $2", service, before.UTC().Format(jobTime)))
		return err
	})
	return forgotten, t.wrap(err, "forget jobs of service %s", service)
}

func scanJobs(ctx context.Context, q Querier, where string, args ...any) ([]result.Job, error) {
	return All(ctx, q, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE "+where, args...)
}

func scanJob(row Scanner) (job result.Job, err error) {
	var runs string
	var started, ended *moment
	var failure []byte
	var cancelling int
	err = row.Scan(&job.ID, &job.Kind, &job.Service, &job.State, &job.Progress.Asked, &job.Progress.Total, (*moment)(&job.CreatedAt), &started, &ended,
		&job.By, &job.Tries, &cancelling, &failure, &runs, &job.Settings, &job.Parent)
	if err != nil {
		return job, err
	}
	job.Cancelling, job.Error = cancelling != 0, string(failure)
	job.StartedAt, job.EndedAt = (*time.Time)(started), (*time.Time)(ended)
	if err := json.Unmarshal([]byte(runs), &job.Runs); err != nil {
		return job, fmt.Errorf("runs_json: %w", err)
	}
	return job, nil
}
