package trec_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval/trec"
)

func readQrels(tb testing.TB, text string, opts trec.QrelsOptions) *trec.Qrels {
	tb.Helper()
	q, err := trec.ReadQrels(tb.Context(), trec.Bytes("test.qrels", []byte(text)), opts)
	if err != nil {
		tb.Fatal(err)
	}
	return q
}

func TestReadQrels(t *testing.T) {
	q := readQrels(t, "# comment\nb 0 d1 2\r\n\na\t0\td1  -1 \t\nb 1 d0 +0", trec.QrelsOptions{})
	want := []trec.Judgment{
		{Query: "b", Doc: "d1", Grade: 2, Gain: 2},
		{Query: "b", Doc: "d0", Grade: 0, Gain: 0},
		{Query: "a", Doc: "d1", Grade: -1, Gain: -1},
	}
	if diff := cmp.Diff(want, slices.Collect(q.All())); diff != "" {
		t.Errorf("judgments (-want +got):\n%s", diff)
	}
	if q.Len() != 2 || q.Size() != 3 || q.Query(0) != "b" || q.Query(1) != "a" {
		t.Errorf("%d queries with %d judgments, first %q", q.Len(), q.Size(), q.Query(0))
	}
	if i, ok := q.Index([]byte("a")); i != 1 || !ok {
		t.Errorf("Index(a) = %d, %v, want 1", i, ok)
	}
	if _, ok := q.Index([]byte("c")); ok {
		t.Error("Index(c) found a query that is not there")
	}
	if j, ok := q.Judgment(0, "d0"); !ok || j != want[1] {
		t.Errorf("Judgment(0, d0) = %+v, %v, want %+v", j, ok, want[1])
	}
	if j, ok := q.Judgment(1, "d0"); ok {
		t.Errorf("Judgment(1, d0) = %+v, of another query", j)
	}
}

// Of the queries that a reader leaves out nothing stays, and their faults are faults all
// the same. Keeping none is right: a part of the queries may have no judgment.
func TestReadQrelsKeepsQueries(t *testing.T) {
	only := func(id string) trec.QrelsOptions {
		return trec.QrelsOptions{Keep: func(query string) bool { return query == id }}
	}
	const text = "a 0 d1 1\nb 0 d2 2\na 0 d3 0\n"
	want := []trec.Judgment{{Query: "a", Doc: "d1", Grade: 1, Gain: 1}, {Query: "a", Doc: "d3"}}
	if diff := cmp.Diff(want, slices.Collect(readQrels(t, text, only("a")).All())); diff != "" {
		t.Errorf("judgments (-want +got):\n%s", diff)
	}
	if q := readQrels(t, text, only("c")); q.Len() != 0 || q.Size() != 0 {
		t.Errorf("%d queries and %d judgments, want none of either", q.Len(), q.Size())
	}
	var at *trec.LineError
	if _, err := trec.ReadQrels(t.Context(), trec.Bytes("q", []byte(text+"b 0 d4\n")), only("a")); !errors.As(err, &at) || at.Line != 4 {
		t.Errorf("error %v, want one about line 4", err)
	}
	if _, err := trec.ReadQrels(t.Context(), trec.Bytes("q", []byte("# nothing\n")), only("a")); !errors.Is(err, trec.ErrEmpty) {
		t.Errorf("error %v, want %v", err, trec.ErrEmpty)
	}
}

// The grade is the whole number at or below the gain, so a gain reaches a level
// exactly when its grade does.
func TestRealGains(t *testing.T) {
	q := readQrels(t, "q 0 a 0.5\nq 0 b 1.9\nq 0 c 0\nq 0 d -0.3\nq 0 e 2\nq 0 f -0.0\nq 0 g 1e-1\n", trec.QrelsOptions{RealGains: true})
	want := []trec.Judgment{
		{"q", "a", 0, 0.5},
		{"q", "b", 1, 1.9},
		{"q", "c", 0, 0},
		{"q", "d", -1, -0.3},
		{"q", "e", 2, 2},
		{"q", "f", 0, 0},
		{"q", "g", 0, 0.1},
	}
	if diff := cmp.Diff(want, slices.Collect(q.All())); diff != "" {
		t.Errorf("judgments (-want +got):\n%s", diff)
	}
}

const loneCR = `a carriage return within the line: lines end in LF or CRLF; convert a file whose lines end in CR alone: tr '\r' '\n'`

func TestQrelsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"q 0 d":                          `test.qrels:1: 3 of 4 fields; a qrels line is "qid iter docid grade"`,
		"\n\nq":                          `test.qrels:3: 1 of 4 fields; a qrels line is "qid iter docid grade"`,
		"q 0 d 1\nq 0 e 1.0\n":           `test.qrels:2: grade "1.0" is not an integer; round it, or declare real-valued gains with --gains real`,
		"q 0 d one":                      `test.qrels:1: grade "one" is not an integer; write 0 for not relevant, 1 or more for relevant`,
		"q 0 d nan":                      `test.qrels:1: grade "nan" is not an integer; write 0 for not relevant, 1 or more for relevant`,
		"q 0 d inf":                      `test.qrels:1: grade "inf" is not an integer; write 0 for not relevant, 1 or more for relevant`,
		"q 0 d 99999999999":              `test.qrels:1: grade "99999999999" is not an integer; write 0 for not relevant, 1 or more for relevant`,
		"q 0 d 1\nq 0 my doc 2\n":        `test.qrels:2: 5 fields in place of 4; a qrels line is "qid iter docid grade", and an id holds no blank`,
		"q 0 a b c d e f":                `test.qrels:1: 8 fields in place of 4; a qrels line is "qid iter docid grade", and an id holds no blank`,
		"#\nq Q0 d 1 12.5 tag":           `test.qrels:2: this is a line of a run, whose rank would be read as a grade; give the judgments here, whose lines are "qid iter docid grade"`,
		"q 0 d 1\rq 0 e 2\r":             "test.qrels:1: " + loneCR,
		"# c\n#\rq 0 d 1\rq 0 e 2\r":     "test.qrels:2: " + loneCR,
		"q 0 d 1\r\r\nq 0 e 1\r\r\n":     "test.qrels:1: " + loneCR,
		"q 0 d 1\np 0 d 1\n#\nq 0 d 1\n": `test.qrels:4: duplicate document "d" in query "q", first on line 1; remove one, or keep the first with --duplicates keep-first`,
		"q 0 e 1\np 0 d 1\np 0 d 2\nq 0 d 1\np 0 d 0\nq 0 e 1\n": "test.qrels: 3 duplicate documents; remove one of each, or keep the first with --duplicates keep-first\n" +
			"test.qrels:3: duplicate document \"d\" in query \"p\", first on line 2\n" +
			"test.qrels:5: duplicate document \"d\" in query \"p\", first on line 2\n" +
			"test.qrels:6: duplicate document \"e\" in query \"q\", first on line 1",
	} {
		_, err := trec.ReadQrels(t.Context(), trec.Bytes("test.qrels", []byte(text)), trec.QrelsOptions{})
		if err == nil || err.Error() != want {
			t.Errorf("%q: error\n%v\nwant\n%s", text, err, want)
		}
	}
	if _, err := trec.ReadQrels(t.Context(), trec.Bytes("x", []byte("q 0 d 1")), trec.QrelsOptions{Duplicates: "all"}); err == nil {
		t.Error("duplicates=all was accepted")
	}
}

func TestQrelsKeepFirst(t *testing.T) {
	q := readQrels(t, "q 0 a 3\nq 0 b 1\np 0 a 2\nq 0 a 0\nq 0 c 2\nq 0 a 1\n", trec.QrelsOptions{Duplicates: trec.DuplicatesKeepFirst})
	want := []trec.Judgment{{"q", "a", 3, 3}, {"q", "b", 1, 1}, {"q", "c", 2, 2}, {"p", "a", 2, 2}}
	if diff := cmp.Diff(want, slices.Collect(q.All())); diff != "" || q.Duplicates != 2 {
		t.Errorf("%d dropped, want 2; judgments (-want +got):\n%s", q.Duplicates, diff)
	}
	for _, w := range want {
		i, _ := q.Index([]byte(w.Query))
		if j, ok := q.Judgment(i, w.Doc); !ok || j != w {
			t.Errorf("Judgment(%s, %s) = %+v, %v", w.Query, w.Doc, j, ok)
		}
	}
}

func TestNewQrels(t *testing.T) {
	given := []trec.Judgment{{Query: "b", Doc: "x", Grade: 2}, {Query: "a", Doc: "x", Grade: 1, Gain: 0.25}, {Query: "b", Doc: "y"}}
	q, err := trec.NewQrels(slices.Values(given))
	if err != nil {
		t.Fatal(err)
	}
	want := []trec.Judgment{{"b", "x", 2, 2}, {"b", "y", 0, 0}, {"a", "x", 1, 0.25}}
	if diff := cmp.Diff(want, slices.Collect(q.All())); diff != "" {
		t.Errorf("judgments (-want +got):\n%s", diff)
	}
	_, err = trec.NewQrels(slices.Values(append(given, given[0])))
	if want := `duplicate document "x" in query "b"`; !errors.Is(err, trec.ErrDuplicate) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if q, err := trec.NewQrels(slices.Values([]trec.Judgment{})); err != nil || q.Len() != 0 {
		t.Errorf("no judgments: %d queries, error %v", q.Len(), err)
	}
}

func TestWriteQrelsReadsBack(t *testing.T) {
	given := []trec.Judgment{{"a", "x", 3, 3}, {"a", "y", -2, -2}, {"b", "é#", 0, 0.1}, {"b", "z", 0, 5e-324}, {"b", "0", 0, 0}}
	var b bytes.Buffer
	if err := trec.WriteQrels(&b, slices.Values(given)); err != nil {
		t.Fatal(err)
	}
	if first := "a 0 x 3\na 0 y -2\n"; !strings.HasPrefix(b.String(), first) {
		t.Errorf("want first %q in\n%s", first, b.String())
	}
	q := readQrels(t, b.String(), trec.QrelsOptions{RealGains: true})
	if diff := cmp.Diff(given, slices.Collect(q.All())); diff != "" {
		t.Errorf("read back (-written +read):\n%s", diff)
	}
	for want, j := range map[string]trec.Judgment{
		`query "": query id is empty`:                  {Doc: "d"},
		`query "q": document id "a b" holds`:           {Query: "q", Doc: "a b"},
		`query "q", document "d": gain NaN is no gain`: {Query: "q", Doc: "d", Gain: math.NaN()},
	} {
		if err := trec.WriteQrels(&b, slices.Values([]trec.Judgment{j})); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// Match finds what looking up every hit finds.
func TestMatchAgreesWithLookingUpEveryHit(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		var run, qrels strings.Builder
		for d := range rng.Perm(1 + rng.IntN(60)) {
			fmt.Fprintf(&run, "q Q0 d%d 1 %d t\n", d*3, rng.IntN(20))
		}
		for d := range rng.Perm(1 + rng.IntN(60)) {
			fmt.Fprintf(&qrels, "q 0 d%d %d\n", d*2, rng.IntN(4)-1)
		}
		q := readQrels(t, qrels.String(), trec.QrelsOptions{})
		_, err := trec.ScanRun(t.Context(), trec.Bytes("x", []byte(run.String())), trec.RunOptions{}, func(r *trec.Ranking) error {
			var want []trec.Match
			judgments := slices.Collect(q.Judgments(0))
			for i := range r.Len() {
				if j, ok := q.Judgment(0, string(r.Doc(i))); ok {
					want = append(want, trec.Match{Rank: i + 1, Grade: j.Grade, Gain: j.Gain, Judgment: slices.Index(judgments, j)})
				}
			}
			if diff := cmp.Diff(want, q.Match(0, r, nil)); diff != "" {
				t.Errorf("matches (-every hit +Match):\n%s", diff)
			}
			return nil
		}, func() {})
		if err != nil {
			t.Fatal(err)
		}
	}
}
