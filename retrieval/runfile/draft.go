package runfile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

const noRank = trec.NoRank

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
	retrieval.Extent

	parentEnd int // of the document in the draft's parents
}

// A draft is the hits of one query, in file order until they are ranked. What a ranking does not have of them stays in
// file order.
type draft struct {
	trec.Ranking
	starts  []uint32 // of each id, by which hits are found again
	places  []place
	details []detail // nil as long as there is none
	parents []byte   // documents, one after another
	size    int      // in bytes, about
}

// reset forgets the hits and keeps the memory.
func (d *draft) reset() {
	clear(d.details)
	d.Set("", nil)
	d.starts, d.places, d.details, d.parents, d.size = d.starts[:0], d.places[:0], d.details[:0], d.parents[:0], 0
}

// maxQuery bounds the hits of one query, as in package trec.
const maxQuery = 256 << 20

// hitBytes is what a hit takes besides its texts.
const hitBytes = 40

var errLongQuery = fmt.Errorf("the hits of this query are more than %d MiB; is the query id in its column?", maxQuery>>20)

func (d *draft) append(p place, h hit) error {
	if d.size += hitBytes + len(h.id) + len(h.text) + len(h.document) + len(h.parent); d.size > maxQuery {
		return errLongQuery
	}
	n := d.Len()
	d.Add(h.id, h.score+0, h.rank) // -0 + 0 is 0
	d.starts = append(d.starts, d.Start(n))
	d.places = append(d.places, p)
	if h.text == "" && h.document == "" && h.parent == nil && h.spans == nil && h.Extent == (retrieval.Extent{}) && len(d.details) == 0 {
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

// inFile returns which hit of the file the one at an index of the ranking is.
func (d *draft) inFile(index int) int {
	i, _ := slices.BinarySearch(d.starts, d.Start(index))
	return i
}

// hits makes the ranking, in room if that is large enough. Its ids share one piece of memory, and so do its documents.
func (d *draft) hits(room []retrieval.Hit) []retrieval.Hit {
	hits, parents := d.List(room), string(d.parents)
	for k := range hits {
		if len(d.details) == 0 {
			break
		}
		if i := d.inFile(k); i < len(d.details) {
			more := &d.details[i]
			hits[k].Text, hits[k].Document, hits[k].Spans = more.text, cmp.Or(more.document, d.parent(parents, i)), more.spans
			hits[k].Extent = more.Extent
		}
	}
	return hits
}

// keepGaps gives hits the ranks that were recorded, where they are ranks: 1 and 5
// are ranks 1 and 5, whatever stood between them was not kept.
func (d *draft) keepGaps(hits []retrieval.Hit) {
	last := int32(0)
	for k := range hits {
		if d.FileRank(k) <= last {
			return // counted from 0, or one rank twice: places are all there is
		}
		last = d.FileRank(k)
	}
	if int(last) == len(hits) {
		return
	}
	for k := range hits {
		hits[k].Rank = int(d.FileRank(k))
	}
}
