package runfile

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A ranker brings drafts into order. Its scratch space is used again for each
// of them.
type ranker struct {
	order trec.Order

	by     []int // indices of the draft, best first
	hashes []uint64
	table  idtable.Table
	pairs  []idtable.Pair
	scores []float64
}

// A repetition is a document that comes twice in a query.
type repetition struct {
	id        []byte
	first, at place
}

// rank finds the order of a draft and leaves out documents that stand better
// ranked already. It returns them in file order.
func (r *ranker) rank(d *draft) []repetition {
	r.by = r.by[:0]
	for i := range d.ends {
		r.by = append(r.by, i)
	}
	r.sort(d)
	r.hashes = r.hashes[:0]
	for _, i := range r.by {
		r.hashes = append(r.hashes, idtable.Hash(d.id(i)))
	}
	same := func(i, j int) bool { return bytes.Equal(d.id(r.by[i]), d.id(r.by[j])) }
	r.pairs = r.table.Fill(r.hashes, same, r.pairs[:0])
	if len(r.pairs) == 0 {
		return nil
	}
	var found []repetition
	for _, pair := range idtable.ByPlace(r.pairs, func(i int) int { return r.by[i] }) { // a draft is in file order
		again := r.by[pair.Again]
		found = append(found, repetition{d.id(again), d.places[r.by[pair.First]], d.places[again]})
	}
	for _, pair := range r.pairs {
		r.by[pair.Again] = -1
	}
	r.by = slices.DeleteFunc(r.by, func(i int) bool { return i < 0 })
	return found
}

// sort orders by score, or by rank and then by score, descending; ties by the
// bytes of the id descending. Files are in ranking order as a rule, so it looks
// first.
func (r *ranker) sort(d *draft) {
	if r.order == trec.OrderFile {
		return
	}
	before := func(i, j int) int {
		if r.order == trec.OrderRank {
			if c := cmp.Compare(d.ranks[i], d.ranks[j]); c != 0 {
				return c
			}
		}
		return cmp.Or(
			cmp.Compare(d.scores[j], d.scores[i]),
			bytes.Compare(d.id(j), d.id(i)),
			cmp.Compare(i, j), // only duplicates are equal up to here
		)
	}
	if !slices.IsSortedFunc(r.by, before) {
		slices.SortFunc(r.by, before)
	}
}

// count adds what is to be known about the ranking to stats.
func (r *ranker) count(d *draft, stats *trec.RunStats) {
	stats.Hits += len(r.by)
	stats.Duplicates += len(r.pairs)
	r.scores = r.scores[:0]
	for k, i := range r.by {
		r.scores = append(r.scores, d.scores[i])
		if k == 0 {
			continue
		}
		b := r.by[k-1]
		if d.ranks[b] == noRank || d.ranks[i] == noRank {
			continue
		}
		if cmp.Compare(d.ranks[b], d.ranks[i])*cmp.Compare(d.scores[b], d.scores[i]) > 0 { // both rise or both fall
			stats.RankContradictions++
		}
	}
	slices.Sort(r.scores)
	for k, s := range r.scores {
		if k > 0 && s == r.scores[k-1] || k+1 < len(r.scores) && s == r.scores[k+1] {
			stats.Tied++
		}
	}
}

// keepGaps gives hits the ranks that were recorded, where they are ranks: 1 and 5
// are ranks 1 and 5, whatever stood between them was not kept.
func (r *ranker) keepGaps(d *draft, hits []retrieval.Hit) {
	last := int32(0)
	for _, i := range r.by {
		if d.ranks[i] <= last {
			return // counted from 0, or one rank twice: places are all there is
		}
		last = d.ranks[i]
	}
	if int(last) == len(hits) {
		return
	}
	for k, i := range r.by {
		hits[k].Rank = int(d.ranks[i])
	}
}

// hits makes the ranking, in room if that is large enough. Its ids share one piece of
// memory, and so do its documents.
func (r *ranker) hits(d *draft, room []retrieval.Hit) []retrieval.Hit {
	var ids strings.Builder
	ids.Grow(len(d.ids))
	for _, i := range r.by {
		ids.Write(d.id(i))
	}
	all, parents := ids.String(), string(d.parents)
	if room == nil || cap(room) < len(r.by) {
		room = make([]retrieval.Hit, len(r.by))
	}
	hits := room[:len(r.by)]
	for k, i := range r.by {
		n := len(d.id(i))
		hits[k] = retrieval.Hit{ID: all[:n], Score: d.scores[i]}
		all = all[n:]
		if i < len(d.details) {
			more := &d.details[i]
			hits[k].Text, hits[k].Document, hits[k].Spans = more.text, cmp.Or(more.document, d.parent(parents, i)), more.spans
		}
	}
	return hits
}
