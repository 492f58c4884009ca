package selection

import (
	"cmp"
	"slices"
)

// A Point is a setting's mean score and its cost, in any unit.
type Point struct{ Score, Cost float64 }

// Front returns the Pareto front, cheapest first: the positions of the points
// to which no other is better in one respect and at least as good in the other.
// Of equal points the first is on the front. The scores along it rise strictly.
func Front(points []Point) []int {
	order := make([]int, len(points))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(points[i].Cost, points[j].Cost), cmp.Compare(points[j].Score, points[i].Score))
	})
	var front []int
	for _, i := range order {
		if len(front) == 0 || points[i].Score > points[front[len(front)-1]].Score+tieTolerance {
			front = append(front, i)
		}
	}
	return front
}
