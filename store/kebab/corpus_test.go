package kebab_test

import (
	"database/sql"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/kebab"
)

// Only spans of the kind line are lines: of a page or a time the same keys count
// something else. Lines are counted from 1, and the last is not before the first.
// What SQLite's own JSON functions find in the same table is the stranger.
func TestCorpusLines(t *testing.T) {
	path := storeIn(t, "delete")
	execute(t, path, `
		DELETE FROM chunks; DELETE FROM documents;
		INSERT INTO documents (doc_id, workspace_path) VALUES ('d1', 'a.md'), ('d2', 'b.md'), ('d3', 'without chunks.md');
		INSERT INTO chunks (chunk_id, doc_id, source_spans_json, chunker_version) VALUES
			('two', 'd1', '[{"kind":"line","start":1,"end":3},{"kind":"line","start":7,"end":7}]', 'v1'),
			('page', 'd1', '[{"kind":"page","start":1,"end":3}]', 'v1'),
			('time', 'd2', '[{"kind":"time","start":5,"end":9},{"kind":"line","start":2,"end":2}]', 'v2'),
			('backwards', 'd2', '[{"kind":"line","start":9,"end":8}]', 'v2'),
			('zero', 'd2', '[{"kind":"line","start":0,"end":8}]', 'v2'),
			('none', 'd2', '[]', '');`)
	want := map[string]result.KebabChunk{}
	db := another(t, path)
	rows, err := db.QueryContext(t.Context(), `
		SELECT chunk_id, doc_id, chunker_version, s.value ->> 'start', s.value ->> 'end' FROM chunks
		LEFT JOIN json_each(source_spans_json) s
			ON s.value ->> 'kind' = 'line' AND s.value ->> 'start' >= 1 AND s.value ->> 'end' >= s.value ->> 'start'
		ORDER BY s.key`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var id string
		var c result.KebabChunk
		var start, end sql.NullInt64
		if err := rows.Scan(&id, &c.Document, &c.Version, &start, &end); err != nil {
			t.Fatal(err)
		}
		c.Lines = want[id].Lines
		if start.Valid {
			c.Lines = append(c.Lines, [2]int{int(start.Int64), int(end.Int64)})
		}
		want[id] = c
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	closing(t, db)
	corpus := corpusOf(t, path)
	if diff := cmp.Diff(want, corpus.Chunks); diff != "" {
		t.Errorf("chunks (-SQLite +Corpus):\n%s", diff)
	}
	slices.Sort(corpus.Paths)
	if diff := cmp.Diff([]string{"a.md", "b.md"}, corpus.Paths); diff != "" {
		t.Errorf("paths of documents with chunks (-want +got):\n%s", diff)
	}
	if !corpus.Documents["d3"] || len(corpus.Documents) != 3 {
		t.Errorf("documents %v", corpus.Documents)
	}
}

func corpusOf(t *testing.T, path string) *kebab.Corpus {
	t.Helper()
	d, err := kebab.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer closing(t, d)
	corpus, err := d.Corpus(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return corpus
}

// A copy of a store in WAL mode without its -shm: the last writes are in the log,
// and what is in the file alone is not the store.
func TestLogWithoutItsIndex(t *testing.T) {
	path := storeIn(t, "wal")
	db := another(t, path)
	defer closing(t, db)
	if _, err := db.ExecContext(t.Context(), "UPDATE eval_runs SET suite = 'written last'"); err != nil {
		t.Fatal(err)
	}
	copied := path + ".copy"
	for _, ending := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + ending)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied+ending, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := hashes(t, copied)
	if d, err := kebab.Open(t.Context(), copied); err == nil || !strings.Contains(err.Error(), "ending in -shm") {
		t.Errorf("Open = %v, %v", d, err)
	}
	if diff := cmp.Diff(before, hashes(t, copied)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

// A run whose id begins that of another is found by its own.
func TestRunThatBeginsAnother(t *testing.T) {
	path := storeIn(t, "delete")
	execute(t, path, "UPDATE eval_runs SET run_id = 'run_0196a0_again' WHERE run_id = 'run_0196b1'")
	d, err := kebab.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer closing(t, d)
	if run, err := d.Run(t.Context(), "run_0196a0"); err != nil || run.ID != "run_0196a0" {
		t.Errorf("Run = %s, %v", run.ID, err)
	}
}
