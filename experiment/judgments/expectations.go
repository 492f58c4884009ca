package judgments

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/testsets"
)

// An Expectation is what a test set says of the answer to a query.
type Expectation struct {
	Refuse                 bool
	MustContain, Forbidden []string
}

func expectationOf(set *testsets.TestSet, q *testsets.Query) *Expectation {
	return &Expectation{set.ShouldRefuse(q), q.MustContain, q.Forbidden}
}

// checkExpectations refuses measures that need to know what was expected of an
// answer where it is not known.
func (j *Judgments) checkExpectations(measures []metrics.Measure) error {
	if j.expects() {
		return nil
	}
	var names []string
	for _, m := range measures {
		switch m.(type) {
		case metrics.Groundedness, metrics.RefusalCorrectness:
			names = append(names, m.String())
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("%s: judgments without must_contain, forbidden and what should be refused cannot tell %s; give a test set, with --test-set, or other measures, with -m",
		j.Info.Name, strings.Join(names, " and "))
}

// expects tells a test set from a qrels file, which has no place for it.
func (j *Judgments) expects() bool {
	return slices.ContainsFunc(j.queries, func(q Query) bool { return q.Expected != nil })
}
