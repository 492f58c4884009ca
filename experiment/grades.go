package experiment

import (
	"maps"
	"slices"
)

// Grades lists the grades of at least 1 that were given to a document or a
// chunk, in ascending order: what a measure has to be able to value. See
// metrics.CheckGrades.
func (j *Judgments) Grades() []int {
	seen := map[int]bool{}
	for _, items := range []*judgedItems{j.documents, j.chunks} {
		for i := range items.queries {
			for _, grade := range items.queries[i].ideal {
				seen[grade] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// gains lists the real-valued gains above 0 of which there are any, in no order.
func (j *Judgments) gains() []float64 {
	var all []float64
	for _, items := range []*judgedItems{j.documents, j.chunks} {
		for i := range items.queries {
			all = append(all, items.queries[i].gains...)
		}
	}
	return all
}

// top is the highest grade that a document can get: of the test set's scale,
// or, since qrels declare none, the highest that was given.
func (j *Judgments) top() int {
	top := max(j.scaleTop, 1)
	for _, grade := range j.Grades() {
		top = max(top, grade)
	}
	return top
}
