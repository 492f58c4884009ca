package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// SaveRun stores a run and its rows as one. Saving the same id again replaces it, but created_at of the first stays. An
// empty Config or Aggregate is stored as {}, which is kebab's word for "not yet aggregated".
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
	rows, err := encodeRows(run)
	if err != nil {
		return err
	}
	encoded := row{
		run.ID, run.Suite, jsonText(run.Config), jsonText(run.Aggregate), optional(run.CommitHash), run.Name, run.Profile, string(testSet),
		run.CreatedAt.UTC().Format(time.RFC3339Nano), "",
	}
	unit{encoded, rows}.seal(&runsTable)
	return t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		if err := t.insert(ctx, during, tx, intoRuns, 1, func(int) []any { return encoded }); err != nil {
			return err
		}
		if _, err := tx.ExecContext(during, "DELETE FROM eval_query_results WHERE run_id = $1", run.ID); err != nil {
			return err
		}
		return t.put(ctx, during, tx, runsTable.parts, rows, false)
	})
}

// intoRuns keeps created_at of a run that is there. INSERT OR REPLACE would not: it deletes the old row first.
var intoRuns = insertion{
	table: "eval_runs", columns: runsTable.names(),
	conflict: replacing([]string{"run_id"}, slices.DeleteFunc(runsTable.names()[1:], func(name string) bool { return name == "created_at" })),
}

// checkRun reports everything that is wrong with a run at once.
func checkRun(run result.StoredRun) error {
	var errs prose.Faults
	errs.If(run.ID == "", "it has no id")
	errs.If(run.CreatedAt.IsZero(), "its time of creation is not set")
	errs.If(!json.Valid([]byte(jsonText(run.Config))), "its configuration is not JSON")
	errs.If(!json.Valid([]byte(jsonText(run.Aggregate))), "its aggregate is not JSON")
	seen := make(map[string]bool, len(run.Rows))
	for _, row := range run.Rows {
		errs.If(seen[row.QueryID], "query %q has two rows", row.QueryID)
		seen[row.QueryID] = true
	}
	return errs.Join()
}

// jsonText returns what is stored for an optional JSON document.
func jsonText(doc []byte) string {
	if len(doc) == 0 {
		return "{}"
	}
	return string(doc)
}

// optional returns NULL for a text that is not known.
func optional(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// encodeRows returns the rows of a run's results, in the order in which they are read.
func encodeRows(run result.StoredRun) ([]row, error) {
	rows := make([]row, len(run.Rows))
	for i, r := range run.Rows {
		doc, err := json.Marshal(r)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", r.QueryID, err)
		}
		rows[i] = row{run.ID, r.QueryID, string(doc), ""}
	}
	ordered.Stable(rows, func(a, b row) int { return strings.Compare(a.text(1), b.text(1)) })
	return rows, nil
}
