package storetest

import (
	"errors"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// Changed tests that what someone changes in the database is not read as what was stored. execute runs SQL on it.
func Changed(t *testing.T, open Opener, execute func(t *testing.T, s store.Store, statements string)) {
	const q1 = " WHERE query_id = 'q1'"
	for _, tt := range []struct{ name, statements, runs, recordings string }{ // what the errors name; empty: none
		{"nothing", "UPDATE recordings SET attempts = attempts; UPDATE eval_runs SET created_at = created_at", "", ""},
		{"scores", "UPDATE eval_query_results SET result_json = replace(result_json, '0.3333333333333333', '1.0')" + q1, `"q1"`, ""},
		{"spaces", "UPDATE eval_query_results SET result_json = replace(result_json, '{', '{ ')" + q1, `"q1"`, ""},
		{"two rows exchanged", "UPDATE eval_query_results SET query_id = 'x'" + q1 + "; UPDATE eval_query_results SET query_id = 'q1' WHERE query_id = 'q2'", `"q1"`, ""},
		{"a row less", "DELETE FROM eval_query_results" + q1, "queries", ""},
		{"a row that no one stored", "INSERT INTO eval_query_results (run_id, query_id, result_json) VALUES ('run_full', 'q0', '{}')", `"q0"`, ""},
		{"a digest less", "UPDATE eval_query_results SET digest = ''" + q1, `"q1"`, ""},
		{"means", "UPDATE eval_runs SET aggregate_json = '{}'", "mean", ""},
		{"test set", "UPDATE eval_runs SET test_set_json = '{}'", "mean", ""},
		{"commit", "UPDATE eval_runs SET commit_hash = NULL", "mean", ""},
		{"rankings exchanged", "UPDATE recordings SET hits = (SELECT hits FROM recordings WHERE query_id = 'q2')" + q1, "", `"q1"`},
		{"a ranking of another component", "DELETE FROM recordings WHERE component_key = 'dense'; UPDATE recordings SET component_key = 'dense'" + q1, "", `"q1"`},
		{"an answer", "UPDATE recordings SET answer_json = '{}'" + q1, "", `"q1"`},
		{"a failure", "UPDATE recordings SET error = 'timeout'" + q1, "", `"q1"`},
		{"latency", "UPDATE recordings SET latency_ms = 0" + q1, "", `"q1"`},
		{"a time", "UPDATE recordings SET recorded_at = '2036-05-10T08:00:00Z'" + q1, "", `"q1"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t)
			save(t, s, newRun("run_full", "q1", "q2"))
			record(t, s, keyOf("bm25"), oneHit("q1", 1), oneHit("q2", 2))
			record(t, s, keyOf("dense"), oneHit("q1", 3))
			execute(t, s, tt.statements)
			_, err := s.Run(t.Context(), "run_full")
			wantChanged(t, "Run", err, tt.runs)
			_, err = s.QueryResults(t.Context(), "run_full")
			wantChanged(t, "QueryResults", err, tt.runs)
			_, first := s.Recordings(t.Context(), keyOf("bm25"))
			_, second := s.Recordings(t.Context(), keyOf("dense"), "q1")
			wantChanged(t, "Recordings", errors.Join(first, second), tt.recordings)
			if _, err := s.Runs(t.Context()); err != nil {
				t.Errorf("Runs = %v: the others are as they were", err)
			}
			if err := s.Remove(t.Context(), "run_full"); err != nil && !errors.Is(err, result.ErrNotFound) {
				t.Errorf("Remove = %v", err)
			}
		})
	}
}

func wantChanged(t *testing.T, what string, err error, named string) {
	t.Helper()
	switch {
	case named == "" && err != nil:
		t.Errorf("%s = %v", what, err)
	case named != "" && (!errors.Is(err, store.ErrChanged) || !strings.Contains(err.Error(), named) || !strings.Contains(err.Error(), "`rankduel run EXPERIMENT --fresh`")):
		t.Errorf("%s = %v, want ErrChanged, %s and what to do", what, err, named)
	}
}
