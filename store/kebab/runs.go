package kebab

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/store/internal/tables"
)

const selectRuns = `SELECT run_id, coalesce(suite, ''), config_snapshot_json, aggregate_json, commit_hash, coalesce(created_at, ''),
	(SELECT count(*) FROM eval_query_results q WHERE q.run_id = eval_runs.run_id) FROM eval_runs`

// Runs lists the runs, newest first, then by id.
func (d *DB) Runs(ctx context.Context) ([]result.KebabRun, error) {
	runs, err := d.runs(ctx, selectRuns)
	if err != nil {
		return nil, d.wrap(fmt.Errorf("list runs: %w", err))
	}
	// By time, not by its text, which may have another zone or precision.
	ordered.Stable(runs, func(a, b result.KebabRun) int {
		at, _ := a.CreatedTime()
		bt, _ := b.CreatedTime()
		return cmp.Or(bt.Compare(at), strings.Compare(a.ID, b.ID))
	})
	return runs, nil
}

// shortestPrefix keeps a slip of the hand from naming a run by accident.
const shortestPrefix = 6

// Run finds a run by its id, or by the beginning of one that no other run
// shares. One that is not there gives an error wrapping result.ErrNotFound.
func (d *DB) Run(ctx context.Context, id string) (result.KebabRun, error) {
	// _ is a wildcard to LIKE, so substrings are compared.
	runs, err := d.runs(ctx, selectRuns+" WHERE substr(run_id, 1, length(?1)) = ?1 ORDER BY run_id", id)
	switch {
	case err != nil:
	case len(runs) > 0 && runs[0].ID == id: // the shortest comes first
		return runs[0], nil
	case id == "" || len(runs) == 0 || len(id) < shortestPrefix:
		err = result.ErrNotFound
		if len(runs) > 0 && id != "" {
			err = fmt.Errorf("%w; the beginning of an id needs at least %d characters", err, shortestPrefix)
		}
	case len(runs) > 1:
		ids := ordered.Each(runs[:min(5, len(runs))], func(r result.KebabRun) string { return r.ID })
		err = fmt.Errorf("%d runs begin with it: %s", len(runs), strings.Join(ids, ", "))
	default:
		return runs[0], nil
	}
	return result.KebabRun{}, d.wrap(fmt.Errorf("run %s: %w", id, err))
}

func (d *DB) runs(ctx context.Context, query string, args ...any) (runs []result.KebabRun, err error) {
	err = d.retry(ctx, func() error {
		runs, err = tables.All(ctx, d.db, func(row tables.Scanner) (r result.KebabRun, err error) {
			var commit sql.NullString
			err = row.Scan(&r.ID, &r.Suite, &r.Config, &r.Aggregate, &commit, &r.CreatedAt, &r.Queries)
			r.CommitHash = commit.String
			return r, err
		}, query, args...)
		return err
	})
	return runs, err
}

// Rows goes through the rows of a run by query id, in the order of its bytes, as
// they stood when the first was read. The text of a row is valid until the next.
func (d *DB) Rows(ctx context.Context, run string) iter.Seq2[result.KebabRow, error] {
	return func(yield func(result.KebabRow, error) bool) {
		stopped := false
		err := d.steadily(ctx, func(conn *sql.Conn) error {
			// As a blob: the driver copies a text once more.
			return tables.EachRow(ctx, conn, func(rows tables.Scanner) error {
				var row result.KebabRow
				var text sql.RawBytes
				if err := rows.Scan(&row.QueryID, &text); err != nil {
					return err
				}
				row.JSON = text
				if stopped = !yield(row, nil); stopped {
					return errStopped
				}
				return nil
			}, "SELECT query_id, CAST(result_json AS BLOB) FROM eval_query_results WHERE run_id = ? ORDER BY query_id", run)
		})
		if err != nil && !stopped {
			yield(result.KebabRow{}, d.wrap(fmt.Errorf("rows of run %s: %w", run, err)))
		}
	}
}

var errStopped = errors.New("nobody wants more")

// steadily runs look on one connection that has got its lock, if it needs one, and keeps it.
func (d *DB) steadily(ctx context.Context, look func(*sql.Conn) error) (err error) {
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "BEGIN DEFERRED"); err != nil {
		return err
	}
	defer func() {
		_, end := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		err = errors.Join(err, end)
	}()
	err = d.retry(ctx, func() error {
		var n int
		return conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&n)
	})
	if err != nil {
		return err
	}
	return look(conn)
}
