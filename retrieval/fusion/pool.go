package fusion

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Pool is the union of the documents that several components returned for one query, in a form that
// can be fused thousands of times: documents are numbered from 0, components too (by name), and ranks
// and normalized scores are columns of numbers, one per component. The numbering is the tie order: the
// documents of bm25 by their ranks there, then the others by id ascending. It keeps the normalized
// scores that methods ask for, so it must not be used by two goroutines at once.
type Pool struct {
	lists []List // by component name
	ids   []string
	index map[string]int32

	docs  [][]int32 // docs[c][r-1] is the document at rank r of component c
	ranks [][]int32 // ranks[c][d], from 1; 0 where c did not return d
	votes []int     // votes[d] is the number of components that returned d
	wide  []int32   // documents of three or more components

	tables tables
	cuts   map[int]*Pool // by depth; those without lists are memory to be used again

	// What follows is memory that is used again, and holds nothing between calls.
	scratch table // of trained methods
	weights []float64
	parts   []float64
	top     []int // by the scores before, of this pool
	asked   []wantedRank
	sorter  []int32
	merger  []int32
	place   []int32
	oldIDs  []string
}

// NewPool pools lists. It keeps them, and their hits, until the next Reset; they must not change meanwhile. The error
// is [ErrNoLists] when lists is empty; two lists of one component and a document twice in a list are errors too.
func NewPool(lists []List) (*Pool, error) {
	p := new(Pool)
	if err := p.Reset(lists); err != nil {
		return nil, err
	}
	return p, nil
}

// Reset makes p the pool of other lists and reuses its memory. After an error p is empty.
func (p *Pool) Reset(lists []List) error {
	p.clear()
	if err := checkLists(lists); err != nil {
		return err
	}
	p.lists = append(p.lists, lists...)
	ordered.Stable(p.lists, func(a, b List) int { return strings.Compare(a.Component, b.Component) })

	// Number the documents as they come, then renumber them in tie order.
	if p.index == nil {
		p.index = make(map[string]int32)
	}
	p.docs = resize(p.docs, len(p.lists))
	var tie []int32
	for c, l := range p.lists {
		column := p.docs[c][:0]
		for _, h := range l.Hits {
			d, known := p.index[h.ID]
			if !known {
				d = int32(len(p.ids))
				p.index[h.ID] = d
				p.ids = append(p.ids, h.ID)
				p.votes = append(p.votes, -1) // the last component that had it, for the moment
			} else if p.votes[d] == c {
				err := fmt.Errorf("component %q returned document %q twice", l.Component, h.ID)
				p.clear()
				return err
			}
			p.votes[d] = c
			column = append(column, d)
		}
		p.docs[c] = column
		if l.Component == tieComponent {
			tie = column
		}
	}
	p.renumber(tie)
	p.fill()
	return nil
}

// renumber gives the documents the numbers of the tie order. Tie holds the documents of tieComponent.
func (p *Pool) renumber(tie []int32) {
	n := len(p.ids)
	p.place = slices.Grow(p.place[:0], n)[:n] // first the rank in tieComponent, then the new number
	p.sorter = p.sorter[:0]
	for d := range p.place {
		p.place[d] = math.MaxInt32
		p.sorter = append(p.sorter, int32(d))
	}
	for i, d := range tie {
		p.place[d] = int32(i)
	}
	slices.SortFunc(p.sorter, func(a, b int32) int {
		return cmp.Or(cmp.Compare(p.place[a], p.place[b]), strings.Compare(p.ids[a], p.ids[b]))
	})
	p.ids, p.oldIDs = resize(p.oldIDs, n), p.ids
	for to, from := range p.sorter {
		p.ids[to] = p.oldIDs[from]
		p.place[from] = int32(to)
		p.index[p.ids[to]] = int32(to)
	}
	for _, column := range p.docs {
		for i, d := range column {
			column[i] = p.place[d]
		}
	}
}

// fill makes the tables from docs.
func (p *Pool) fill() {
	n := len(p.ids)
	p.ranks = resize(p.ranks, len(p.lists))
	p.votes = zeros(p.votes, n)
	for c, column := range p.docs {
		p.ranks[c] = zeros(p.ranks[c], n)
		for i, d := range column {
			p.ranks[c][d] = int32(i + 1)
			p.votes[d]++
		}
	}
	p.wide = p.wide[:0]
	for d, v := range p.votes {
		if v > 2 {
			p.wide = append(p.wide, int32(d))
		}
	}
}

func (p *Pool) clear() {
	clear(p.lists) // lets go of the hits
	clear(p.ids)
	clear(p.oldIDs)
	clear(p.index)
	p.lists, p.ids, p.votes, p.wide = p.lists[:0], p.ids[:0], p.votes[:0], p.wide[:0]
	p.docs, p.top = p.docs[:0], p.top[:0]
	p.tables.clear()
	for _, cut := range p.cuts {
		cut.clear()
	}
}

// Len returns the number of distinct documents.
func (p *Pool) Len() int { return len(p.ids) }

// ID returns the id of a document.
func (p *Pool) ID(doc int) string { return p.ids[doc] }

// Index returns the number of a document, and false when no component returned it.
func (p *Pool) Index(id string) (int, bool) {
	d, ok := p.index[id]
	return int(d), ok
}

// Components returns how many lists were pooled, empty ones included.
func (p *Pool) Components() int { return len(p.lists) }

// Component returns the name of a component. They are numbered in the order of their names.
func (p *Pool) Component(c int) string { return p.lists[c].Component }

// Rank returns the rank from 1 of a document in the list of component c, 0 when it is not there.
func (p *Pool) Rank(c, doc int) int { return int(p.ranks[c][doc]) }

func checkLists(lists []List) error {
	if len(lists) == 0 {
		return ErrNoLists
	}
	for i, l := range lists {
		for _, other := range lists[:i] {
			if l.Component == other.Component {
				return fmt.Errorf("component %q has two rankings", l.Component)
			}
		}
	}
	return nil
}

// resize returns x with length n and keeps what its elements own.
func resize[T any](x []T, n int) []T {
	for cap(x) < n {
		x = append(x[:cap(x)], *new(T))
	}
	return x[:n]
}

// zeros returns n zeros, in x when there is room.
func zeros[T any](x []T, n int) []T {
	x = slices.Grow(x[:0], n)[:n]
	clear(x)
	return x
}
