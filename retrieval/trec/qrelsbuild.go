package trec

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A qrelsBuilder takes judgments in any order of queries.
type qrelsBuilder struct {
	duplicates Duplicates
	subtopics  *subtopicTable // nil when the second field means nothing
	queries    []string
	index      map[string]int
	last       int // query of the last entry
	entries    []entry
	byHash     []int32 // scratch of build
	places     []int32
	repeats    duplicates // that are an error
}

type entry struct {
	row
	query, subtopic int32 // subtopic: in the table
	line            int
}

func newQrelsBuilder(opts QrelsOptions, lines int) *qrelsBuilder {
	b := &qrelsBuilder{duplicates: opts.Duplicates, index: map[string]int{}, entries: make([]entry, 0, lines)}
	if opts.Subtopics {
		b.subtopics = &subtopicTable{numbers: map[string]int32{}}
	}
	return b
}

func (b *qrelsBuilder) add(j Judgment, subtopic string, line int) {
	if len(b.queries) == 0 || b.queries[b.last] != j.Query {
		i, ok := b.index[j.Query]
		if !ok {
			i = len(b.queries)
			b.index[j.Query] = i
			b.queries = append(b.queries, j.Query)
		}
		b.last = i
	}
	e := entry{row: row{j.Doc, idtable.Hash(j.Doc), j.Grade, j.gain()}, query: int32(b.last), line: line}
	if b.subtopics != nil {
		e.subtopic = b.subtopics.number(subtopic)
	}
	b.entries = append(b.entries, e)
}

// qrels groups the judgments by query. They are of no use when there are
// b.repeats.
func (b *qrelsBuilder) qrels() *Qrels {
	byQuery := func(x, y entry) int { return cmp.Compare(x.query, y.query) }
	if !slices.IsSortedFunc(b.entries, byQuery) {
		slices.SortStableFunc(b.entries, byQuery)
	}
	q := &Qrels{
		queries: b.queries, index: b.index,
		starts: make([]int, 1, len(b.queries)+1),
		rows:   make([]row, 0, len(b.entries)),
		byHash: make([]int32, 0, len(b.entries)),
	}
	for at := 0; at < len(b.entries); {
		end := at + 1
		for end < len(b.entries) && b.entries[end].query == b.entries[at].query {
			end++
		}
		b.build(q, b.entries[at:end])
		q.starts = append(q.starts, len(q.rows))
		at = end
	}
	return q
}

// dropped is the place of an entry that is left out.
const dropped = -1

// build appends the judgments of one query. Sorting them by hash is needed for
// look-ups anyway, and puts what is judged twice side by side.
func (b *qrelsBuilder) build(q *Qrels, entries []entry) {
	b.byHash, b.places = b.byHash[:0], b.places[:0]
	for i := range entries {
		b.byHash = append(b.byHash, int32(i))
		b.places = append(b.places, 0)
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
		if b.places[i] != dropped {
			b.places[i] = int32(len(q.rows))
			q.rows = append(q.rows, entries[i].row)
			if bySubtopic != nil {
				q.bySubtopic = append(q.bySubtopic, bySubtopic[i])
			}
		}
	}
	for _, i := range b.byHash {
		if b.places[i] != dropped {
			q.byHash = append(q.byHash, b.places[i])
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
	b.places[i] = dropped
	q.Duplicates++
	if b.duplicates == DuplicatesKeepFirst {
		return
	}
	e := &entries[i]
	one := duplicate{query: q.queries[e.query], doc: e.doc, again: e.line, line: entries[first].line}
	if b.subtopics != nil {
		one.subtopic = b.subtopics.names[e.subtopic]
	}
	b.repeats.add(one)
}
