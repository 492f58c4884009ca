package trec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A qrelsBuilder takes judgments in any order of queries.
type qrelsBuilder struct {
	duplicates Duplicates
	subtopics  *subtopicTable // nil when the second field means nothing
	queries    *idList
	last       string // query of the last entry
	docs       strings.Builder
	entries    []entry
	byHash     []int32 // scratch of build
	dropped    []bool  // by entry of the query
	repeats    Repeats // that are an error
}

type entry struct {
	doc                          string
	hash                         uint64 // of doc
	gain                         float64
	grade, query, subtopic, line int32 // subtopic: in the table
}

func newQrelsBuilder(opts QrelsOptions, lines int) *qrelsBuilder {
	b := &qrelsBuilder{duplicates: opts.Duplicates, queries: &idList{byHash: map[uint64]int32{}}, entries: make([]entry, 0, lines)}
	if opts.Subtopics {
		b.subtopics = &subtopicTable{numbers: map[string]int32{}}
	}
	return b
}

func (b *qrelsBuilder) add(j Judgment, subtopic string, line int) {
	e := entry{doc: j.Doc, hash: idtable.Hash(j.Doc), gain: j.gain(), grade: int32(j.Grade), line: int32(line)}
	if n := len(b.entries); n > 0 && b.last == j.Query {
		e.query = b.entries[n-1].query
	} else {
		e.query, b.last = int32(b.queries.number(j.Query)), j.Query
	}
	if b.subtopics != nil {
		e.subtopic = b.subtopics.number(subtopic)
	}
	b.entries = append(b.entries, e)
}

// qrels groups the judgments by query. They are of no use when there are b.repeats.
func (b *qrelsBuilder) qrels() *Qrels {
	byQuery := func(x, y entry) int { return cmp.Compare(x.query, y.query) }
	if !slices.IsSortedFunc(b.entries, byQuery) {
		slices.SortStableFunc(b.entries, byQuery)
	}
	q := &Qrels{
		queries: b.queries,
		starts:  make([]uint32, 1, len(b.queries.ends)+1),
		rows:    make([]row, 0, len(b.entries)),
	}
	size, real := 0, false
	for i := range b.entries {
		size += len(b.entries[i].doc)
		real = real || b.entries[i].gain != float64(b.entries[i].grade)
	}
	b.docs.Grow(size)
	if real {
		q.gains = make([]float64, 0, len(b.entries))
	}
	for at := 0; at < len(b.entries); {
		end := at + 1
		for end < len(b.entries) && b.entries[end].query == b.entries[at].query {
			end++
		}
		b.build(q, b.entries[at:end])
		q.starts = append(q.starts, uint32(len(q.rows)))
		at = end
	}
	q.docs = b.docs.String()
	return q
}

// build appends the judgments of one query. Sorting them by hash puts what is judged twice side by side.
func (b *qrelsBuilder) build(q *Qrels, entries []entry) {
	b.byHash, b.dropped = b.byHash[:0], b.dropped[:0]
	for i := range entries {
		b.byHash = append(b.byHash, int32(i))
		b.dropped = append(b.dropped, false)
	}
	slices.SortFunc(b.byHash, func(i, j int32) int {
		x, y := &entries[i], &entries[j]
		if x.hash != y.hash {
			return cmp.Compare(x.hash, y.hash)
		}
		return cmp.Or(cmp.Compare(x.doc, y.doc), cmp.Compare(i, j))
	})
	var bySubtopic [][]SubtopicGrade // by entry
	if b.subtopics == nil {
		b.drop(q, entries)
	} else {
		bySubtopic = b.fold(q, entries)
	}
	for i := range entries {
		e := &entries[i]
		if b.dropped[i] {
			continue
		}
		b.docs.WriteString(e.doc)
		q.rows = append(q.rows, row{e.hash, uint32(b.docs.Len()), e.grade})
		if q.gains != nil {
			q.gains = append(q.gains, e.gain)
		}
		if bySubtopic != nil {
			q.bySubtopic = append(q.bySubtopic, bySubtopic[i])
		}
	}
}

// drop finds what is judged more than once: the first judgment stays.
func (b *qrelsBuilder) drop(q *Qrels, entries []entry) {
	var first int32
	for k, i := range b.byHash {
		if k == 0 || !sameDoc(entries, i, first) {
			first = i
			continue
		}
		b.twice(q, entries, first, i)
	}
}

func sameDoc(entries []entry, i, j int32) bool {
	return entries[i].hash == entries[j].hash && entries[i].doc == entries[j].doc
}

// twice drops entry i, which repeats the first one.
func (b *qrelsBuilder) twice(q *Qrels, entries []entry, first, i int32) {
	b.dropped[i] = true
	q.Duplicates++
	if b.duplicates == DuplicatesKeepFirst {
		return
	}
	e := &entries[i]
	one := Repeat{Query: q.Query(int(e.query)), Doc: e.doc, Again: int(e.line), First: int(entries[first].line)}
	if b.subtopics != nil {
		one.subtopic = b.subtopics.names[e.subtopic]
	}
	b.repeats.Add(one)
}
