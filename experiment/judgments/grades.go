package judgments

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// Grades lists the grades of at least 1 that were given to a document or a
// chunk, in ascending order: what a measure has to be able to value. See
// metrics.CheckGrades.
func (j *Judgments) Grades() []int {
	seen := map[int]bool{}
	for _, items := range []*Items{j.Documents, j.Chunks} {
		for i := range items.Queries {
			for _, grade := range items.Queries[i].ideal {
				seen[grade] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// gains lists the real-valued gains above 0 of which there are any, in no order.
func (j *Judgments) gains() []float64 {
	var all []float64
	for _, items := range []*Items{j.Documents, j.Chunks} {
		for i := range items.Queries {
			all = append(all, items.Queries[i].gains...)
		}
	}
	return all
}

// Top returns the highest grade that a document can get: of the test set's scale,
// or, since qrels declare none, the highest that was given.
func (j *Judgments) Top() int {
	top := max(j.scaleTop, 1)
	for _, grade := range j.Grades() {
		top = max(top, grade)
	}
	return top
}

// ScaleTop returns the highest grade of the declared scale, 0 where none is.
func (j *Judgments) ScaleTop() int { return j.scaleTop }

// RelevantSet returns the set of relevant documents of query q.
func (j *Judgments) RelevantSet(q int) map[string]bool {
	item := &j.Documents.Queries[q]
	set := make(map[string]bool, len(item.ids))
	for _, id := range item.ids {
		set[id] = true
	}
	return set
}

// NonRelevant tells whether anything was judged and found not relevant. Where
// nothing was, judged is another word for relevant.
func (items *Items) NonRelevant() bool {
	return slices.ContainsFunc(items.Queries, func(i Item) bool { return i.nonRelevant > 0 })
}

// An Expectation is what a test set says of the answer to a query.
type Expectation struct {
	Refuse                 bool
	MustContain, Forbidden []string
}

// checkExpectations refuses measures that need to know what was expected of an
// answer where it is not known.
func (j *Judgments) checkExpectations(measures []metrics.Measure) error {
	if slices.ContainsFunc(j.queries, func(q Query) bool { return q.Expected != nil }) {
		return nil
	}
	var names []string
	for _, m := range measures {
		switch m.(type) {
		case metrics.RequiredStrings, metrics.RefusalCorrectness:
			names = append(names, m.String())
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("%s: judgments without must_contain, forbidden and what should be refused cannot tell %s; give a test set, with --test-set, or other measures, with -m",
		j.Info.Name, strings.Join(names, " and "))
}
