package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// SaveRun stores a run and its rows as one. Saving the same id again replaces
// it, but created_at of the first stays. An empty Config or Aggregate is
// stored as {}, which is kebab's word for "not yet aggregated".
func (t *Tables) SaveRun(ctx context.Context, run result.StoredRun) error {
	return t.wrap(t.saveRun(ctx, run), "save run %s", run.ID)
}

func (t *Tables) saveRun(ctx context.Context, run result.StoredRun) error {
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
	return t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		err := t.insert(ctx, during, tx, intoRuns, 1, func(int) []any {
			return []any{
				run.ID, run.CreatedAt.UTC().Format(time.RFC3339Nano), run.Suite, jsonText(run.Config), jsonText(run.Aggregate),
				sql.NullString{String: run.CommitHash, Valid: run.CommitHash != ""},
				run.Name, run.Profile, string(testSet),
			}
		})
		if err != nil {
			return err
		}
		return t.replaceResults(ctx, during, tx, run.ID, results)
	})
}

var (
	runKey  = []string{"run_id"}
	runRest = []string{"suite", "config_snapshot_json", "aggregate_json", "commit_hash", "name", "profile", "test_set_json"}
)

// intoRuns keeps created_at of a run that is there. INSERT OR REPLACE would not:
// it deletes the old row first.
var intoRuns = insertion{table: "eval_runs", columns: slices.Concat(runKey, []string{"created_at"}, runRest), conflict: replacing(runKey, runRest)}

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

// jsonText returns what is stored for an optional JSON document.
func jsonText(doc []byte) string {
	if len(doc) == 0 {
		return "{}"
	}
	return string(doc)
}

func encodeRows(rows []result.Row) ([]storedResult, error) {
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

func (t *Tables) replaceResults(ctx, during context.Context, tx *sql.Tx, id string, results []storedResult) error {
	if _, err := tx.ExecContext(during, "DELETE FROM eval_query_results WHERE run_id = $1", id); err != nil {
		return err
	}
	return t.insert(ctx, during, tx, intoResults, len(results), func(i int) []any {
		return []any{id, t.dialect.anyBytes(results[i].queryID), string(results[i].json)}
	})
}

var intoResults = insertion{table: "eval_query_results", columns: []string{"run_id", "query_id", "result_json"}}
