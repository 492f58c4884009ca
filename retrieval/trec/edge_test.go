package trec_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// What is wrong with the cases that are errors here. trec_eval 10 accepts NaN,
// hexadecimal scores and fractional grades; SEMANTICS does not.
var edgeErrors = map[string]string{
	"06_dup_doc_in_run":   `testdata/edge/06_dup_doc_in_run.run:3: duplicate document "a" in query "q1", first on line 2; remove one, or keep the better ranked with --duplicates keep-first`,
	"07_dup_doc_in_qrels": `testdata/edge/07_dup_doc_in_qrels.qrels:2: duplicate document "a" in query "q1", first on line 1; remove one, or keep the first with --duplicates keep-first`,
	"08_nan_score":        `testdata/edge/08_nan_score.run:2: score "nan": NaN has no place in a ranking; give the hit a number or leave its line out`,
	"20_five_fields":      `testdata/edge/20_five_fields.run:1: 5 of 6 fields; a run line is "qid Q0 docid rank score tag"`,
	"22_float_rel":        `testdata/edge/22_float_rel.qrels:1: grade "0.5" is not an integer; round it, or declare real-valued gains with --gains real`,
	"23_sci_scores":       `testdata/edge/23_sci_scores.run:3: score "0x1p-3": not a number; write it in decimal (12.5) or scientific (1.25e1) notation`,
	"24_empty_run":        `testdata/edge/24_empty_run.run: no lines to read; is this the right file?`,
}

// The order of every edge case is that of trec_eval 10, seen through its
// measures that depend on nothing else (-c: all judged queries count).
func TestEdgeCases(t *testing.T) {
	runs, err := filepath.Glob("testdata/edge/*.run")
	if err != nil || len(runs) != 33 {
		t.Fatalf("%d edge cases, want 33: %v", len(runs), err)
	}
	recorded := edgeResults(t)
	for _, run := range runs {
		name := strings.TrimSuffix(filepath.Base(run), ".run")
		t.Run(name, func(t *testing.T) {
			got, err := tally(t, run, strings.TrimSuffix(run, ".run")+".qrels")
			if want := edgeErrors[name]; want != "" {
				if err == nil || err.Error() != want {
					t.Fatalf("error %v\nwant  %s", err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want, ok := recorded[name]
			switch {
			case name == "29_negative_only": // trec_eval: "Can't calculate measure 'num_ret'"
				if got.relevant != 0 || got.found != 0 {
					t.Errorf("%+v, want nothing relevant", got)
				}
			case name == "33_custom_gains": // not recorded; three relevant documents in score order
				if got.String() != "1 3 3 3 1.0000" {
					t.Errorf("got %s, want 1 3 3 3 1.0000", got)
				}
			case !ok:
				t.Error("trec_eval gave no result, and no error is expected")
			default:
				if text := got.String(); text != want {
					t.Errorf("got  %s\nwant %s (trec_eval 10 -c)", text, want)
				}
			}
		})
	}
}

// counts are what trec_eval prints as num_q, num_ret, num_rel, num_rel_ret and
// recip_rank.
type counts struct {
	queries, retrieved, relevant, found int
	rr                                  float64
}

func (c counts) String() string {
	return fmt.Sprintf("%d %d %d %d %.4f", c.queries, c.retrieved, c.relevant, c.found, c.rr/float64(c.queries))
}

func edgeResults(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/edge/trec_eval10.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if name, values, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			lines[name] = strings.ReplaceAll(values, "\t", " ")
		}
	}
	return lines
}

func tally(t *testing.T, run, qrels string) (counts, error) {
	q, err := trec.ReadQrels(t.Context(), trec.File(qrels), trec.QrelsOptions{})
	if err != nil {
		return counts{}, err
	}
	var (
		c  counts
		mu sync.Mutex
	)
	_, err = trec.ScanRun(t.Context(), trec.File(run), trec.RunOptions{}, func(r *trec.Ranking) error {
		mu.Lock()
		defer mu.Unlock()
		i, ok := q.Index(r.Query)
		if !ok {
			return nil
		}
		c.retrieved += r.Len()
		first := true
		for _, m := range q.Match(i, r, nil) {
			if m.Grade > 0 {
				c.found++
				if first {
					c.rr += 1 / float64(m.Rank)
				}
				first = false
			}
		}
		return nil
	}, func() { c = counts{} })
	c.queries = q.Len()
	for j := range q.All() {
		if j.Grade > 0 {
			c.relevant++
		}
	}
	return c, err
}

// The empty file is the sentinel, whatever it is made of.
func TestEmptyFiles(t *testing.T) {
	for _, text := range []string{"", "\n", "# only a comment\n", " \t\r\n\n"} {
		_, err := trec.ScanRun(t.Context(), trec.Bytes("e", []byte(text)), trec.RunOptions{}, func(*trec.Ranking) error { return nil }, func() {})
		if !errors.Is(err, trec.ErrEmpty) {
			t.Errorf("run %q: error %v, want ErrEmpty", text, err)
		}
		if _, err := trec.ReadQrels(t.Context(), trec.Bytes("e", []byte(text)), trec.QrelsOptions{}); !errors.Is(err, trec.ErrEmpty) {
			t.Errorf("qrels %q: error %v, want ErrEmpty", text, err)
		}
	}
}
