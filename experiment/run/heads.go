package run

import (
	"slices"
	"strings"
	"sync"

	"github.com/rankduel/rankduel/retrieval"
)

// headBytes is how much of the hits that are to be reranked is held for each
// configuration. Memory must not grow with the test set, and their texts would
// make it; what is not held is read and fused once more when it is asked for.
const headBytes = 32 << 20

// heads are the hits that a reranker has not scored, by query. They are filled
// while rankings are fused anyway, and read when the reranker is asked.
type heads struct {
	mu      sync.Mutex
	left    int // bytes
	byQuery map[int][]retrieval.Hit
}

func newHeads(limit int) *heads { return &heads{left: limit, byQuery: map[int][]retrieval.Hit{}} }

// keep holds the head of query q, unless it is too much.
func (h *heads) keep(q int, head []retrieval.Hit) {
	size := 0
	for _, hit := range head {
		size += 64 + len(hit.ID) + len(hit.Text)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if size > h.left {
		return
	}
	h.left -= size
	kept := make([]retrieval.Hit, len(head))
	for i, hit := range head { // cloned: a whole ranking may be one string
		kept[i] = retrieval.Hit{ID: strings.Clone(hit.ID), Score: hit.Score, Text: strings.Clone(hit.Text)}
	}
	h.byQuery[q] = kept
}

// of returns a copy of the head of query q; not there when it is not held.
func (h *heads) of(q int) (head []retrieval.Hit, held bool) {
	head, held = h.byQuery[q]
	return slices.Clone(head), held
}
