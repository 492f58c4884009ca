package sqlite_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/sqlite"
)

// The fixture is kebab_store.sqlite of the conformance vectors: two runs of
// 12 queries, with documents and chunks beside them.

func kebabStore(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("testdata/kebab_store.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "kebab.sqlite")
	write(t, path, string(content))
	return path
}

func TestKebabStore(t *testing.T) {
	for name, mode := range map[string]sqlite.Mode{"upgraded": sqlite.Create, "read only": sqlite.ReadOnly} {
		t.Run(name, func(t *testing.T) {
			db := open(t, kebabStore(t), mode)
			runs, err := db.Runs(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(runs) != 2 || runs[0].ID != "run_0196b1" || runs[1].ID != "run_0196a0" {
				t.Fatalf("Runs = %v, want run_0196b1 and run_0196a0", runs)
			}
			a := runs[1]
			a.Config = nil // looked at below
			want := result.StoredRun{
				ID: "run_0196a0", Suite: "golden", Aggregate: []byte("{}"), CommitHash: "0000000",
				CreatedAt: time.Date(2026, 5, 10, 0, 0, 0, 0, time.UTC),
			}
			if diff := cmp.Diff(want, a); diff != "" {
				t.Errorf("run (-want +got):\n%s", diff)
			}
			var config struct {
				EvalK   int    `json:"eval_k"`
				Chunker string `json:"chunker_version"`
			}
			if err := json.Unmarshal(runs[1].Config, &config); err != nil || config.EvalK != 10 || config.Chunker != "md-heading-v1" {
				t.Errorf("config = %+v, %v", config, err)
			}
			wantKebabRows(t, db)
			if found, err := db.Recordings(t.Context(), newKey()); err != nil || len(found) != 0 {
				t.Errorf("Recordings = %v, %v; want none", found, err)
			}
		})
	}
}

func wantKebabRows(t *testing.T, db *sqlite.DB) {
	t.Helper()
	run, err := db.Run(t.Context(), "run_0196a0")
	if err != nil || len(run.Rows) != 12 || run.Rows[0].QueryID != "q00" || run.Rows[11].QueryID != "q11" {
		t.Errorf("Run = %v, %v; want rows q00 to q11", run.Rows, err)
	}
	results, err := db.QueryResults(t.Context(), "run_0196a0")
	if err != nil || len(results) != 12 {
		t.Fatalf("%d results, %v; want 12", len(results), err)
	}
	var row struct {
		Hits []struct {
			Rank    int
			ChunkID string `json:"chunk_id"`
		} `json:"hits_top_k"`
	}
	if err := json.Unmarshal(results["q00"], &row); err != nil || len(row.Hits) != 3 || row.Hits[0].ChunkID != "x1" {
		t.Errorf("q00 = %+v, %v; want 3 hits, x1 first", row, err)
	}
}

// TestKebabStoreKeepsAll compares what kebab can see before and after.
func TestKebabStoreKeepsAll(t *testing.T) {
	path := kebabStore(t)
	before := dump(t, path)
	db := open(t, path, sqlite.Existing)
	const aggregate = `{"mrr":0.1667,"citation_coverage":null}`
	if err := db.SetAggregate(t.Context(), "run_0196a0", []byte(aggregate)); err != nil {
		t.Fatal(err)
	}
	after := dump(t, path)
	if len(before["results"]) != 24 {
		t.Fatalf("the fixture has %d results, want 24", len(before["results"]))
	}
	if diff := cmp.Diff(before["results"], after["results"]); diff != "" {
		t.Errorf("eval_query_results changed (-before +after):\n%s", diff)
	}
	if before["runs"][1] != after["runs"][1] {
		t.Errorf("the other run changed from %s to %s", before["runs"][1], after["runs"][1])
	}
	var was, is [6]*string // the columns of dump
	if err := json.Unmarshal([]byte(before["runs"][0]), &was); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(after["runs"][0]), &is); err != nil {
		t.Fatal(err)
	}
	*was[3] = aggregate // the only column that may change
	if diff := cmp.Diff(was, is); diff != "" {
		t.Errorf("run_0196a0 (-want +got):\n%s", diff)
	}
}

// TestKebabWritesOn inserts as kebab does, which does not know our columns.
func TestKebabWritesOn(t *testing.T) {
	path := kebabStore(t)
	db := open(t, path, sqlite.Create)
	execute(t, path, `
		INSERT INTO eval_runs (run_id, suite, config_snapshot_json, aggregate_json, commit_hash, created_at)
		VALUES ('run_0197c2', 'golden', '{}', '{}', NULL, '2026-05-12T09:30:00.5+09:00');
		INSERT INTO eval_query_results (run_id, query_id, result_json)
		VALUES ('run_0197c2', 'q00', '{"query_id":"q00","error":"index is empty","hits_top_k":[]}')`)
	run, err := db.Run(t.Context(), "run_0197c2")
	if err != nil {
		t.Fatal(err)
	}
	want := result.StoredRun{
		ID: "run_0197c2", Suite: "golden", Config: []byte("{}"), Aggregate: []byte("{}"),
		CreatedAt: time.Date(2026, 5, 12, 0, 30, 0, 5e8, time.UTC),
		Rows:      []result.StoredRow{{QueryID: "q00", Error: "index is empty"}},
	}
	if diff := cmp.Diff(want, run); diff != "" {
		t.Errorf("run (-want +got):\n%s", diff)
	}
	if err := db.Remove(t.Context(), "run_0196a0"); err != nil {
		t.Fatal(err)
	}
	if got := len(dump(t, path)["results"]); got != 13 {
		t.Errorf("%d results are left, want 12 + 1", got)
	}
}

func TestReadOnlyLeavesTheFileAlone(t *testing.T) {
	path := kebabStore(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, path, sqlite.ReadOnly)
	wantKebabRows(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed (%v)", err)
	}
	wantFiles(t, filepath.Dir(path), "kebab.sqlite")
}
