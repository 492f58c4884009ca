package score_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/store/kebab/kebabtest"
)

// The vectors of kebab's comparison, KC-O-01 to KC-O-06, from a store, through
// the command: KC-O-01 is kebab's own pinned fixture. Deltas are given to four
// decimals there and are single precision here, as in the original.
func TestKebabCompareCommand(t *testing.T) {
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				Golden json.RawMessage
				RunA   kebabtest.Run `json:"run_a"`
				RunB   kebabtest.Run `json:"run_b"`
				Strict bool          `json:"strict_chunker_version"`
			}
			Expected map[string]any
		}
	}
	if err := json.Unmarshal(scripttest.Read(t, "testdata/kebab_compare.json"), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 6 {
		t.Fatalf("%d vectors, want 6", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			path, golden := filepath.Join(dir, "kebab.sqlite"), filepath.Join(dir, "golden.yaml")
			scripttest.Write(t, golden, c.Given.Golden)
			c.Given.RunA.RunID, c.Given.RunB.RunID = "run_a", "run_b"
			kebabtest.Make(t, path, c.Given.RunA, c.Given.RunB)
			before := scripttest.Read(t, path)
			args := []string{"compare", "run_a", "run_b", "--store", path, "--golden", golden, "--profile", "kebab-code", "--format", "kebab"}
			if c.Given.Strict {
				_, stderr := scripttest.Does(t, program.ExitInput, append(args, "--strict-chunker-version")...)
				if want := c.Expected["error_contains"].(string); !strings.Contains(stderr, want) {
					t.Errorf("it says %q, want %q", stderr, want)
				}
				return
			}
			printed, _ := scripttest.Does(t, program.ExitDone, args...)
			var got map[string]any
			if err := json.Unmarshal([]byte(printed), &got); err != nil {
				t.Fatal(err)
			}
			deltas := got["deltas"].(map[string]any)
			if deltas["chunker_version_match"] != "exact" { // ours, where kebab says nothing
				want := map[string]any{
					"hit_at_k": false, "mrr": false, "precision_at_k_chunk": false,
					"recall_at_k_doc": true, "citation_coverage": true, "groundedness": true, "empty_result_rate": true, "refusal_correctness": true,
				}
				if diff := cmp.Diff(any(want), deltas["comparable"]); diff != "" {
					t.Errorf("comparable (-want +got):\n%s", diff)
				}
				delete(deltas, "comparable")
			}
			if diff := cmp.Diff(c.Expected, got, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
				t.Errorf("report (-want, of the original, +got):\n%s", diff)
			}
			if string(scripttest.Read(t, path)) != string(before) {
				t.Error("the store was changed")
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 2 {
				t.Errorf("files %v, %v", entries, err)
			}
		})
	}
}

// KD-O-01: the comparison of the two runs of the vectors' store.
func TestKebabStoreComparison(t *testing.T) {
	var file struct {
		Cases []struct{ Expected map[string]any }
	}
	if err := json.Unmarshal(scripttest.Read(t, "testdata/kebab_store.json"), &file); err != nil {
		t.Fatal(err)
	}
	want := file.Cases[0].Expected
	delete(want, "citation_coverage_strict") // of aggregates
	printed, _ := scripttest.Does(t, program.ExitDone, "compare", "run_0196a0", "run_0196b1", "--store", "../../../store/kebab/testdata/kebab_store.sqlite",
		"--golden", "../../../testsets/testdata/kebab_store_golden.yaml", "--profile", "kebab-code", "--format", "kebab")
	var got map[string]any
	if err := json.Unmarshal([]byte(printed), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
		t.Errorf("report (-want, of the original, +got):\n%s", diff)
	}
}

// kebab prints a delta as the widened difference of two single precision
// numbers: of 0.6667 and 0.3333 it is 0.33340001106262207 (the original's pinned
// fixture has that text). The order of keys is the order of its fields.
func TestKebabCompareText(t *testing.T) {
	dir := t.TempDir()
	chunker := "test@1"
	row := func(query, chunk string) map[string]any {
		return map[string]any{"query_id": query, "hits_top_k": []any{map[string]any{"rank": 1, "chunk_id": chunk, "doc_id": "d"}}, "answer": nil, "error": nil}
	}
	path, golden := filepath.Join(dir, "kebab.sqlite"), filepath.Join(dir, "golden.yaml")
	kebabtest.Make(t, path,
		kebabtest.Run{RunID: "run_a", Chunker: &chunker, Rows: []map[string]any{row("q1", "c"), row("q2", "x"), row("q3", "x")}},
		kebabtest.Run{RunID: "run_b", Chunker: &chunker, Rows: []map[string]any{row("q1", "c"), row("q2", "c"), row("q3", "x")}})
	scripttest.Write(t, golden, []byte("- {id: q1, query: a, expected_chunk_ids: [c], expected_doc_ids: [d]}\n- {id: q2, query: b, expected_chunk_ids: [c], expected_doc_ids: [d]}\n- {id: q3, query: c, expected_chunk_ids: [c], expected_doc_ids: [d]}\n"))
	printed, _ := scripttest.Does(t, program.ExitDone, "compare", "run_a", "run_b", "--store", path, "--golden", golden, "--format", "kebab")
	at := -1
	for _, key := range []string{
		`"run_a"`, `"run_b"`, `"aggregate_a"`, `"aggregate_b"`, `"deltas"`, "\"1\": 0.33340001106262207,\n", "\"10\": 0.33340001106262207\n", `"mrr": 0.33340001106262207`,
		`"recall_at_k_doc"`, `"precision_at_k_chunk"`, `"citation_coverage": null`, `"groundedness": 0.0`, `"empty_result_rate": 0.0`, `"refusal_correctness": null`,
		`"chunker_version_match": "exact"`, `"per_query"`, `"query_id": "q1"`, `"kind": "draw"`, `"a_hit_rank": 1`, `"b_hit_rank": 1`, `"note": null`,
	} {
		next := strings.Index(printed[at+1:], key)
		if next < 0 {
			t.Fatalf("%s does not come after what is before it:\n%s", key, printed)
		}
		at += 1 + next
	}
}

// KS-O-01 to KS-O-03: at least half of the expected lines, of the right document.
// The lines are those of the golden list; the hits have theirs from their
// citations.
func TestKebabSpanCommand(t *testing.T) {
	type lines struct{ Start, End int }
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				Doc   string  `json:"expected_doc"`
				Spans []lines `json:"expected_spans"`
				Hits  []struct {
					Rank  int
					DocID string `json:"doc_id"`
					Span  lines
				}
			}
			Expected struct {
				Rank *float64 `json:"hit_rank"`
			}
		}
	}
	if err := json.Unmarshal(scripttest.Read(t, "testdata/kebab_span_overlap.json"), &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			hits := []any{}
			for _, h := range c.Given.Hits {
				hits = append(hits, map[string]any{
					"rank": h.Rank, "chunk_id": "new", "doc_id": h.DocID,
					"citation": map[string]any{"kind": "line", "path": "a.md", "start": h.Span.Start, "end": h.Span.End, "section": nil},
				})
			}
			rows := []map[string]any{{"query_id": "q1", "hits_top_k": hits, "answer": nil, "error": nil}}
			one, two := "md@1", "md@2"
			path, golden := filepath.Join(dir, "kebab.sqlite"), filepath.Join(dir, "golden.yaml")
			kebabtest.Make(t, path, kebabtest.Run{RunID: "run_a", Chunker: &one, Rows: rows}, kebabtest.Run{RunID: "run_b", Chunker: &two, Rows: rows})
			entry, err := json.Marshal([]any{map[string]any{
				"id": "q1", "query": "a", "expected_doc_ids": []string{c.Given.Doc}, "expected_chunk_ids": []string{"old"}, "expected_spans": spanObjects(c.Given.Doc, c.Given.Spans),
			}})
			if err != nil {
				t.Fatal(err)
			}
			scripttest.Write(t, golden, entry)
			printed, _ := scripttest.Does(t, program.ExitDone, "compare", "run_a", "run_b", "--store", path, "--golden", golden, "--format", "kebab")
			var got struct {
				Deltas struct {
					Match string `json:"chunker_version_match"`
				}
				PerQuery []struct {
					A *float64 `json:"a_hit_rank"`
					B *float64 `json:"b_hit_rank"`
				} `json:"per_query"`
			}
			if err := json.Unmarshal([]byte(printed), &got); err != nil {
				t.Fatal(err)
			}
			if got.Deltas.Match != "fallback_doc_span" || len(got.PerQuery) != 1 || rankOf(got.PerQuery[0].A) != rankOf(c.Expected.Rank) || rankOf(got.PerQuery[0].B) != rankOf(c.Expected.Rank) {
				t.Errorf("%s, want rank %v:\n%s", got.Deltas.Match, rankOf(c.Expected.Rank), printed)
			}
		})
	}
}

func spanObjects[L ~struct{ Start, End int }](doc string, spans []L) []any {
	var list []any
	for _, s := range spans {
		plain := struct{ Start, End int }(s)
		list = append(list, map[string]any{"doc_id": doc, "start": plain.Start, "end": plain.End})
	}
	return list
}

func rankOf(rank *float64) float64 {
	if rank == nil {
		return math.Inf(1)
	}
	return *rank
}

// KL-O-01 to KL-O-05: golden lists through the command, two of them with a store
// to look ids up in.
func TestKebabLoaderCommand(t *testing.T) {
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				YAML  string
				Store *struct{ Documents, Chunks []string }
			}
			Expected struct {
				OK       bool
				N        int
				Contains []string `json:"message_contains"`
				Lacks    []string `json:"message_lacks"`
			}
		}
	}
	if err := json.Unmarshal(scripttest.Read(t, "testdata/kebab_loader.json"), &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			golden, path := filepath.Join(dir, "golden.yaml"), filepath.Join(dir, "kebab.sqlite")
			scripttest.Write(t, golden, []byte(c.Given.YAML))
			args := []string{"testset", "validate", golden}
			if c.Given.Store != nil {
				kebabtest.Make(t, path)
				kebabtest.Corpus(t, path, c.Given.Store.Documents, c.Given.Store.Chunks)
				args = append(args, "--store", path)
			}
			if c.Expected.OK {
				if out, _ := scripttest.Does(t, program.ExitDone, args...); !strings.Contains(out, fmt.Sprintf("%d quer", c.Expected.N)) {
					t.Errorf("it says %q, want %d queries", out, c.Expected.N)
				}
				return
			}
			_, message := scripttest.Does(t, program.ExitInput, args...)
			for _, want := range c.Expected.Contains {
				if !strings.Contains(message, want) {
					t.Errorf("it says %q, want %q", message, want)
				}
			}
			for _, lacks := range c.Expected.Lacks {
				if strings.Contains(message, lacks) {
					t.Errorf("it says %q, which has %q", message, lacks)
				}
			}
		})
	}
}

// KV-O-01 and KV-O-02: the wordings of one question, from a store of a run of 50
// hits; one of 10 hits is refused.
func TestKebabVariantsCommand(t *testing.T) {
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				Golden json.RawMessage
				Rows   []map[string]any
			}
			Expected map[string]any
		}
	}
	if err := json.Unmarshal(scripttest.Read(t, "testdata/kebab_variants.json"), &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			path, golden := filepath.Join(dir, "kebab.sqlite"), filepath.Join(dir, "golden.yaml")
			scripttest.Write(t, golden, c.Given.Golden)
			kebabtest.Make(t, path,
				kebabtest.Run{RunID: "run_deep", Rows: c.Given.Rows, Config: map[string]any{"eval_k": 50}},
				kebabtest.Run{RunID: "run_flat", Rows: c.Given.Rows, Config: map[string]any{"eval_k": 49}})
			printed, _ := scripttest.Does(t, program.ExitDone, "runs", "variants", "run_deep", "--store", path, "--golden", golden, "--format", "kebab")
			var got map[string]any
			if err := json.Unmarshal([]byte(printed), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.Expected, got, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
				t.Errorf("variants (-want, of the original, +got):\n%s", diff)
			}
			_, message := scripttest.Does(t, program.ExitInput, "runs", "variants", "run_flat", "--store", path, "--golden", golden)
			if !strings.Contains(message, "eval_k 49, and variants need 50") {
				t.Errorf("it says %q", message)
			}
		})
	}
}
