package trec_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// Against lists by query, which know no blocks, no stretches and no rows: whatever the order of lines, where
// blocks of the file end, and what is dropped.
func TestQrelsAgreeWithLists(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	files := 1000
	if os.Getenv("RANKDUEL_RACE") != "" {
		files = 100
	}
	for _, lines := range []int{1, 7, 60, 400, 40_000} { // the last are 1 MB
		for range max(2, files/lines) {
			var text strings.Builder
			var order []string
			want, first, again := map[string][]trec.Judgment{}, map[string]int{}, []int{}
			query := "q0"
			for line := 1; line <= lines; line++ {
				if rng.IntN(9) == 0 {
					text.WriteString("# a comment\n")
					continue
				}
				if rng.IntN(3) == 0 {
					query = fmt.Sprint("q", rng.IntN(1+lines/10))
				}
				j := trec.Judgment{Query: query, Doc: fmt.Sprint("d", rng.IntN(5+lines/20), strings.Repeat("x", rng.IntN(30)/3)), Grade: rng.IntN(4) - 1}
				j.Gain = float64(j.Grade)
				if j.Grade >= 0 && rng.IntN(lines) > lines/2 { // the first gains are grades
					j.Gain += 0.25
				}
				fmt.Fprintf(&text, "%s 0 %s %v\n", j.Query, j.Doc, j.Gain)
				if key := j.Query + " " + j.Doc; first[key] == 0 {
					first[key] = line
				} else {
					again = append(again, line)
					continue
				}
				if want[query] == nil {
					order = append(order, query)
				}
				want[query] = append(want[query], j)
			}
			if len(order) == 0 {
				continue
			}
			q := readQrels(t, text.String(), trec.QrelsOptions{RealGains: true, Duplicates: trec.DuplicatesKeepFirst})
			if q.Len() != len(order) || q.Duplicates != len(again) {
				t.Fatalf("%d queries, %d dropped, want %d, %d", q.Len(), q.Duplicates, len(order), len(again))
			}
			for i, id := range order {
				if at, ok := q.Index([]byte(id)); !ok || at != i || q.Query(i) != id {
					t.Fatalf("%s is %d, %v, want %d", id, at, ok, i)
				}
				if diff := cmp.Diff(want[id], slices.Collect(q.Judgments(i))); diff != "" {
					t.Fatalf("%d lines, query %s (-want +got):\n%s", lines, id, diff)
				}
			}
			_, err := trec.ReadQrels(t.Context(), trec.Bytes("x", []byte(text.String())), trec.QrelsOptions{RealGains: true})
			var repeats *trec.RepeatsError
			if len(again) > 1 && (!errors.As(err, &repeats) || !strings.Contains(err.Error(), fmt.Sprintf("\nx:%d: duplicate", again[0]))) {
				t.Fatalf("error %v, want the first repeat on line %d", err, again[0])
			}
		}
	}
}
