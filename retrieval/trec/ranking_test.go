package trec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Whatever the length of its id, a document has the hash that others look it up by, and is found.
func TestRankingFind(t *testing.T) {
	var text strings.Builder
	var ids []string
	for size := range 40 {
		for _, c := range []string{"a", "b"} {
			ids = append(ids, strings.Repeat(c, size+1))
			fmt.Fprintf(&text, "q Q0 %s %d 0.5 tag\n", ids[len(ids)-1], len(ids))
		}
	}
	_, err := trec.ScanRun(t.Context(), trec.Bytes("x", []byte(text.String())), trec.RunOptions{Order: trec.OrderFile}, func(r *trec.Ranking) error {
		for i, id := range ids {
			if r.Hashes[i] != idtable.Hash(id) {
				t.Errorf("the hash of %s is another than that of its id", id)
			}
			if at, ok := r.Find(idtable.Hash(id), id); at != i || !ok {
				t.Errorf("Find(%s) = %d, %v, want %d", id, at, ok, i)
			}
		}
		if at, ok := r.Find(idtable.Hash("c"), "c"); ok {
			t.Errorf("Find(c) = %d, which is not there", at)
		}
		return nil
	}, func() {})
	if err != nil {
		t.Fatal(err)
	}
}
