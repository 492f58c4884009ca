//go:build unix

package score_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/internal/schemacheck"
	"github.com/rankduel/rankduel/store/kebab/kebabtest"
)

// standIn prints what kebab documents: search_response.v1 for a search, and
// bulk_search_item.v1 a line for ndjson on standard input
// (docs/wire-schema/v1 of altair823/kebab). Other arguments are an error.
const standIn = `#!/bin/sh
hit() {
	printf '{"schema_version":"search_hit.v1","rank":%s,"score":%s,"chunk_id":"%s","doc_id":"%s","doc_path":"notes/%s.md","heading_path":["root"],"section_label":null,"snippet":"of %s","citation":%s,"retrieval":{"method":"hybrid","fusion_score":%s,"lexical_score":2.5,"vector_score":null,"lexical_rank":1,"vector_rank":null},"index_version":"fts5-v009","embedding_model":null,"chunker_version":"md-heading-v1","indexed_at":"2026-05-10T00:00:00Z","stale":false,"score_kind":"rrf"}' "$1" "$2" "$3" "$4" "$4" "$3" "$5" "$2"
}
response() {
	printf '{"schema_version":"search_response.v1","hits":['
	case "$1" in
	"one cat")
		hit 1 1.0 c1 d1 '{"kind":"line","path":"notes/d1.md","start":4,"end":9,"section":null}'; printf ,
		hit 2 0.5 c2 d2 '{"kind":"page","path":"notes/d2.md","page":3,"section":null}' ;;
	"two -- dogs") hit 1 0.5 c3 d3 '{"kind":"line","path":"notes/d3.md","start":1,"end":2,"section":null}' ;;
	esac
	printf '],"next_cursor":null,"truncated":false}'
}
case "$*" in
"search --json --mode hybrid --k 10 -- broken") echo '{"schema_version":"error.v1","code":"not_indexed","message":"no index"}' >&2; exit 2 ;;
"search --json --mode hybrid --k 10 -- "*) response "$8"; echo ;;
"search --json --bulk")
	while read -r line; do
		query=$(printf '%s' "$line" | sed 's/.*"query":"\([^"]*\)".*/\1/')
		case "$line" in *'"k":10'*) ;; *) exit 9 ;; esac
		if [ "$query" = broken ]; then
			printf '{"schema_version":"bulk_search_item.v1","query":%s,"response":null,"error":{"schema_version":"error.v1","code":"retrieval_error","message":"no index","hint":null}}\n' "$line"
		else
			printf '{"schema_version":"bulk_search_item.v1","query":%s,"response":%s,"error":null}\n' "$line" "$(response "$query")"
		fi
	done
	echo 'bulk_summary: total=1 succeeded=1 failed=0' >&2 ;;
*) echo "unknown arguments: $*" >&2; exit 2 ;;
esac
`

var declarations = regexp.MustCompile("(?s)## New runs.*?```yaml\n(components:.*?)```")

// The declarations of docs/kebab.md ask a program that prints what kebab
// documents, as a search of one query and as ndjson. What was found becomes a
// store of kebab, whose aggregate is the one worked out by hand: c1 first of
// {c1}, c3 expected as c9, one query without a hit, one failed.
func TestKebabIsAsked(t *testing.T) {
	page, err := os.ReadFile("../../../docs/kebab.md")
	if err != nil {
		t.Fatal(err)
	}
	found := declarations.FindSubmatch(page)
	if found == nil {
		t.Fatal("docs/kebab.md has no declarations")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kebab"), []byte(standIn), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Chdir(dir)
	scripttest.Write(t, "golden.yaml", []byte(`
- {id: q1, query: one cat, expected_doc_ids: [d1], expected_chunk_ids: [c1]}
- {id: q2, query: two -- dogs, expected_doc_ids: [d3], expected_chunk_ids: [c9]}
- {id: q3, query: nothing, expected_doc_ids: [d1], expected_chunk_ids: [c1]}
- {id: q4, query: broken, expected_doc_ids: [d1], expected_chunk_ids: [c1]}
`))
	experiment := "test_set: golden.yaml\nprofile: kebab\nmin_coverage: 0.5\n" + string(found[1]) +
		"configs:\n  by_search: {components: [search], top_k: 10}\n  by_bulk: {components: [bulk], top_k: 10}\nbaseline: by_search\n"
	scripttest.Write(t, "experiment.yaml", []byte(experiment))
	scripttest.Does(t, program.ExitDone, "run", "experiment.yaml", "--rankings", "rankings", "--rankings-format", "jsonl", "--quiet")
	var rows [2]any
	for i, name := range []string{"by_search", "by_bulk"} {
		file, store := filepath.Join("rankings", name+".jsonl"), name+".sqlite"
		scripttest.Does(t, program.ExitDone, "runs", "export", file, "--format", "kebab", "--golden", "golden.yaml", "--set", "chunker_version=md-heading-v1", "-o", store)
		run := kebabtest.Value(t, store, "SELECT run_id FROM eval_runs")
		printed, _ := scripttest.Does(t, program.ExitDone, "runs", "aggregate", run, "--store", store, "--golden", "golden.yaml", "--format", "kebab")
		var got map[string]any
		scripttest.Decode(t, []byte(printed), &got)
		for key, want := range map[string]string{"mrr": "0.25", "empty_result_rate": "0.5", "total_queries": "4", "failed_queries": "1"} {
			if fmt.Sprint(got[key]) != want {
				t.Errorf("%s: %s is %v, want %v", name, key, got[key], want)
			}
		}
		if got := got["recall_at_k_doc"].(map[string]any)["1"]; fmt.Sprint(got) != "0.5" {
			t.Errorf("%s: recall@1 is %v", name, got)
		}
		if got := kebabtest.Value(t, store, "SELECT group_concat(query_id || ' ' || json_extract(result_json, '$.query'), ', ') FROM (SELECT * FROM eval_query_results ORDER BY rowid)"); got != "q1 one cat, q2 two -- dogs, q3 nothing, q4 broken" {
			t.Errorf("%s: rows %q", name, got)
		}
		citations := kebabtest.Value(t, store, "SELECT json_extract(result_json, '$.hits_top_k[0].citation') || json_extract(result_json, '$.hits_top_k[1].citation') FROM eval_query_results WHERE query_id = 'q1'")
		if want := `{"kind":"line","path":"d1","start":4,"end":9,"section":null}{"kind":"page","path":"d2","page":0,"section":null}`; citations != want {
			t.Errorf("%s: citations %s, want %s", name, citations, want)
		}
		if got := kebabtest.Value(t, store, "SELECT json_extract(result_json, '$.error') FROM eval_query_results WHERE query_id = 'q4'"); !strings.Contains(got, "no index") {
			t.Errorf("%s: error %q", name, got)
		}
		scripttest.Decode(t, []byte(kebabtest.Value(t, store, "SELECT json_extract(result_json, '$.hits_top_k') FROM eval_query_results WHERE query_id = 'q1'")), &rows[i])
	}
	if diff := cmp.Diff(rows[0], rows[1]); diff != "" {
		t.Errorf("the two ways find different hits:\n%s", diff)
	}
}

// A run of the conformance vectors, as one of our own run files and back as a
// store of kebab, has the aggregate that the original computes (KD-O-01).
func TestExportKeepsTheAggregate(t *testing.T) {
	const stored, golden = "../../../store/kebab/testdata/kebab_store.sqlite", "../../../testsets/testdata/kebab_store_golden.yaml"
	dir := t.TempDir()
	var file struct {
		Cases []struct{ Expected map[string]any }
	}
	scripttest.Decode(t, scripttest.Read(t, "testdata/kebab_store.json"), &file)
	for _, run := range []struct{ id, key string }{{"run_0196a0", "aggregate_a"}, {"run_0196b1", "aggregate_b"}} {
		rows, _ := scripttest.Does(t, program.ExitDone, "runs", "export", run.id, "--store", stored, "--format", "kebab")
		own, kept := filepath.Join(dir, run.id+".own.jsonl"), filepath.Join(dir, run.id+".jsonl")
		scripttest.Write(t, own, []byte(ownRows(t, rows)))
		scripttest.Write(t, kept, []byte(rows))
		for _, from := range []string{own, kept} {
			store := from + ".sqlite"
			scripttest.Does(t, program.ExitDone, "runs", "export", from, "--format", "kebab", "-o", store)
			id := kebabtest.Value(t, store, "SELECT run_id FROM eval_runs")
			printed, _ := scripttest.Does(t, program.ExitDone, "runs", "aggregate", id, "--store", store, "--golden", golden, "--profile", "kebab-code", "--format", "kebab")
			var got any
			scripttest.Decode(t, []byte(printed), &got)
			if diff := cmp.Diff(file.Cases[0].Expected[run.key], got); diff != "" {
				t.Errorf("%s (-want, of the original, +got):\n%s", from, diff)
			}
		}
	}
}

// ownRows writes rows of kebab as rows of ours, with no code of ours.
func ownRows(t *testing.T, rows string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(rows) {
		var row struct {
			QueryID string `json:"query_id"`
			Error   string `json:"error"`
			Hits    []struct {
				ID        string `json:"chunk_id"`
				Document  string `json:"doc_id"`
				Retrieval struct {
					FusionScore float64 `json:"fusion_score"`
				} `json:"retrieval"`
			} `json:"hits_top_k"`
			Answer *struct {
				Answer    string                                     `json:"answer"`
				Grounded  bool                                       `json:"grounded"`
				Citations []struct{ Citation struct{ Path string } } `json:"citations"`
			} `json:"answer"`
		}
		scripttest.Decode(t, []byte(line), &row)
		hits := []any{}
		for _, h := range row.Hits {
			hits = append(hits, map[string]any{"id": h.ID, "document": h.Document, "score": h.Retrieval.FusionScore})
		}
		own := map[string]any{"query_id": row.QueryID, "hits": hits}
		if row.Error != "" {
			own["error"] = row.Error
		}
		if a := row.Answer; a != nil {
			citations := []any{}
			for _, c := range a.Citations {
				citations = append(citations, map[string]any{"path": c.Citation.Path})
			}
			own["answer"] = map[string]any{"text": a.Answer, "grounded": a.Grounded, "citations": citations}
		}
		text, err := json.Marshal(own)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", text)
	}
	return out.String()
}

// The document of a comparison of kebab's runs keeps to its schema, which takes
// no field that it does not know.
func TestKebabComparisonSchema(t *testing.T) {
	const stored, golden = "../../../store/kebab/testdata/kebab_store.sqlite", "../../../testsets/testdata/kebab_store_golden.yaml"
	printed, _ := scripttest.Does(t, program.ExitDone, "compare", "run_0196a0", "run_0196b1", "--store", stored, "--golden", golden, "--format", "json")
	if !schemacheck.Strict(t, "comparison", []byte(printed)) {
		t.Error("there is no schema for it")
	}
}
