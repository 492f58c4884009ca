package fusion

import (
	"slices"
	"strings"
)

// cuts are the cut pools of a pool by depth. Memory of forgotten ones is used again.
type cuts struct {
	made  []cutPool
	spare []*Pool
}

type cutPool struct {
	depth int
	pool  *Pool
}

func (c *cuts) clear() {
	for _, m := range c.made {
		m.pool.clear()
		c.spare = append(c.spare, m.pool)
	}
	c.made = c.made[:0]
}

// AtDepth returns the pool of the same lists cut at depth, as [NewPool] would make it from the first hits of
// each list, but without comparing and hashing all ids again. Documents have other numbers there. The cut
// pool is made once and belongs to p: it ends with p's next Reset, and shares its goroutine. A depth of the
// longest list or more is p itself; a depth below 1 leaves no document.
func (p *Pool) AtDepth(depth int) *Pool {
	depth = max(depth, 0)
	longest := 0
	for _, column := range p.docs {
		longest = max(longest, len(column))
	}
	if depth >= longest {
		return p
	}
	for _, m := range p.cuts.made {
		if m.depth == depth {
			return m.pool
		}
	}
	cut := new(Pool)
	if n := len(p.cuts.spare); n > 0 {
		cut, p.cuts.spare = p.cuts.spare[n-1], p.cuts.spare[:n-1]
	}
	p.cutTo(cut, depth)
	p.cuts.made = append(p.cuts.made, cutPool{depth, cut})
	return cut
}

func (p *Pool) cutTo(cut *Pool, depth int) {
	if cut.index == nil {
		cut.index = make(map[string]int32)
	}
	cut.docs = resize(cut.docs, len(p.docs))
	var tie []int32
	for c, column := range p.docs {
		l := p.lists[c]
		l.Hits = l.Hits[:min(depth, len(l.Hits))]
		cut.lists = append(cut.lists, l)
		cut.docs[c] = append(cut.docs[c][:0], column[:len(l.Hits)]...)
		if l.Component == tieComponent {
			tie = column
		}
	}

	// In p's order, what is left of the tie component's documents comes first. Those that fell out of
	// its list join the rest, which is sorted by id already.
	p.place = zeros(p.place, p.Len()) // first 1 for documents that are left, then their new numbers
	for _, column := range cut.docs {
		for _, d := range column {
			p.place[d] = 1
		}
	}
	tied := min(depth, len(tie))
	order, fallen := p.sorter[:0], p.merger[:0]
	for d, left := range p.place {
		switch {
		case left == 0:
		case d < tied || d >= len(tie):
			order = append(order, int32(d))
		default:
			fallen = append(fallen, int32(d))
		}
	}
	byID := func(a, b int32) int { return strings.Compare(p.ids[a], p.ids[b]) }
	slices.SortFunc(fallen, byID)
	order = mergeAfter(order, tied, fallen, byID)
	p.sorter, p.merger = order, fallen

	for to, from := range order {
		p.place[from] = int32(to)
		cut.ids = append(cut.ids, p.ids[from])
		cut.index[p.ids[from]] = int32(to)
	}
	for _, column := range cut.docs {
		for i, d := range column {
			column[i] = p.place[d]
		}
	}
	cut.fill()
}

// mergeAfter merges the sorted more into x[start:], which is sorted too.
func mergeAfter(x []int32, start int, more []int32, compare func(a, b int32) int) []int32 {
	i, j := len(x)-1, len(more)-1
	x = append(x, more...)
	for at := len(x) - 1; j >= 0; at-- {
		if i >= start && compare(x[i], more[j]) > 0 {
			x[at] = x[i]
			i--
		} else {
			x[at] = more[j]
			j--
		}
	}
	return x
}
