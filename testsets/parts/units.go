package parts

import (
	"cmp"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
)

// A unit is queries that no split may part, by their places in the set.
type unit []int

// unitsOf joins what belongs together. Units, and the queries in them, are in
// the byte order of the ids, wherever they stand in the set.
func unitsOf(set *testsets.TestSet, groups bool) []unit {
	queries := set.Queries
	joined := newForest(len(queries))
	families, wordings := map[string]int{}, map[string]int{}
	together := func(first map[string]int, name string, i int) {
		if at, known := first[name]; name != "" && known {
			joined.join(at, i)
		} else {
			first[name] = i
		}
	}
	for i := range queries {
		together(families, queries[i].Family, i)
		if groups {
			together(wordings, queries[i].Unit(), i)
		}
	}
	if groups {
		for _, p := range nearPairs(set, wordsAlone) {
			joined.join(p.A, p.B)
		}
	}
	var units []unit
	at := map[int]int{}
	for _, i := range ordered.Places(len(queries), func(a, b int) int { return cmp.Compare(queries[a].ID, queries[b].ID) }) {
		root := joined.root(i)
		n, known := at[root]
		if !known {
			n = len(units)
			at[root] = n
			units = append(units, nil)
		}
		units[n] = append(units[n], i)
	}
	return units
}

// wordsAlone is a similarity that no two texts have: only copies and texts of the same words are near then. Fewer
// letters in common are no reason to draw two queries together, and chains of such pairs would become large units.
const wordsAlone = 2

func nearPairs(set *testsets.TestSet, least float64) []near.Pair {
	texts := ordered.Each(set.Queries, func(q testsets.Query) string { return q.Text })
	return near.Pairs(texts, near.Options{Least: least, Lang: func(i int) string { return set.Queries[i].Lang }})
}

// A forest holds sets that grow together; each entry leads to another of its set, or to itself.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

func (f forest) root(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

func (f forest) join(a, b int) { f[f.root(a)] = f.root(b) }
