package fusion

import "slices"

// AtDepth returns the pool of the same lists cut at depth, as [NewPool] makes it from the first hits of each list.
// Documents have other numbers there. The cut pool is made once and belongs to p: it ends with p's next Reset, and
// shares its goroutine. A depth of the longest list or more is p itself; a depth below 1 leaves no document.
func (p *Pool) AtDepth(depth int) *Pool {
	depth = max(depth, 0)
	if !slices.ContainsFunc(p.lists, func(l List) bool { return len(l.Hits) > depth }) {
		return p
	}
	if p.cuts == nil {
		p.cuts = make(map[int]*Pool)
	}
	cut := p.cuts[depth]
	if cut == nil {
		cut = new(Pool)
		p.cuts[depth] = cut
	}
	if len(cut.lists) > 0 {
		return cut
	}
	lists := slices.Clone(p.lists)
	for i, l := range lists {
		lists[i].Hits = l.Hits[:min(depth, len(l.Hits))]
	}
	if err := cut.Reset(lists); err != nil {
		panic(err) // p has taken the same lists
	}
	return cut
}
