package runfile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func TestQueriesOfARun(t *testing.T) {
	const text = `{"query_id": "b", "hits": [{"id": "d1", "score": 2}], "answer": {"text": "yes", "grounded": true, "citations": [{"path": "p"}]}, "latency_ms": 1.5}
{"query_id": "a", "hits": []}
{"query_id": "c", "hits": [{"id": "d1", "score": 2}], "error": "timed out after 1 hit"}
{"query_id": "d", "error": {"code": 503}}
`
	run, stats := read(t, trec.Bytes("run", []byte(text)), runfile.Options{})
	if got, want := run.Queries(), []string{"b", "a", "c", "d"}; !slices.Equal(got, want) || len(run.Queries()) != 4 {
		t.Errorf("%d queries %q, want %q", len(run.Queries()), got, want)
	}
	if stats.Failed != 2 || stats.Answered != 1 || stats.Queries != 4 {
		t.Errorf("%+v, want 4 queries, 2 failed, 1 answered", stats)
	}
	took := 1.5
	got, _ := run.Result("b")
	want := runfile.Result{
		QueryID: "b", Hits: []retrieval.Hit{{ID: "d1", Score: 2}}, LatencyMS: &took,
		Answer: &retrieval.Answer{Text: "yes", Grounded: true, Citations: []retrieval.Citation{{Path: "p"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for query, want := range map[string]struct {
		has    bool
		hits   int
		reason string
	}{
		"b": {true, 1, ""}, "a": {true, 0, ""}, "nowhere": {false, 0, ""},
		"c": {true, 0, "timed out after 1 hit"}, "d": {true, 0, `{"code": 503}`},
	} {
		got, ok := run.Result(query)
		if ok != want.has || run.Has(query) != want.has || len(run.Hits(query)) != want.hits || got.Error != want.reason {
			t.Errorf("%s: %v with %d hits, error %q, want %+v", query, ok, len(run.Hits(query)), got.Error, want)
		}
	}
	if r, ok := run.Result("c"); !ok || len(r.Hits) != 1 {
		t.Errorf("the hits of a failed query are %v, want those of the file", r.Hits)
	}
}

func TestTRECGoesThroughItsOwnReader(t *testing.T) {
	const text = "q2 Q0 d1 1 1 tag\nq1 Q0 d2 1 3 tag\nq2 Q0 d2 2 2 tag\n"
	run, stats := read(t, trec.Bytes("run", []byte(text)), runfile.Options{})
	want := []ranking{{"q2", scored("d2", 2.0, "d1", 1.0)}, {"q1", scored("d2", 3.0)}}
	if diff := cmp.Diff(want, rankings(run)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	counts := runfile.Stats{
		RunStats: trec.RunStats{Lines: 3, Queries: 2, Hits: 3, RankContradictions: 1, Tag: "tag", Interleaved: true},
		Format:   runfile.TREC, Order: trec.OrderScore,
	}
	if stats != counts || run.Tag != "tag" {
		t.Errorf("tag %s, %+v, want %+v", run.Tag, stats, counts)
	}
}

// Numbers as ids keep the digits they are written with.
func TestNumbersAsIDs(t *testing.T) {
	const text = `{"qid": 007, "docno": "x", "score": 1}`
	if _, _, err := runfile.Read(t.Context(), trec.Bytes("run", []byte(text)), runfile.Options{Format: runfile.Hits}); err == nil {
		t.Error("007 is no JSON number, and was read as one")
	}
	run, _ := read(t, trec.Bytes("run", []byte(`{"qid": 7.0, "docno": 12345678901234567890, "score": 1}`)), runfile.Options{})
	if hits := run.Hits("7.0"); len(hits) != 1 || hits[0].ID != "12345678901234567890" {
		t.Errorf("queries %q, hits %v, want query 7.0 and document 12345678901234567890", run.Queries(), hits)
	}
}

// Runs without scores are ranked by what they have.
func TestRanksInPlaceOfScores(t *testing.T) {
	for name, text := range map[string]string{
		"hits":  `{"qid": "q", "docno": "b", "rank": 2}` + "\n" + `{"qid": "q", "docno": "a", "rank": 1}`,
		"jsonl": `{"query_id": "q", "hits": [{"id": "a"}, {"id": "b"}]}`,
		"kebab": `{"query_id": "q", "hits_top_k": [{"rank": 1, "chunk_id": "a"}, {"rank": 2, "chunk_id": "b"}]}`,
		"tsv":   "qid\tdocno\trank\nq\tb\t2\nq\ta\t1\n",
	} {
		run, stats := read(t, trec.Bytes(name, []byte(text)), runfile.Options{})
		if diff := cmp.Diff(scored("a", -1.0, "b", -2.0), run.Hits("q")); diff != "" || stats.Unscored != 2 {
			t.Errorf("%s: %d unscored (-want +got):\n%s", name, stats.Unscored, diff)
		}
	}
}

// A list whose scores rise keeps its order, and each rise is counted.
func TestRisingScoresAreCounted(t *testing.T) {
	const text = `{"query_id": "q", "hits": [{"id": "a", "score": 1}, {"id": "b", "score": 3}, {"id": "c", "score": 2}, {"id": "d", "score": 2}]}`
	run, stats := read(t, trec.Bytes("run", []byte(text)), runfile.Options{})
	if diff := cmp.Diff(scored("a", 1.0, "b", 3.0, "c", 2.0, "d", 2.0), run.Hits("q")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if stats.RankContradictions != 1 || stats.Tied != 2 {
		t.Errorf("%+v, want 1 contradiction and 2 tied", stats)
	}
}

// Lines far longer than any buffer.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("long ", 2<<20)
	text := `{"query_id": "q", "hits": [{"id": "a", "score": 1, "text": "` + long + `"}]}` + "\n" + `{"query_id": "r", "hits": []}`
	run, _ := read(t, trec.Bytes("run", []byte(text)), runfile.Options{})
	if hits := run.Hits("q"); len(hits) != 1 || hits[0].Text != long || !run.Has("r") {
		t.Errorf("%d hits, want one with %d bytes of text", len(hits), len(long))
	}
	table := "q\ta\t" + strings.Repeat("1", 10<<20)
	if got := readError(t, table, runfile.Options{Format: runfile.TSV}); len(got) > 300 || !strings.Contains(got, "too large") {
		t.Errorf("error of %d bytes: %.300s", len(got), got)
	}
}
