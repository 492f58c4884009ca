package runfile

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/retrieval"
)

// noRank stands for a rank that is missing or no integer.
const noRank = math.MinInt32

// A hit is one hit as a parser found it; id may be overwritten afterwards.
type hit struct {
	id     []byte
	score  float64
	scored bool
	rank   int32
	parent []byte // the document, for formats that read it as bytes
	detail
}

// A detail is what few files say of a hit.
type detail struct {
	text, document string
	spans          []retrieval.Span

	parentEnd int // of the document in the draft's parents
}

// A draft is the hits of one query in file order. The ids stand one after
// another in one piece of memory.
type draft struct {
	ids     []byte
	ends    []int // of each id
	scores  []float64
	ranks   []int32
	places  []place
	details []detail // nil as long as there is none
	parents []byte   // documents, one after another like the ids
	size    int      // in bytes, about
}

// reset forgets the hits and keeps the memory.
func (d *draft) reset() {
	clear(d.details)
	*d = draft{d.ids[:0], d.ends[:0], d.scores[:0], d.ranks[:0], d.places[:0], d.details[:0], d.parents[:0], 0}
}

// maxQuery bounds the hits of one query, as in package trec.
const maxQuery = 256 << 20

// hitBytes is what a hit takes besides its texts.
const hitBytes = 28

var errLongQuery = fmt.Errorf("the hits of this query are more than %d MiB; is the query id in its column?", maxQuery>>20)

func (d *draft) append(p place, h hit) error {
	if d.size += hitBytes + len(h.id) + len(h.text) + len(h.document) + len(h.parent); d.size > maxQuery {
		return errLongQuery
	}
	n := len(d.ends)
	d.ids = append(d.ids, h.id...)
	d.ends = append(d.ends, len(d.ids))
	d.scores = append(d.scores, h.score+0) // -0 + 0 is 0
	d.ranks = append(d.ranks, h.rank)
	d.places = append(d.places, p)
	if h.text == "" && h.document == "" && h.parent == nil && h.spans == nil && len(d.details) == 0 {
		return nil
	}
	for len(d.details) < n {
		d.details = append(d.details, detail{})
	}
	d.parents = append(d.parents, h.parent...)
	h.parentEnd = len(d.parents)
	d.details = append(d.details, h.detail)
	return nil
}

// parent returns the document of the hit at an index, as a part of all of them.
func (d *draft) parent(all string, i int) string {
	start := 0
	if i > 0 {
		start = d.details[i-1].parentEnd
	}
	return all[start:d.details[i].parentEnd]
}

// id returns the id of the hit at an index.
func (d *draft) id(i int) []byte {
	start := 0
	if i > 0 {
		start = d.ends[i-1]
	}
	return d.ids[start:d.ends[i]]
}
