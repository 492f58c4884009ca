package runfile_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A ranking is what a run holds of a query, for comparison.
type ranking struct {
	Query string
	Hits  []retrieval.Hit
}

func read(t *testing.T, src trec.Source, opts runfile.Options) (*runfile.Run, runfile.Stats) {
	t.Helper()
	run, stats, err := runfile.Read(t.Context(), src, opts)
	if err != nil {
		t.Fatal(err)
	}
	return run, stats
}

func rankings(run *runfile.Run) (list []ranking) {
	for r := range run.Results() {
		list = append(list, ranking{r.QueryID, r.Hits})
	}
	return list
}

func scored(idsAndScores ...any) (hits []retrieval.Hit) {
	for i := 0; i < len(idsAndScores); i += 2 {
		hits = append(hits, retrieval.Hit{ID: idsAndScores[i].(string), Score: idsAndScores[i+1].(float64)})
	}
	return hits
}

// Files in the layout of other programs; testdata/README.md says where each is
// from. The expected rankings are the runs that were written, sorted by score
// and then by id as trec_eval does.
func TestFilesOfOtherPrograms(t *testing.T) {
	ranx := []ranking{
		{"q_1", scored("d_2", 2.6, "d_1", 1.5)},
		{"q_2", scored("d_5", 3.1, "d_3", 2.8, "d_2", 1.2)},
	}
	pyterrier := []ranking{{"q1", scored("d5", 5.2, "d7", 4.9, "d10", 4.9)}, {"q2", scored("d5", 7.25)}}
	single := []ranking{
		{"q1", []retrieval.Hit{{ID: "d5", Score: float64(float32(5.2))}, {ID: "d7", Score: float64(float32(4.9))}, {ID: "d10", Score: float64(float32(4.9)), Text: "ten"}}},
		{"q2", scored("d5", 7.25)},
	}
	for _, test := range []struct {
		file   string
		order  trec.Order
		format runfile.Format
		want   []ranking
		stats  trec.RunStats
	}{
		{"ranx.json", "", runfile.JSON, ranx, trec.RunStats{Lines: 11, Queries: 2, Hits: 5}},
		{"ranx.parquet", "", runfile.Parquet, ranx, trec.RunStats{Lines: 5, Queries: 2, Hits: 5}},
		{
			"ir_measures.jsonl", "", runfile.Hits,
			[]ranking{{"Q0", scored("D0", 1.2, "D1", 1.0)}, {"Q1", scored("D3", 3.6, "D0", 2.4)}},
			trec.RunStats{Lines: 4, Queries: 2, Hits: 4},
		},
		{"pyterrier.jsonl", "", runfile.Hits, pyterrier, trec.RunStats{Lines: 4, Queries: 2, Hits: 4, Tied: 2, Interleaved: true}},
		{"pyterrier.tsv", "", runfile.TSV, pyterrier, trec.RunStats{Lines: 5, Queries: 2, Hits: 4, Tied: 2, Interleaved: true}},
		{"pyterrier.parquet", "", runfile.Parquet, single, trec.RunStats{Lines: 4, Queries: 2, Hits: 4, Tied: 2, Interleaved: true}},
		{
			"pyterrier.jsonl", trec.OrderRank, runfile.Hits,
			[]ranking{{"q1", scored("d5", 5.2, "d10", 4.9, "d7", 4.9)}, {"q2", scored("d5", 7.25)}},
			trec.RunStats{Lines: 4, Queries: 2, Hits: 4, Tied: 2, Interleaved: true},
		},
		{
			"beir.tsv", "", runfile.TSV,
			[]ranking{
				{"1", scored("7", 12.25, "007", 12.25, "184", 11.5)},
				{`what is "x"?`, scored("plain", math.Inf(1), `say "hi"`, 1e-7, "a\tb", -0.5)},
			},
			trec.RunStats{Lines: 7, Queries: 2, Hits: 6, Tied: 2},
		},
		{
			"msmarco.tsv", trec.OrderRank, runfile.TSV,
			[]ranking{
				{"1124703", scored("8766037", -1.0, "8021997", -2.0, "7816201", -3.0)},
				{"9", scored("5451590", -1.0, "8766037", -2.0)},
			},
			trec.RunStats{Lines: 5, Queries: 2, Hits: 5},
		},
	} {
		t.Run(test.file+" "+string(test.order), func(t *testing.T) {
			run, stats := read(t, trec.File("testdata/"+test.file), runfile.Options{Order: test.order})
			if diff := cmp.Diff(test.want, rankings(run)); diff != "" {
				t.Errorf("rankings (-want +got):\n%s", diff)
			}
			if stats.Format != test.format || stats.RunStats != test.stats {
				t.Errorf("%s: %+v, want %s: %+v", stats.Format, stats.RunStats, test.format, test.stats)
			}
		})
	}
}

// With save_format=(pandas.read_csv, pandas.DataFrame.to_csv), which
// PyTerrier's Experiment documents, runs come with commas.
func TestCommas(t *testing.T) {
	const text = ",qid,docno,score,rank,query\n0,q1,d5,5.2,0,\"a, b\"\n1,q1,\"d\"\"1,0\"\"\",4.9,1,\"a, b\"\n"
	run, _ := read(t, trec.Bytes("run.csv", []byte(text)), runfile.Options{})
	if diff := cmp.Diff([]ranking{{"q1", scored("d5", 5.2, `d"1,0"`, 4.9)}}, rankings(run)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The fields of kebab's rows go where this project has them: a hit is a chunk
// of a document, only citations of kind line and code cover lines, and a
// failed query is not one without hits.
func TestKebabRows(t *testing.T) {
	run, stats := read(t, trec.File("testdata/kebab.jsonl"), runfile.Options{})
	ms := func(v float64) *float64 { return &v }
	want := []runfile.Result{
		{
			QueryID: "g001", LatencyMS: ms(183),
			Hits: []retrieval.Hit{
				{ID: "c-9", Score: 0.032786883, Text: "The index is built", Document: "doc-a", Spans: []retrieval.Span{{Start: 12, End: 30}}},
				{ID: "c-2", Score: 0.016129032, Text: "fn build()", Document: "doc-b", Spans: []retrieval.Span{{Start: 3, End: 3}}},
				{ID: "c-7", Score: 0.016129032, Document: "doc-c"},
			},
			Answer: &retrieval.Answer{
				Text: "It is built in one pass.", Grounded: true,
				Citations: []retrieval.Citation{{Path: "docs/a.md"}, {Path: "c.pdf"}},
			},
		},
		{QueryID: "g002", LatencyMS: ms(2), Hits: []retrieval.Hit{}, Answer: &retrieval.Answer{}},
		{QueryID: "g003", LatencyMS: ms(30000), Hits: []retrieval.Hit{}, Error: "search: timed out"},
	}
	var got []runfile.Result
	for r := range run.Results() {
		got = append(got, r)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	counts := runfile.Stats{
		RunStats: trec.RunStats{Lines: 3, Queries: 3, Hits: 3, Tied: 2},
		Format:   runfile.Kebab, Order: trec.OrderRank, Failed: 1, Answered: 2,
	}
	if stats != counts {
		t.Errorf("%+v, want %+v", stats, counts)
	}
}

// A list is the ranking, whatever its scores: kebab's c-2 and c-7 tie, and by
// id c-7 would come first.
func TestListsKeepTheirOrderUnlessAsked(t *testing.T) {
	src := trec.File("testdata/kebab.jsonl")
	for order, want := range map[trec.Order][]string{
		"": {"c-9", "c-2", "c-7"}, trec.OrderFile: {"c-9", "c-2", "c-7"},
		trec.OrderRank: {"c-9", "c-2", "c-7"}, trec.OrderScore: {"c-9", "c-7", "c-2"},
	} {
		run, _ := read(t, src, runfile.Options{Order: order})
		var got []string
		for _, h := range run.Hits("g001") {
			got = append(got, h.ID)
		}
		if !cmp.Equal(got, want) {
			t.Errorf("order %q: %q, want %q", order, got, want)
		}
	}
}

// The rank that kebab stored is the rank of a hit, and not its place: a row that
// was sorted by something else says the same. The ranks are written in the row.
func TestKebabsRanksRank(t *testing.T) {
	for row, want := range map[string]string{
		`[{"rank": 3, "chunk_id": "c"}, {"rank": 1, "chunk_id": "a"}, {"rank": 2, "chunk_id": "b"}]`: "a:1 b:2 c:3",
		`[{"rank": 9, "chunk_id": "c"}, {"rank": 1, "chunk_id": "a"}, {"rank": 4, "chunk_id": "b"}]`: "a:1 b:4 c:9",
		`[{"rank": 2, "chunk_id": "c"}, {"rank": 0, "chunk_id": "a"}, {"rank": 1, "chunk_id": "b"}]`: "a:1 b:2 c:3",
		`[{"rank": 2, "chunk_id": "a"}, {"rank": 5, "chunk_id": "b"}, {"rank": 1, "chunk_id": "a"}]`: "a:1 b:5",
	} {
		for name, opts := range map[string]runfile.Options{"file": {Format: runfile.Kebab}, "store": {Format: runfile.Kebab, RanksOnly: true}} {
			var got []string
			documents := func(yield func(runfile.Document, error) bool) {
				yield(runfile.Document{QueryID: "q", JSON: []byte(`{"query_id": "q", "hits_top_k": ` + row + `}`)}, nil)
			}
			_, err := runfile.ScanDocuments("rows", documents, opts, func(r runfile.Result) error {
				for i, h := range r.Hits {
					got = append(got, fmt.Sprint(h.ID, ":", max(h.Rank, i+1)))
				}
				return nil
			})
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("%s, %s: %q, want %q; %v", name, row, got, want, err)
			}
		}
	}
}
