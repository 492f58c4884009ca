package tables

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// Run returns a stored run with its rows by query id, or an error wrapping
// result.ErrNotFound. Rows that another program wrote are read as far as
// their fields coincide; QueryResults has them whole.
func (t *Tables) Run(ctx context.Context, id string) (result.StoredRun, error) {
	run, err := read(ctx, t.db, func(q Querier) (result.StoredRun, error) {
		run, err := scanRun(q.QueryRowContext(ctx, t.schema.selectRuns()+" WHERE run_id = $1", id))
		if err == nil {
			run.Rows, err = scanRows(ctx, q, id)
		}
		return run, err
	})
	if err != nil {
		return result.StoredRun{}, t.wrap(notFound(err), "run %s", id)
	}
	return run, nil
}

// Runs lists the stored runs without their rows, newest first, then by id.
func (t *Tables) Runs(ctx context.Context) ([]result.StoredRun, error) {
	runs, err := read(ctx, t.db, func(q Querier) ([]result.StoredRun, error) { return All(ctx, q, scanRun, t.schema.selectRuns()) })
	if err != nil {
		return nil, t.wrap(err, "list runs")
	}
	// By time, not by its text: kebab's may have another zone or precision.
	slices.SortFunc(runs, func(a, b result.StoredRun) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return runs, nil
}

// notFound turns the database's word for it into ours.
func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return result.ErrNotFound
	}
	return err
}

// selectRuns gives the columns that scanRun reads.
func (s schema) selectRuns() string { return runsTable.selected(s.runColumns, runsTable.names()...) }

// scanRun reads one row of selectRuns.
func scanRun(row Scanner) (result.StoredRun, error) {
	var run result.StoredRun
	var commit sql.NullString
	var created, testSet string
	err := row.Scan(&run.ID, &run.Suite, &run.Config, &run.Aggregate, &commit, &created,
		&run.Name, &run.Profile, &testSet)
	if err != nil {
		return run, err
	}
	run.CommitHash = commit.String
	if run.CreatedAt, err = time.Parse(time.RFC3339, created); err != nil {
		return run, fmt.Errorf("run %s: created_at: %w", run.ID, err)
	}
	run.CreatedAt = run.CreatedAt.UTC()
	if err := json.Unmarshal([]byte(testSet), &run.TestSet); err != nil {
		return run, fmt.Errorf("run %s: test_set_json: %w", run.ID, err)
	}
	return run, nil
}

func scanRows(ctx context.Context, q Querier, id string) ([]result.Row, error) {
	results, err := scanResults(ctx, q, id)
	if err != nil {
		return nil, err
	}
	var rows []result.Row
	for _, r := range results {
		var row result.Row
		if err := json.Unmarshal(r.json, &row); err != nil {
			return nil, fmt.Errorf("query %q: result_json: %w", r.queryID, err)
		}
		row.QueryID = r.queryID
		rows = append(rows, row)
	}
	return rows, nil
}

// A storedResult is one row of eval_query_results.
type storedResult struct {
	queryID string
	json    []byte
}

// scanResults returns a run's results by query id, in the order of its bytes.
func scanResults(ctx context.Context, q Querier, id string) ([]storedResult, error) {
	return All(ctx, q, func(row Scanner) (r storedResult, err error) {
		err = row.Scan(&r.queryID, &r.json)
		return r, err
	}, "SELECT query_id, result_json FROM eval_query_results WHERE run_id = $1 ORDER BY query_id", id)
}
