package trec_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
	"github.com/rankduel/rankduel/retrieval/trec"
)

const twoQueries = `q2 Q0 d1 1 0.5 tag
q2 Q0 d2 2 1.5 tag
q2 Q0 d3 3 0.5 tag
q1 Q0 d9 1 -1 tag
`

func readRun(tb testing.TB, text string) *trec.Run {
	tb.Helper()
	run, _, err := trec.ReadRun(tb.Context(), trec.Bytes("test.run", []byte(text)), trec.RunOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	return run
}

func TestReadRun(t *testing.T) {
	run := readRun(t, twoQueries)
	if got, want := run.Queries(), []string{"q2", "q1"}; !slices.Equal(got, want) || run.Tag != "tag" {
		t.Errorf("queries %v, tag %q, want %v and tag, in file order", got, run.Tag, want)
	}
	want := []retrieval.Hit{{ID: "d2", Score: 1.5}, {ID: "d3", Score: 0.5}, {ID: "d1", Score: 0.5}}
	if diff := cmp.Diff(want, run.Hits("q2")); diff != "" {
		t.Errorf("hits of q2 (-want +got):\n%s", diff)
	}
	hits, err := run.Retrieve(t.Context(), retrieval.Query{ID: "q3"}, 10)
	if err != nil || len(hits) != 0 || run.Hits("q3") != nil || run.Hits("q1") == nil {
		t.Errorf("a query the run lacks: %v, %v; Hits(q3) = %v, Hits(q1) = %v", hits, err, run.Hits("q3"), run.Hits("q1"))
	}
	_, _, err = trec.ReadRun(t.Context(), trec.Bytes("bad.run", []byte("q1")), trec.RunOptions{})
	if err == nil || !strings.HasPrefix(err.Error(), "bad.run:1: ") {
		t.Errorf("error %v, want one that names bad.run:1", err)
	}
}

// Blocks of a file are parsed side by side; the queries come in file order all the same.
func TestQueriesAreInFileOrder(t *testing.T) {
	var text strings.Builder
	var want []string
	for q := range 60_000 { // some 2 MB, several blocks
		want = append(want, "q"+strconv.Itoa(q*7919%60_000))
		fmt.Fprintf(&text, "%s Q0 document-%d 1 0.5 tag\n", want[q], q)
	}
	run, _, err := trec.ReadRun(t.Context(), trec.Bytes("x", []byte(text.String())), trec.RunOptions{Workers: 4})
	if err != nil {
		t.Fatal(err)
	}
	if got := run.Queries(); !slices.Equal(got, want) {
		t.Errorf("%d queries, the first %v, want %d, the first %v", len(got), got[:3], len(want), want[:3])
	}
}

func TestInterleavedRunIsReadWhole(t *testing.T) {
	run := readRun(t, "a Q0 x 1 1 t\nb Q0 x 1 1 t\na Q0 y 2 2 t\n")
	want := []retrieval.Hit{{ID: "y", Score: 2}, {ID: "x", Score: 1}}
	if diff := cmp.Diff(want, run.Hits("a")); diff != "" {
		t.Errorf("hits of a (-want +got):\n%s", diff)
	}
}

func TestRunIsARetriever(t *testing.T) {
	retrievaltest.Run(t, func(tb testing.TB) retrieval.Retriever { return readRun(tb, twoQueries) },
		retrieval.Query{ID: "q1"}, retrieval.Query{ID: "q2"})
}

func TestRetrieveReturnsAListOfItsOwn(t *testing.T) {
	run := readRun(t, twoQueries)
	hits, err := run.Retrieve(t.Context(), retrieval.Query{ID: "q2"}, 2)
	if err != nil || len(hits) != 2 {
		t.Fatalf("%v, %v, want 2 hits", hits, err)
	}
	hits[0].ID = "changed"
	if run.Hits("q2")[0].ID != "d2" {
		t.Error("the caller's list is the run's")
	}
}

// What is written reads back to the same ranking, bit for bit.
func TestWriteRunReadsBack(t *testing.T) {
	hits := []retrieval.Hit{
		{ID: "inf", Score: math.Inf(1)},
		{ID: "large", Score: math.MaxFloat64},
		{ID: "é#", Score: 1.0 / 3},
		{ID: "0.1", Score: 0.1},
		{ID: "tiny", Score: math.SmallestNonzeroFloat64},
		{ID: "z", Score: 0},
		{ID: "y", Score: 0},
		{ID: "minus", Score: -12.5},
		{ID: "-inf", Score: math.Inf(-1)},
	}
	var b bytes.Buffer
	if err := trec.WriteRun(&b, "tag", "q", hits); err != nil {
		t.Fatal(err)
	}
	if first := "q Q0 inf 1 inf tag\n"; !strings.HasPrefix(b.String(), first) {
		t.Errorf("first line is not %q in\n%s", first, b.String())
	}
	if diff := cmp.Diff(hits, readRun(t, b.String()).Hits("q")); diff != "" {
		t.Errorf("read back (-written +read):\n%s", diff)
	}
}

func TestWriteRunRefusesWhatARunCannotHold(t *testing.T) {
	hit := []retrieval.Hit{{ID: "d", Score: 1}}
	for _, c := range []struct {
		tag, query string
		hits       []retrieval.Hit
		want       string
	}{
		{"", "q", hit, "tag is empty"},
		{"t", "", hit, "query id is empty"},
		{"t", "a b", hit, `query id "a b" holds white space`},
		{"t", "#1", hit, `query id "#1": a line that starts with #`},
		{"t", "q", []retrieval.Hit{{ID: "a\tb"}}, `query "q": document id "a\tb" holds white space`},
		{"t", "q", []retrieval.Hit{{ID: "d"}, {}}, `query "q": document id is empty`},
		{"t", "q", []retrieval.Hit{{ID: "d", Score: math.NaN()}}, `query "q", document "d": score: NaN`},
	} {
		var b bytes.Buffer
		err := trec.WriteRun(&b, c.tag, c.query, c.hits)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("error %v after %d bytes, want %s and nothing written", err, b.Len(), c.want)
		}
	}
}

func TestReadRunEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := trec.ReadRun(ctx, trec.Bytes("x", []byte(twoQueries)), trec.RunOptions{}); err == nil {
		t.Error("no error from a cancelled context")
	}
}
