package trec

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A qrelsBuilder takes judgments in any order of queries.
type qrelsBuilder struct {
	duplicates Duplicates
	queries    []string
	index      map[string]int
	last       int // query of the last entry
	entries    []entry
	byHash     []int32 // scratch of build
	places     []int32
}

type entry struct {
	row
	query, line int
}

func newQrelsBuilder(duplicates Duplicates, lines int) *qrelsBuilder {
	return &qrelsBuilder{duplicates: duplicates, index: map[string]int{}, entries: make([]entry, 0, lines)}
}

func (b *qrelsBuilder) add(j Judgment, line int) {
	if len(b.queries) == 0 || b.queries[b.last] != j.Query {
		i, ok := b.index[j.Query]
		if !ok {
			i = len(b.queries)
			b.index[j.Query] = i
			b.queries = append(b.queries, j.Query)
		}
		b.last = i
	}
	b.entries = append(b.entries, entry{row{j.Doc, idtable.Hash(j.Doc), j.Grade, j.gain()}, b.last, line})
}

// qrels groups the judgments by query.
func (b *qrelsBuilder) qrels() (*Qrels, error) {
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
		if err := b.build(q, b.entries[at:end]); err != nil {
			return nil, err
		}
		q.starts = append(q.starts, len(q.rows))
		at = end
	}
	return q, nil
}

// dropped is the place of an entry that is left out.
const dropped = -1

// build appends the judgments of one query. Sorting them by hash is needed for
// look-ups anyway, and puts what is judged twice side by side.
func (b *qrelsBuilder) build(q *Qrels, entries []entry) error {
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
	if err := b.drop(q, entries); err != nil {
		return err
	}
	for i := range entries {
		if b.places[i] != dropped {
			b.places[i] = int32(len(q.rows))
			q.rows = append(q.rows, entries[i].row)
		}
	}
	for _, i := range b.byHash {
		if b.places[i] != dropped {
			q.byHash = append(q.byHash, b.places[i])
		}
	}
	return nil
}

// drop finds what is judged more than once: the first judgment stays, or the
// first repetition in the file is an error.
func (b *qrelsBuilder) drop(q *Qrels, entries []entry) error {
	var fault *LineError
	for k, i := range b.byHash {
		if k == 0 || entries[i].hash != entries[b.byHash[k-1]].hash || entries[i].doc != entries[b.byHash[k-1]].doc {
			continue
		}
		b.places[i] = dropped
		q.Duplicates++
		if e := &entries[i]; b.duplicates != DuplicatesKeepFirst && (fault == nil || e.line < fault.Line) {
			fault = lineAt(e.line, &duplicateError{
				query: q.queries[e.query], doc: e.doc, first: entries[b.byHash[k-1]].line,
				advice: "remove one, or keep the first with --duplicates keep-first",
			})
		}
	}
	if fault != nil {
		return fault
	}
	return nil
}
