package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// SaveRun stores a run and its rows as one. Saving the same id again replaces
// it, but created_at of the first stays. An empty Config or Aggregate is
// stored as {}, which is kebab's word for "not yet aggregated".
func (d *DB) SaveRun(ctx context.Context, run result.StoredRun) error {
	return d.wrap(d.saveRun(ctx, run), "save run %s", run.ID)
}

func (d *DB) saveRun(ctx context.Context, run result.StoredRun) error {
	if err := checkRun(run); err != nil {
		return err
	}
	testSet, err := json.Marshal(run.TestSet)
	if err != nil {
		return fmt.Errorf("test set: %w", err)
	}
	results, err := encodeRows(run.Rows)
	if err != nil {
		return err
	}
	return d.write(ctx, func(tx *sql.Tx) error {
		// Not INSERT OR REPLACE: that deletes the old row first, and its
		// created_at with it.
		_, err := tx.Exec(`
			INSERT INTO eval_runs (run_id, suite, config_snapshot_json, aggregate_json, commit_hash, created_at, name, profile, test_set_json)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (run_id) DO UPDATE SET
				suite = excluded.suite, config_snapshot_json = excluded.config_snapshot_json,
				aggregate_json = excluded.aggregate_json, commit_hash = excluded.commit_hash,
				name = excluded.name, profile = excluded.profile, test_set_json = excluded.test_set_json`,
			run.ID, run.Suite, jsonText(run.Config), jsonText(run.Aggregate),
			sql.NullString{String: run.CommitHash, Valid: run.CommitHash != ""},
			run.CreatedAt.UTC().Format(time.RFC3339Nano), run.Name, run.Profile, string(testSet))
		if err != nil {
			return err
		}
		return replaceResults(ctx, tx, run.ID, results)
	})
}

// checkRun reports everything that is wrong with a run at once.
func checkRun(run result.StoredRun) error {
	var errs []error
	if run.ID == "" {
		errs = append(errs, errors.New("it has no id"))
	}
	if run.CreatedAt.IsZero() {
		errs = append(errs, errors.New("its time of creation is not set"))
	}
	if !json.Valid([]byte(jsonText(run.Config))) {
		errs = append(errs, errors.New("its configuration is not JSON"))
	}
	if !json.Valid([]byte(jsonText(run.Aggregate))) {
		errs = append(errs, errors.New("its aggregate is not JSON"))
	}
	seen := make(map[string]bool, len(run.Rows))
	for _, row := range run.Rows {
		if seen[row.QueryID] {
			errs = append(errs, fmt.Errorf("query %q has two rows", row.QueryID))
		}
		seen[row.QueryID] = true
	}
	return errors.Join(errs...)
}

// jsonText is what is stored for an optional JSON document.
func jsonText(doc []byte) string {
	if len(doc) == 0 {
		return "{}"
	}
	return string(doc)
}

func encodeRows(rows []result.StoredRow) ([]storedResult, error) {
	results := make([]storedResult, len(rows))
	for i, row := range rows {
		doc, err := json.Marshal(row)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", row.QueryID, err)
		}
		results[i] = storedResult{queryID: row.QueryID, json: doc}
	}
	return results, nil
}

func replaceResults(ctx context.Context, tx *sql.Tx, id string, results []storedResult) error {
	if _, err := tx.Exec("DELETE FROM eval_query_results WHERE run_id = $1", id); err != nil {
		return err
	}
	return repeat(ctx, tx, len(results), func(insert *sql.Stmt, i int) error {
		_, err := insert.Exec(id, results[i].queryID, string(results[i].json))
		return err
	}, "INSERT INTO eval_query_results (run_id, query_id, result_json) VALUES ($1, $2, $3)")
}
