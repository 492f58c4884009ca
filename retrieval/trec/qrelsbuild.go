package trec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/internal/ordered"
)

// A qrelsBuilder takes judgments in any order of queries.
type qrelsBuilder struct {
	Qrels
	policy    Duplicates
	numbers   *subtopicTable // nil when the second field means nothing
	subtopic  []int32        // by row, in the table
	text      strings.Builder
	last      string    // query of the last row
	stretches []stretch // rows of one query that came together
	lines     []int32   // by row
	gone      []bool    // by row, whether it is dropped
	entries   []entry   // scratch of build: the rows of a query
	byHash    []int32
	repeats   Repeats // that are an error
}

// A stretch is rows of one query up to those of the next one.
type stretch struct {
	query    int32
	from, to uint32
}

// An entry is a row while its query is looked at.
type entry struct {
	doc             string
	hash            uint64 // of doc
	row             uint32
	query, subtopic int32 // subtopic: in the table
	grade           int32
	gain            float64
}

func newQrelsBuilder(opts QrelsOptions) *qrelsBuilder {
	b := &qrelsBuilder{policy: opts.Duplicates, Qrels: Qrels{queries: &idList{}}}
	if opts.Subtopics {
		b.numbers = &subtopicTable{numbers: map[string]int32{}}
	}
	return b
}

func (b *qrelsBuilder) add(j Judgment, subtopic string, line int) {
	at := len(b.rows)
	if at == 0 || b.last != j.Query {
		b.stretches = append(b.stretches, stretch{query: int32(b.queries.number(j.Query)), from: uint32(at)})
		b.last = j.Query
	}
	b.stretches[len(b.stretches)-1].to = uint32(at + 1)
	if b.gains == nil && j.gain() != float64(j.Grade) { // the first that is not its grade
		b.gains = ordered.Each(b.rows, func(r row) float64 { return float64(r.grade) })
	}
	if b.gains != nil {
		b.gains = append(b.gains, j.gain())
	}
	if b.numbers != nil {
		b.subtopic = append(b.subtopic, b.numbers.number(subtopic))
	}
	b.text.WriteString(j.Doc)
	b.rows, b.lines = append(b.rows, row{uint32(b.text.Len()), int32(j.Grade)}), append(b.lines, int32(line))
}

// qrels groups the judgments by query. They are of no use when there are b.repeats.
func (b *qrelsBuilder) qrels() *Qrels {
	b.docs, b.gone = b.text.String(), make([]bool, len(b.rows))
	together := len(b.stretches) == len(b.queries.ends)
	if !together {
		slices.SortStableFunc(b.stretches, func(x, y stretch) int { return cmp.Compare(x.query, y.query) })
	}
	b.starts = make([]uint32, 1, len(b.queries.ends)+1)
	for at := 0; at < len(b.stretches); {
		end := at + 1
		for end < len(b.stretches) && b.stretches[end].query == b.stretches[at].query {
			end++
		}
		b.build(b.stretches[at:end])
		at = end
	}
	if !together || slices.Contains(b.gone, true) {
		b.gather()
	}
	q := b.Qrels // without what it was built by
	return &q
}

// build looks at the rows of one query. Sorting them by hash puts what is judged twice side by side.
func (b *qrelsBuilder) build(stretches []stretch) {
	b.entries, b.byHash = b.entries[:0], b.byHash[:0]
	for _, s := range stretches {
		for at := s.from; at < s.to; at++ {
			e := entry{doc: b.doc(int(at)), row: at, query: s.query, grade: b.rows[at].grade, gain: b.gain(int(at))}
			e.hash = idtable.Hash(e.doc)
			if b.numbers != nil {
				e.subtopic = b.subtopic[at]
			}
			b.byHash = append(b.byHash, int32(len(b.entries)))
			b.entries = append(b.entries, e)
		}
	}
	entries := b.entries
	slices.SortFunc(b.byHash, func(i, j int32) int {
		x, y := &entries[i], &entries[j]
		if x.hash != y.hash {
			return cmp.Compare(x.hash, y.hash)
		}
		return cmp.Or(cmp.Compare(x.doc, y.doc), cmp.Compare(i, j))
	})
	if b.numbers == nil {
		b.drop(entries)
	} else {
		b.fold(entries)
	}
	kept := uint32(0)
	for _, e := range entries {
		if !b.gone[e.row] {
			kept++
		}
	}
	b.starts = append(b.starts, b.starts[len(b.starts)-1]+kept)
}

// gather puts the rows that stay into the order of the queries.
func (b *qrelsBuilder) gather() {
	var text strings.Builder
	text.Grow(len(b.docs))
	rows, gains := make([]row, 0, b.starts[len(b.starts)-1]), []float64(nil)
	for _, s := range b.stretches {
		for at := int(s.from); at < int(s.to); at++ {
			if b.gone[at] {
				continue
			}
			text.WriteString(b.doc(at))
			rows = append(rows, row{uint32(text.Len()), b.rows[at].grade})
			if b.gains != nil {
				gains = append(gains, b.gains[at])
			}
		}
	}
	b.docs, b.rows, b.gains = text.String(), rows, gains
}

// drop finds what is judged more than once: the first judgment stays.
func (b *qrelsBuilder) drop(entries []entry) {
	var first int32
	for k, i := range b.byHash {
		if k == 0 || !sameDoc(entries, i, first) {
			first = i
			continue
		}
		b.twice(entries, first, i)
	}
}

func sameDoc(entries []entry, i, j int32) bool {
	return entries[i].hash == entries[j].hash && entries[i].doc == entries[j].doc
}

// twice drops entry i, which repeats the first one.
func (b *qrelsBuilder) twice(entries []entry, first, i int32) {
	b.gone[entries[i].row] = true
	b.Duplicates++
	if b.policy == DuplicatesKeepFirst {
		return
	}
	e := &entries[i]
	one := Repeat{Query: b.Query(int(e.query)), Doc: e.doc, Again: int(b.lines[e.row]), First: int(b.lines[entries[first].row])}
	if b.numbers != nil {
		one.subtopic = b.numbers.names[e.subtopic]
	}
	b.repeats.Add(one)
}
