package runfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func write(t *testing.T, format runfile.Format, results ...runfile.Result) ([]byte, runfile.Loss) {
	t.Helper()
	var b bytes.Buffer
	loss, err := runfile.Write(&b, format, slices.Values(results), runfile.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), loss
}

// drawResults draws what a live system could have answered: scores of any bits
// in any order, texts of any characters, failures.
func drawResults(t *rapid.T) []runfile.Result {
	text := rapid.String()
	hits := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) retrieval.Hit {
		h := retrieval.Hit{
			ID:    text.Filter(func(s string) bool { return s != "" }).Draw(t, "id"),
			Score: rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.Inf(1), math.Inf(-1), 5e-324, 0.1, math.MaxFloat64})).Draw(t, "score") + 0,
			Text:  text.Draw(t, "text"), Document: text.Draw(t, "document"),
		}
		if rapid.Bool().Draw(t, "spans") {
			h.Spans = []retrieval.Span{{Start: 1, End: rapid.IntRange(1, 9).Draw(t, "end")}}
		}
		if rapid.Bool().Draw(t, "placed") {
			h.Extent = retrieval.Extent{Start: rapid.Int32Range(0, 9).Draw(t, "start"), End: rapid.Int32Range(10, 1<<31-1).Draw(t, "to"), Tokens: rapid.Int32Range(0, 9).Draw(t, "tokens")}
		}
		return h
	}), 0, 5, func(h retrieval.Hit) string { return h.ID })
	return rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) runfile.Result {
		r := runfile.Result{QueryID: text.Filter(func(s string) bool { return s != "" }).Draw(t, "query"), Hits: hits.Draw(t, "hits")}
		if rapid.Bool().Draw(t, "answers") {
			r.Answer = &retrieval.Answer{Text: text.Draw(t, "answer"), Grounded: rapid.Bool().Draw(t, "grounded"), Citations: []retrieval.Citation{{Path: text.Draw(t, "path")}}}
		}
		if rapid.Bool().Draw(t, "timed") {
			ms := rapid.Float64Range(0, math.MaxFloat64).Draw(t, "latency") + 0
			r.LatencyMS = &ms
		}
		r.Error = rapid.OneOf(rapid.Just(""), text).Draw(t, "error")
		return r
	}), 1, 4, func(r runfile.Result) string { return r.QueryID }).Draw(t, "results")
}

// What is written as JSON lines comes back, all of it.
func TestJSONLinesRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := drawResults(rt)
		data, loss := write(t, runfile.JSONL, want...)
		if loss != (runfile.Loss{}) {
			rt.Fatalf("lost: %+v", loss)
		}
		run, _ := read(t, trec.Bytes("run", data), runfile.Options{})
		if diff := cmp.Diff(want, slices.Collect(run.Results()), cmpopts.EquateEmpty()); diff != "" {
			rt.Fatalf("(-written +read)\n%s\n%s", diff, data)
		}
	})
}

// Scores and the order of hits come back from the other formats too; the rest
// is counted as lost.
func TestOtherFormatsRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		results := drawResults(rt)
		for _, format := range []runfile.Format{runfile.JSON, runfile.Parquet} {
			results := slices.Clone(results)
			var want []runfile.Result
			var lost runfile.Loss
			for i := range results {
				r := &results[i]
				if format == runfile.JSON { // which has no infinity
					r.Hits = slices.DeleteFunc(slices.Clone(r.Hits), func(h retrieval.Hit) bool { return math.IsInf(h.Score, 0) })
				}
				kept := runfile.Result{QueryID: r.QueryID}
				for _, h := range r.Hits {
					switch {
					case r.Error != "":
					case format == runfile.JSON:
						kept.Hits = append(kept.Hits, retrieval.Hit{ID: h.ID, Score: h.Score})
						lost.Texts += count(h.Text != "")
						lost.Documents += count(h.Document != "")
						lost.Spans += count(h.Spans != nil || h.End > 0)
					default:
						lost.Spans += count(h.Spans != nil || h.End > 0)
						h.Spans, h.Extent = nil, retrieval.Extent{}
						kept.Hits = append(kept.Hits, h)
					}
				}
				lost.Answers += count(r.Answer != nil)
				lost.Latencies += count(r.LatencyMS != nil)
				lost.Failed += count(r.Error != "")
				empty := r.Error == "" && len(r.Hits) == 0 && format == runfile.Parquet
				lost.Empty += count(empty)
				if r.Error == "" && !empty {
					want = append(want, kept)
				}
			}
			data, loss := write(t, format, results...)
			if loss != lost {
				rt.Fatalf("%s: lost %+v, want %+v", format, loss, lost)
			}
			if want == nil {
				continue
			}
			run, _ := read(t, trec.Bytes("run", data), runfile.Options{Order: trec.OrderFile})
			if diff := cmp.Diff(want, slices.Collect(run.Results()), cmpopts.EquateEmpty()); diff != "" {
				rt.Fatalf("%s (-written +read)\n%s", format, diff)
			}
		}
	})
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

var plain = runfile.Result{QueryID: "q1", Hits: []retrieval.Hit{{ID: "d2", Score: 2.5}, {ID: "d1", Score: 1e-7}, {ID: "d2", Score: 1}}}

// Small runs as the formats' documentation has them.
func TestWrittenText(t *testing.T) {
	for format, want := range map[runfile.Format]string{
		runfile.TREC:  "q1 Q0 d2 1 2.5 rankduel\nq1 Q0 d1 2 1e-07 rankduel\n",
		runfile.JSON:  "{\n\"q1\": {\"d2\": 2.5, \"d1\": 1e-07},\n\"q2\": {}\n}\n",
		runfile.JSONL: `{"query_id":"q1","hits":[{"id":"d2","score":2.5},{"id":"d1","score":1e-07}]}` + "\n" + `{"query_id":"q2","hits":[]}` + "\n",
	} {
		got, loss := write(t, format, plain, runfile.Result{QueryID: "q2"})
		if string(got) != want {
			t.Errorf("%s:\n%s, want\n%s", format, got, want)
		}
		if loss.Duplicates != 1 || loss.Empty != count(format == runfile.TREC) {
			t.Errorf("%s: lost %+v", format, loss)
		}
	}
	if got, _ := write(t, runfile.JSON); !json.Valid(got) {
		t.Errorf("no results: %q is no JSON", got)
	}
}

// The columns that other programs will look for, by the library's own reader of
// the description.
func TestParquetColumns(t *testing.T) {
	data, _ := write(t, runfile.Parquet, plain)
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, column := range file.Root().Columns() {
		line := column.Name() + " " + column.Type().String()
		if column.Optional() {
			line += " optional"
		}
		got = append(got, line)
	}
	want := []string{"query_id STRING", "doc_id STRING", "rank INT(32,true)", "score DOUBLE", "text STRING optional", "document STRING optional"}
	if !cmp.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
}

func TestWrittenTwiceIsTheSame(t *testing.T) {
	results := []runfile.Result{plain, {QueryID: "q2", Hits: []retrieval.Hit{{ID: "d", Score: 1, Text: "a <b>"}}}}
	for _, format := range runfile.Writable() {
		a, _ := write(t, format, results...)
		b, _ := write(t, format, results...)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two runs differ", format)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	hit := func(id string, score float64) []retrieval.Hit { return []retrieval.Hit{{ID: id, Score: score}} }
	negative := -1.0
	for _, test := range []struct {
		name    string
		format  runfile.Format
		results []runfile.Result
		want    string
	}{
		{"format", runfile.TSV, nil, `format "tsv" cannot be written; use trec, json, jsonl, parquet`},
		{"twice", runfile.JSONL, []runfile.Result{{QueryID: "q"}, {QueryID: "q"}}, `query "q" comes twice`},
		{"no query", runfile.JSONL, []runfile.Result{{}}, `query "": the id is empty`},
		{"no id", runfile.Parquet, []runfile.Result{{QueryID: "q", Hits: hit("", 1)}}, `query "q": a document id is empty`},
		{"NaN", runfile.JSONL, []runfile.Result{{QueryID: "q", Hits: hit("d", math.NaN())}}, `query "q": document "d": score: NaN has no place in a ranking; give the hit a number or leave it out`},
		{"infinite", runfile.JSON, []runfile.Result{{QueryID: "q", Hits: hit("d", math.Inf(-1))}}, `query "q": document "d": JSON has no number for the score -Inf; write format jsonl`},
		{"UTF-8", runfile.Parquet, []runfile.Result{{QueryID: "q", Hits: hit("d\xff", 1)}}, `query "q": "d\xff" is not UTF-8, as format parquet needs it; write format trec`},
		{"latency", runfile.JSONL, []runfile.Result{{QueryID: "q", LatencyMS: &negative}}, `query "q": latency -1 ms: want a number, 0 or more`},
		{"blank", runfile.TREC, []runfile.Result{{QueryID: "q", Hits: hit("a b", 1)}}, `query "q": document id "a b" holds white space, which separates fields; replace it`},
	} {
		_, err := runfile.Write(io.Discard, test.format, slices.Values(test.results), runfile.WriteOptions{})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
	for _, format := range runfile.Writable() {
		many := runfile.Result{QueryID: strings.Repeat("q", 1<<20), Hits: hit("d", 1)}
		if _, err := runfile.Write(full{}, format, slices.Values([]runfile.Result{many}), runfile.WriteOptions{}); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want that of the writer", format, err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("disk full")
