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
	"github.com/rankduel/rankduel/retrieval/trec"
)

const twoQueries = `q2 Q0 d1 1 0.5 tag
q2 Q0 d2 2 1.5 tag
q2 Q0 d3 3 0.5 tag
q1 Q0 d9 1 -1 tag
`

func readRun(tb testing.TB, text string) ([]trec.Recorded, trec.RunStats) {
	tb.Helper()
	run, stats, err := trec.ReadRun(tb.Context(), trec.Bytes("test.run", []byte(text)), trec.RunOptions{Workers: 4})
	if err != nil {
		tb.Fatal(err)
	}
	return run, stats
}

func TestReadRun(t *testing.T) {
	run, stats := readRun(t, twoQueries)
	if len(run) != 2 || run[0].Query != "q2" || run[1].Query != "q1" || stats.Tag != "tag" {
		t.Fatalf("%v, tag %q, want q2 and q1, in file order, and tag", run, stats.Tag)
	}
	want := []retrieval.Hit{{ID: "d2", Score: 1.5}, {ID: "d3", Score: 0.5}, {ID: "d1", Score: 0.5}}
	if diff := cmp.Diff(want, run[0].Hits(nil)); diff != "" {
		t.Errorf("hits of q2 (-want +got):\n%s", diff)
	}
	_, _, err := trec.ReadRun(t.Context(), trec.Bytes("bad.run", []byte("q1")), trec.RunOptions{})
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
	run, _ := readRun(t, text.String())
	var got []string
	for _, r := range run {
		got = append(got, r.Query)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d queries, the first %v, want %d, the first %v", len(got), got[:3], len(want), want[:3])
	}
}

func TestInterleavedRunIsReadWhole(t *testing.T) {
	run, _ := readRun(t, "a Q0 x 1 1 t\nb Q0 x 1 1 t\na Q0 y 2 2 t\n")
	want := []retrieval.Hit{{ID: "y", Score: 2}, {ID: "x", Score: 1}}
	if diff := cmp.Diff(want, run[0].Hits(nil)); diff != "" {
		t.Errorf("hits of a (-want +got):\n%s", diff)
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
	run, _ := readRun(t, b.String())
	if diff := cmp.Diff(hits, run[0].Hits(nil)); diff != "" {
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
