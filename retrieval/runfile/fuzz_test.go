package runfile_test

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// fuzz feeds a parser. Whatever it takes is a run that keeps the contract and
// comes back from JSON lines; whatever it does not take is an error that names
// the file.
func fuzz(f *testing.F, format runfile.Format, files ...string) {
	for _, file := range files {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := runfile.Detect(trec.Bytes("run", data)); err != nil && !strings.HasPrefix(err.Error(), "run") {
			t.Errorf("error %v does not name the file", err)
		}
		for _, opts := range []runfile.Options{
			{Format: format},
			{Format: format, Order: trec.OrderFile, Duplicates: trec.DuplicatesKeepFirst},
		} {
			run, stats, err := runfile.Read(t.Context(), trec.Bytes("run", data), opts)
			if err != nil {
				if !strings.HasPrefix(err.Error(), "run") {
					t.Errorf("error %v does not name the file", err)
				}
				continue
			}
			checkRun(t, run, stats)
		}
	})
}

func checkRun(t *testing.T, run *runfile.Run, stats runfile.Stats) {
	t.Helper()
	results := slices.Collect(run.Results())
	hits := 0
	for _, r := range results {
		hits += len(r.Hits)
		seen := map[string]bool{}
		for i, h := range r.Hits {
			if h.ID == "" || seen[h.ID] || math.IsNaN(h.Score) || stats.Order == trec.OrderScore && i > 0 && h.Score > r.Hits[i-1].Score {
				t.Errorf("query %q, rank %d: %+v", r.QueryID, i+1, h)
			}
			seen[h.ID] = true
		}
	}
	if hits != stats.Hits || len(results) != stats.Queries || len(run.Queries()) == 0 {
		t.Errorf("%d queries and %d hits, counted as %+v", len(results), hits, stats)
	}
	var b bytes.Buffer
	if _, err := runfile.Write(&b, runfile.JSONL, slices.Values(results), runfile.WriteOptions{}); err != nil {
		if strings.Contains(err.Error(), "is not UTF-8") {
			return
		}
		t.Fatal(err)
	}
	again, _, err := runfile.Read(t.Context(), trec.Bytes("again", b.Bytes()), runfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(results, slices.Collect(again.Results()), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-read +written and read)\n%s", diff)
	}
}

func FuzzJSON(f *testing.F) { fuzz(f, runfile.JSON, "ranx.json") }

func FuzzHits(f *testing.F) { fuzz(f, runfile.Hits, "ir_measures.jsonl", "pyterrier.jsonl") }

func FuzzTSV(f *testing.F) { fuzz(f, runfile.TSV, "beir.tsv", "pyterrier.tsv", "msmarco.tsv") }

func FuzzKebab(f *testing.F) { fuzz(f, runfile.Kebab, "kebab.jsonl") }

func FuzzJSONL(f *testing.F) {
	f.Add([]byte(`{"query_id":"q","hits":[{"id":"a","score":"inf","text":"t","document":"d","spans":[{"start":1,"end":2}]}],"answer":{"text":"x","grounded":true,"citations":[{"path":"p"}]},"latency_ms":1.5,"error":"e"}`))
	fuzz(f, runfile.JSONL)
}

func FuzzParquet(f *testing.F) { fuzz(f, runfile.Parquet, "ranx.parquet", "pyterrier.parquet") }

// What is written as TREC is read back: ids that would break a line are refused.
func FuzzWriteTREC(f *testing.F) {
	f.Add("q", "d", 1.5, "e", math.Inf(-1))
	f.Fuzz(func(t *testing.T, query, a string, first float64, b string, second float64) {
		result := runfile.Result{QueryID: query, Hits: []retrieval.Hit{{ID: a, Score: first + 0}, {ID: b, Score: second + 0}}}
		var text bytes.Buffer
		loss, err := runfile.Write(&text, runfile.TREC, slices.Values([]runfile.Result{result}), runfile.WriteOptions{})
		if err != nil {
			return
		}
		run, _, err := runfile.Read(t.Context(), trec.Bytes("run", text.Bytes()), runfile.Options{Format: runfile.TREC, Order: trec.OrderFile})
		if err != nil {
			t.Fatalf("%q: %v", text.String(), err)
		}
		if diff := cmp.Diff(result.Hits[:2-loss.Duplicates], run.Hits(query)); diff != "" {
			t.Errorf("(-written +read)\n%s", diff)
		}
	})
}
