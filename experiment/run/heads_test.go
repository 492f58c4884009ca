package run

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
)

// Heads are held up to a number of bytes, whole or not at all, and handed out as
// copies: the reranker writes its scores into what it gets.
func TestHeads(t *testing.T) {
	small := []retrieval.Hit{{ID: "a", Score: 2, Text: "text"}, {ID: "b", Score: 1}}
	large := []retrieval.Hit{{ID: "c", Text: strings.Repeat("x", 300)}}
	h := newHeads(400)
	h.keep(1, small)
	h.keep(2, large)
	h.keep(3, small)
	if _, held := h.of(2); held || len(h.byQuery) != 2 {
		t.Errorf("%d heads are held, the large one %v; want the two that fit", len(h.byQuery), held)
	}
	got, _ := h.of(1)
	got[0] = retrieval.Hit{}
	got, held := h.of(1)
	if diff := cmp.Diff(small, got); !held || diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
