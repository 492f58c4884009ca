package selection

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/rankduel/rankduel/internal/ordered"
)

// ErrTooFewQueries says that there are fewer queries than parts to divide them into.
var ErrTooFewQueries = errors.New("too few queries")

// A Query is what the division into folds looks at. Wordings of one need have its Group in common.
type Query struct{ ID, Stratum, Group string }

// A Table holds the scores that a setting is chosen by.
type Table struct {
	Queries []Query
	Scores  [][]float64 // by setting, then by query; finite

	// Folds gives the fold of each query by repeat; nil: [Nested.Divide] does.
	Folds [][]int

	// Refit holds the settings that learn from judgments, by position. Their column in Scores says how they do when
	// trained as in service; inside the cross-validation they must not know the fold that they are judged on.
	Refit map[int]Refit
}

// A Refit gives the scores of a learning setting for one fold of one repeat, by query: of a query inside
// the fold by a method trained on all queries outside of it; of a query outside by a method that has seen
// neither the fold nor that query.
type Refit func(repeat, fold int) []float64

// check reports the first thing that makes a table unusable.
func (t Table) check() error {
	if len(t.Scores) == 0 {
		return errors.New("no settings to choose from")
	}
	for s, column := range t.Scores {
		if len(column) != len(t.Queries) {
			return fmt.Errorf("setting %d has %d scores for %d queries", s+1, len(column), len(t.Queries))
		}
		for q, v := range column {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("setting %d, query %s: the score %v is not finite", s+1, t.Queries[q].ID, v)
			}
		}
	}
	return nil
}

// tieTolerance is how far apart means may be and still count as equal, for
// scores of size 1: sums in another order are not equal in floating point.
const tieTolerance = 1e-12

// first returns the position of the largest value, the first of equal ones.
func first(values []float64) int {
	largest := math.Inf(-1)
	for _, v := range values {
		largest = max(largest, v)
	}
	for i, v := range values {
		if v >= largest-float64(tieTolerance*max(1, math.Abs(largest))) {
			return i
		}
	}
	return 0
}

func mean(values []float64) float64 { return ordered.Sum(values) / float64(len(values)) }

// each calls do(0) … do(n−1) from so many goroutines, 0 for one per processor. do writes to what belongs to
// its number alone, so that no order changes a result.
func each(n, workers int, do func(i int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}
