package main

import "slices"

// circles returns the strongly connected components of a graph, by Tarjan (1972),
// doi:10.1137/0201010.
func circles(to map[string][]string) [][]string {
	t := tarjan{to: to, index: map[string]int{}, low: map[string]int{}, on: map[string]bool{}}
	nodes := make([]string, 0, len(to))
	for n := range to {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		if _, seen := t.index[n]; !seen {
			t.visit(n)
		}
	}
	return t.found
}

type tarjan struct {
	to         map[string][]string
	index, low map[string]int
	on         map[string]bool
	stack      []string
	found      [][]string
}

func (t *tarjan) visit(n string) {
	t.index[n] = len(t.index)
	t.low[n] = t.index[n]
	t.stack, t.on[n] = append(t.stack, n), true
	for _, m := range t.to[n] {
		if _, seen := t.index[m]; !seen {
			t.visit(m)
			t.low[n] = min(t.low[n], t.low[m])
		} else if t.on[m] {
			t.low[n] = min(t.low[n], t.index[m])
		}
	}
	if t.low[n] != t.index[n] {
		return
	}
	at := slices.Index(t.stack, n)
	component := slices.Clone(t.stack[at:])
	t.stack = t.stack[:at]
	for _, m := range component {
		t.on[m] = false
	}
	t.found = append(t.found, component)
}
