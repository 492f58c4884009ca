package trec

import (
	"context"
	"math"
	"slices"
	"sync"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
)

// A Ranking is one query's hits in ranking order, best first. It belongs to
// the reader and is valid only during the callback; so are all slices it gives.
type Ranking struct {
	Query  []byte
	Offset int64 // of the query's first line in the (decompressed) file: a stable sequence number
	Worker int   // which of the workers calls, from 0: for scratch space

	Hashes []uint64  // idtable.Hash of each document id
	Scores []float64 // never NaN, never -0

	gaps  []int32 // ranks of the hits where they are not their places; nil as a rule
	text  []byte
	docs  []span
	ranks []int32
	table idtable.Table // of Hashes
}

// NoRank means a rank that is missing or not a number.
const NoRank = -1 << 31

// Len returns the number of hits.
func (r *Ranking) Len() int { return len(r.Hashes) }

// Rank returns that of the hit at index i, from 1.
func (r *Ranking) Rank(i int) int {
	if r.gaps == nil {
		return i + 1
	}
	return int(r.gaps[i])
}

// Depth returns the rank of the last hit: Len, but for a recorded list with gaps.
func (r *Ranking) Depth() int {
	if r.Len() == 0 {
		return 0
	}
	return r.Rank(r.Len() - 1)
}

// Doc returns the id of the hit at index i, that is of Rank(i).
func (r *Ranking) Doc(i int) []byte { return r.docs[i].of(r.text) }

// Find returns the index of a document in the ranking. hash is idtable.Hash(doc).
func (r *Ranking) Find(hash uint64, doc string) (index int, ok bool) {
	return r.table.Find(r.Hashes, hash, func(i int) bool { return string(r.Doc(i)) == doc })
}

func (r *Ranking) sameDoc(i, j int) bool { return string(r.Doc(i)) == string(r.Doc(j)) }

// add appends a hit.
func (r *Ranking) add(hash uint64, score float64, doc span, rank int32) {
	if len(r.ranks) == cap(r.ranks) {
		r.grow()
	}
	r.Hashes = append(r.Hashes, hash)
	r.Scores = append(r.Scores, score)
	r.docs = append(r.docs, doc)
	r.ranks = append(r.ranks, rank)
}

// Add appends a hit to a ranking in file order, and copies its id.
func (r *Ranking) Add(id []byte, score float64, rank int32) {
	if len(r.ranks) == cap(r.ranks) {
		r.reserve(max(16, 2*len(r.ranks)))
	}
	from := len(r.text)
	r.text = append(r.text, id...)
	r.add(idtable.Hash(id), score, span{uint32(from), uint32(len(r.text))}, rank)
}

// Start tells hits apart whatever their order: it rises along the hits in file order.
func (r *Ranking) Start(i int) uint32 { return r.docs[i].start }

// FileRank returns the rank that the file has for the hit at index i, or NoRank.
func (r *Ranking) FileRank(i int) int32 { return r.ranks[i] }

// grow makes room for twice as many hits, the same in all lists.
func (r *Ranking) grow() { r.reserve(max(1024, 2*len(r.ranks))) }

func (r *Ranking) reserve(n int) {
	r.Hashes = append(make([]uint64, 0, n), r.Hashes...)
	r.Scores = append(make([]float64, 0, n), r.Scores...)
	r.docs = append(make([]span, 0, n), r.docs...)
	r.ranks = append(make([]int32, 0, n), r.ranks...)
}

func (r *Ranking) truncate(n int) {
	r.Hashes, r.Scores, r.docs, r.ranks = r.Hashes[:n], r.Scores[:n], r.docs[:n], r.ranks[:n]
}

func (r *Ranking) move(from, to int) {
	r.Hashes[to], r.Scores[to], r.docs[to], r.ranks[to] = r.Hashes[from], r.Scores[from], r.docs[from], r.ranks[from]
}

// List makes a copy of the hits that outlives the callback, in room if that is large enough.
func (r *Ranking) List(room []retrieval.Hit) []retrieval.Hit {
	ids := make([]byte, 0, 16*r.Len()) // one piece of memory for all ids
	for i := range r.docs {
		ids = append(ids, r.Doc(i)...)
	}
	if cap(room) < r.Len() || room == nil {
		room = make([]retrieval.Hit, 0, r.Len())
	}
	all := string(ids)
	room = room[:0]
	for i, d := range r.docs {
		n := int(d.end - d.start)
		room = append(room, retrieval.Hit{ID: all[:n], Score: r.Scores[i]})
		all = all[n:]
	}
	return room
}

// A Recorded is what a run has of one query: ids and scores, in a sixth of the room that hits take.
type Recorded struct {
	Query string

	ids    string // one after another
	ends   []uint32
	scores []float64
	offset int64
}

// recorded makes a copy of the ranking that outlives the callback.
func (r *Ranking) recorded() Recorded {
	one := Recorded{Query: string(r.Query), ends: make([]uint32, r.Len()), scores: slices.Clone(r.Scores[:r.Len()]), offset: r.Offset}
	ids := make([]byte, 0, 16*r.Len()) // most are no longer
	for i := range one.ends {
		ids = append(ids, r.Doc(i)...)
		one.ends[i] = uint32(len(ids))
	}
	one.ids = string(ids)
	return one
}

// Hits lists the hits, best first, in room if that is large enough.
func (r *Recorded) Hits(room []retrieval.Hit) []retrieval.Hit {
	if cap(room) < len(r.ends) || room == nil {
		room = make([]retrieval.Hit, 0, len(r.ends))
	}
	room, start := room[:0], uint32(0)
	for i, end := range r.ends {
		room, start = append(room, retrieval.Hit{ID: r.ids[start:end], Score: r.scores[i]}), end
	}
	return room
}

// NewRanking returns the ranking of hits in their order, each document once, for
// runs that are not TREC files. Its Offset is 0.
func NewRanking(query string, hits []retrieval.Hit) *Ranking {
	r := new(Ranking)
	r.Set(query, hits)
	return r
}

// Set makes r what NewRanking returns, in the memory that it has.
func (r *Ranking) Set(query string, hits []retrieval.Hit) {
	size := 0
	for _, h := range hits {
		size += len(h.ID)
	}
	r.Query, r.text, r.gaps = append(r.Query[:0], query...), slices.Grow(r.text[:0], size), nil
	r.truncate(0)
	if cap(r.ranks) < len(hits) {
		r.reserve(len(hits))
	}
	for i, h := range hits {
		from := len(r.text)
		r.text = append(r.text, h.ID...)
		r.add(idtable.Hash([]byte(h.ID)), h.Score, span{uint32(from), uint32(len(r.text))}, int32(i+1))
	}
	r.table.Fill(r.Hashes, r.sameDoc, nil)
	if slices.ContainsFunc(hits, func(h retrieval.Hit) bool { return h.Rank > 0 }) {
		r.setGaps(hits)
	}
}

// setGaps takes over the ranks of hits that say one; another one is behind the one before it.
func (r *Ranking) setGaps(hits []retrieval.Hit) {
	if r.Len() != len(hits) {
		return // some came twice: their places are what is left
	}
	last := 0
	for _, h := range hits {
		last = max(last+1, h.Rank)
		r.gaps = append(r.gaps, int32(min(last, math.MaxInt32)))
	}
}

// ReadRun reads a whole run into memory, its queries in file order. See [ScanRun] for the rules.
func ReadRun(ctx context.Context, src Source, opts RunOptions) ([]Recorded, RunStats, error) {
	var (
		mu  sync.Mutex
		run []Recorded
	)
	stats, err := ScanRun(ctx, src, opts, func(r *Ranking) error {
		one := r.recorded()
		mu.Lock()
		defer mu.Unlock()
		run = append(run, one)
		return nil
	}, func() { run = nil })
	if err != nil {
		return nil, RunStats{}, err
	}
	ordered.Stable(run, func(a, b Recorded) int { return int(a.offset - b.offset) })
	return run, stats, nil
}
