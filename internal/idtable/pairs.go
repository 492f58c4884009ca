package idtable

import (
	"cmp"
	"slices"
)

// ByPlace puts the pairs of a list that is in another order than the file it
// comes from into the order of the file: First is where an id stood first in it,
// Again where it stood later, and the pairs are in the order of the latter.
// place is the place in the file of a position in the list.
func ByPlace(pairs []Pair, place func(i int) int) []Pair {
	lowest := make(map[int]int, len(pairs)) // by First
	for _, p := range pairs {
		low, known := lowest[p.First]
		if !known {
			low = p.First
		}
		if place(p.Again) < place(low) {
			low = p.Again
		}
		lowest[p.First] = low
	}
	byPlace := make([]Pair, len(pairs))
	for i, p := range pairs {
		byPlace[i] = Pair{lowest[p.First], p.Again}
		if p.Again == lowest[p.First] {
			byPlace[i].Again = p.First
		}
	}
	slices.SortFunc(byPlace, func(a, b Pair) int { return cmp.Compare(place(a.Again), place(b.Again)) })
	return byPlace
}
