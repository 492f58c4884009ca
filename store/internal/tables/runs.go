package tables

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
)

// Run returns a stored run with its rows by query id, or an error wrapping result.ErrNotFound. Rows that
// another program wrote are read as far as their fields coincide; QueryResults has them whole.
func (t *Tables) Run(ctx context.Context, id string) (result.StoredRun, error) {
	run, err := read(ctx, t.db, func(q Querier) (result.StoredRun, error) {
		stored, err := t.scanStored(ctx, q, id)
		if err != nil {
			return result.StoredRun{}, err
		}
		run, err := runOf(stored.row)
		if err == nil {
			run.Rows, err = rowsOf(stored.parts)
		}
		return run, err
	})
	return run, t.wrap(notFound(err), "run %s", id)
}

// Runs lists the stored runs without their rows, newest first, then by id.
func (t *Tables) Runs(ctx context.Context) ([]result.StoredRun, error) {
	runs, err := read(ctx, t.db, func(q Querier) ([]result.StoredRun, error) {
		return All(ctx, q, scanRun, t.schema.selected(&runsTable))
	})
	// By time, not by its text: kebab's may have another zone or precision.
	ordered.Stable(runs, func(a, b result.StoredRun) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return runs, t.wrap(err, "list runs")
}

func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return result.ErrNotFound
	}
	return err
}

func (s schema) selected(tr *transfer) string { return tr.selected(s.columns[tr.table], tr.names()...) }

func scanRun(s Scanner) (result.StoredRun, error) {
	r, err := runsTable.scan(s)
	if err != nil {
		return result.StoredRun{}, err
	}
	return runOf(r)
}

func runOf(r row) (run result.StoredRun, err error) {
	run = result.StoredRun{
		ID: r.text(0), Suite: r.text(1), Config: []byte(r.text(2)), Aggregate: []byte(r.text(3)), CommitHash: r.text(4), Name: r.text(5), Profile: r.text(6),
	}
	if err := json.Unmarshal([]byte(r.text(7)), &run.TestSet); err != nil {
		return run, fmt.Errorf("run %s: test_set_json: %w", run.ID, err)
	}
	if run.CreatedAt, err = time.Parse(time.RFC3339, r.text(8)); err != nil {
		return run, fmt.Errorf("run %s: created_at: %w", run.ID, err)
	}
	run.CreatedAt = run.CreatedAt.UTC()
	return run, nil
}

func rowsOf(results []row) (rows []result.Row, err error) {
	for _, r := range results {
		var one result.Row
		if err := json.Unmarshal([]byte(r.text(2)), &one); err != nil {
			return nil, fmt.Errorf("query %q: result_json: %w", r.text(1), err)
		}
		one.QueryID = r.text(1)
		rows = append(rows, one)
	}
	return rows, nil
}

// scanStored returns a run and its results by query id, in the order of its bytes, whose digests are right.
func (t *Tables) scanStored(ctx context.Context, q Querier, id string) (u unit, err error) {
	if u.row, err = runsTable.scan(q.QueryRowContext(ctx, t.schema.selected(&runsTable)+" WHERE run_id = $1", id)); err != nil {
		return u, err
	}
	u.parts, err = All(ctx, q, runsTable.parts.scan, t.schema.selected(runsTable.parts)+" WHERE run_id = $1 ORDER BY query_id", id)
	if err != nil || !t.schema.columns[runsTable.table][digestColumn] {
		return u, err
	}
	for _, r := range u.parts {
		if (unit{row: r}).digest(runsTable.parts) != r[len(r)-1] {
			return u, fmt.Errorf("the row of query %q %w", r.text(1), ErrChanged)
		}
	}
	if u.digest(&runsTable) != u.row[len(u.row)-1] {
		return u, fmt.Errorf("what it is of, a mean or the list of its queries %w", ErrChanged)
	}
	return u, nil
}
