package embedded

import (
	"cmp"
	"slices"
)

// A scored is a document number with its score. Documents are numbered by ascending id.
type scored struct {
	doc   int
	score float64
}

// before is the order of a ranking: score descending, then document id descending.
func (s scored) before(t scored) bool {
	if s.score != t.score {
		return s.score > t.score
	}
	return s.doc > t.doc
}

// A topK keeps the k best of what it is offered, in a heap whose root is the worst of them.
type topK struct {
	k    int
	heap []scored
}

func newTopK(k, atMost int) *topK {
	return &topK{k: k, heap: make([]scored, 0, max(0, min(k, atMost)))}
}

func (t *topK) offer(s scored) {
	switch {
	case len(t.heap) < t.k:
		t.heap = append(t.heap, s)
		t.up(len(t.heap) - 1)
	case t.k > 0 && s.before(t.heap[0]):
		t.heap[0] = s
		t.down(0)
	}
}

// ranking returns what was kept, best first.
func (t *topK) ranking() []scored {
	slices.SortFunc(t.heap, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.doc, a.doc))
	})
	return t.heap
}

func (t *topK) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.heap[parent].before(t.heap[i]) {
			return
		}
		t.heap[i], t.heap[parent] = t.heap[parent], t.heap[i]
		i = parent
	}
}

func (t *topK) down(i int) {
	for {
		worst := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(t.heap); child++ {
			if t.heap[worst].before(t.heap[child]) {
				worst = child
			}
		}
		if worst == i {
			return
		}
		t.heap[i], t.heap[worst] = t.heap[worst], t.heap[i]
		i = worst
	}
}
