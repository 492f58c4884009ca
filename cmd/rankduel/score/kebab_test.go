package score_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/store/kebab"
)

// A kebabCase is one vector of kebab's aggregate: its golden list, the rows of a
// run, and the aggregate that a re-run of the original gives for them. Numbers
// are kept as they are written.
type kebabCase struct {
	ID    string
	Given struct {
		Golden json.RawMessage
		Rows   []map[string]any
		RunA   struct{ Rows []map[string]any } `json:"run_a"`
		RunB   struct{ Rows []map[string]any } `json:"run_b"`
	}
	Expected map[string]any
}

// The command gives, from a golden list and per_query.jsonl, the aggregates of
// kebab to the last digit and in its words: those of the shipped code under
// kebab-code, and under kebab the groundedness of its specification. The same
// rows as our own JSON lines give the same.
func TestKebabAggregates(t *testing.T) {
	var file struct{ Cases []kebabCase }
	scripttest.Decode(t, scripttest.Gunzip(t, "../../../metrics/testdata/seeds/kebab_aggregate.json.gz"), &file)
	if len(file.Cases) != 24 {
		t.Fatalf("%d vectors, want 24", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			golden := filepath.Join(dir, "golden.yaml")
			scripttest.Write(t, golden, c.Given.Golden) // JSON is YAML
			aggregate := c.Expected["aggregate"].(map[string]any)
			specified := maps.Clone(aggregate)
			specified["groundedness"] = c.Expected["alternatives"].(map[string]any)["groundedness_excluding_should_refuse"]
			for name, lines := range map[string][]byte{
				"per_query.jsonl": kebabLines(t, c.Given.Rows), "run.jsonl": ownLines(t, c.Given.Rows),
			} {
				path := filepath.Join(dir, name)
				scripttest.Write(t, path, lines)
				sameAggregate(t, "kebab-code", golden, path, aggregate)
				sameAggregate(t, "kebab", golden, path, specified)
			}
		})
	}
}

// The aggregates of the vectors that compare two runs. KC-O-02 has none: it is
// about a comparison that is refused.
func TestKebabComparedAggregates(t *testing.T) {
	var file struct{ Cases []kebabCase }
	scripttest.Decode(t, scripttest.Read(t, scripttest.Shared(t, "vectors", "seeds", "kebab_compare.json")), &file)
	for _, c := range file.Cases {
		if c.Expected["aggregate_a"] == nil {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			golden := filepath.Join(dir, "golden.yaml")
			scripttest.Write(t, golden, c.Given.Golden)
			for name, rows := range map[string][]map[string]any{"a": c.Given.RunA.Rows, "b": c.Given.RunB.Rows} {
				path := filepath.Join(dir, name+".jsonl")
				scripttest.Write(t, path, kebabLines(t, rows))
				sameAggregate(t, "kebab-code", golden, path, c.Expected["aggregate_"+name])
			}
		})
	}
}

// KD-O-01: the two runs of a store of kebab. Its only document is a.md, by which
// the strict rule of citations finds one of seven grounded answers covered.
func TestKebabStoreAggregates(t *testing.T) {
	var file struct {
		Cases []struct{ Expected map[string]any }
	}
	scripttest.Decode(t, scripttest.Read(t, scripttest.Shared(t, "vectors", "seeds", "kebab_store.json")), &file)
	want := file.Cases[0].Expected
	dir := t.TempDir()
	paths := filepath.Join(dir, "paths.txt")
	scripttest.Write(t, paths, []byte("a.md\n"))
	database := filepath.Join(dir, "kebab.sqlite")
	scripttest.Write(t, database, scripttest.Read(t, "../../../store/kebab/testdata/kebab_store.sqlite"))
	db, err := kebab.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	for name, id := range map[string]string{"aggregate_a": "run_0196a0", "aggregate_b": "run_0196b1"} {
		var lines bytes.Buffer
		for row, err := range db.Rows(t.Context(), id) {
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(row.JSON)
			lines.WriteByte('\n')
		}
		run := filepath.Join(dir, id+".jsonl")
		scripttest.Write(t, run, lines.Bytes())
		golden := "../../../testsets/testdata/kebab_store_golden.yaml"
		sameAggregate(t, "kebab-code", golden, run, want[name])
		strict := maps.Clone(want[name].(map[string]any))
		strict["citation_coverage_strict"] = want["citation_coverage_strict"].(map[string]any)[id]
		sameAggregate(t, "kebab-code", golden, run, strict, "--paths", paths)
	}
}

// sameAggregate runs eval and compares what it prints alone with what is in its
// JSON, and both with what is wanted.
func sameAggregate(t *testing.T, profile, golden, run string, want any, flags ...string) {
	t.Helper()
	args := append([]string{"eval", "--profile", profile, "--test-set", golden, "--run", run}, flags...)
	var alone, whole, stderr bytes.Buffer
	if code := program.Execute(append(args, "--format", "aggregate"), strings.NewReader(""), &alone, &stderr); code != program.ExitDone {
		t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
	}
	if code := program.Execute(append(args, "--format", "json"), strings.NewReader(""), &whole, &stderr); code != program.ExitDone {
		t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
	}
	var got any
	scripttest.Decode(t, alone.Bytes(), &got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s, %s (-want, of the original, +got):\n%s", profile, filepath.Base(run), diff)
	}
	var document struct {
		Runs []struct{ Aggregate any }
	}
	scripttest.Decode(t, whole.Bytes(), &document)
	if diff := cmp.Diff(got, document.Runs[0].Aggregate); diff != "" {
		t.Errorf("%s: the JSON has another aggregate (-alone +in it):\n%s", profile, diff)
	}
}

// kebabLines writes rows as kebab does, as they are in the vectors: a chunk may
// come twice in one query.
func kebabLines(t *testing.T, rows []map[string]any) []byte {
	t.Helper()
	var lines bytes.Buffer
	for _, row := range rows {
		if err := json.NewEncoder(&lines).Encode(row); err != nil {
			t.Fatal(err)
		}
	}
	return lines.Bytes()
}

// ownLines writes the same rows as our JSON lines, which know no ranks but the
// places in the list: where a list has a gap there is something else.
func ownLines(t *testing.T, rows []map[string]any) []byte {
	t.Helper()
	var lines bytes.Buffer
	for _, row := range rows {
		hits, seen := []any{}, map[any]bool{}
		for _, h := range row["hits_top_k"].([]any) {
			hit := h.(map[string]any)
			rank, err := hit["rank"].(json.Number).Int64()
			if err != nil {
				t.Fatal(err)
			}
			for len(hits)+1 < int(rank) {
				hits = append(hits, map[string]any{"id": fmt.Sprint("else ", len(hits)), "document": "else"})
			}
			if seen[hit["chunk_id"]] { // our lines have a chunk once
				hits = append(hits, map[string]any{"id": fmt.Sprint("else ", len(hits)), "document": hit["doc_id"]})
				continue
			}
			seen[hit["chunk_id"]] = true
			hits = append(hits, map[string]any{"id": hit["chunk_id"], "document": hit["doc_id"]})
		}
		own := map[string]any{"query_id": row["query_id"], "hits": hits, "error": row["error"]}
		if a, ok := row["answer"].(map[string]any); ok {
			citations := []any{}
			for _, c := range a["citations"].([]any) {
				citations = append(citations, map[string]any{"path": c.(map[string]any)["citation"].(map[string]any)["path"]})
			}
			own["answer"] = map[string]any{"text": a["answer"], "grounded": a["grounded"], "citations": citations}
		}
		if err := json.NewEncoder(&lines).Encode(own); err != nil {
			t.Fatal(err)
		}
	}
	return lines.Bytes()
}
