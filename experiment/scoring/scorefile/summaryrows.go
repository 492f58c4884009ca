package scorefile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
)

// summaryNames are what other programs call a row that sums up all queries.
var summaryNames = []string{"all", "average", "avg", "mean", "amean", "overall"}

// withoutSummary leaves out rows that sum up the others. A name alone says nothing, ids are free; such a
// row is one when its scores are the means or the sums of the others.
func withoutSummary(tables []*scoring.Table) {
	for _, t := range tables {
		var left []string
		for q := t.Len() - 1; q >= 0; q-- {
			if id := t.ID(q); slices.Contains(summaryNames, strings.ToLower(id)) && sumsUp(t, q) {
				left = append(left, id)
				t.KeepQueries(slices.Concat(span(0, q), span(q+1, t.Len())))
			}
		}
		if len(left) > 0 {
			countQueries(t)
			t.Health = append(t.Health, result.Noted(result.FindingSummaryRows,
				fmt.Sprintf("%s: left out, since the scores are the means of the other queries", prose.Quoted(left))))
		}
	}
}

// sumsUp tells whether every score of row q is the mean or the sum of the other
// rows, as far as figures rounded to three decimals show it.
func sumsUp(s *scoring.Table, q int) bool {
	if s.Len() < 3 {
		return false // the mean of one other query is that query
	}
	compared := 0
	for m := range s.Measures {
		sum, n := 0.0, 0
		for other := range s.Len() {
			if v := s.Value(m, other); other != q && !math.IsNaN(v) {
				sum, n = sum+v, n+1
			}
		}
		v := s.Value(m, q)
		if n == 0 || math.IsNaN(v) {
			continue
		}
		compared++
		near := func(x float64) bool { return math.Abs(v-x) <= 1e-3*max(1, math.Abs(x)) }
		if !near(sum/float64(n)) && !near(sum) {
			return false
		}
	}
	return compared > 0
}

// span lists the numbers from low up to high.
func span(low, high int) []int {
	var list []int
	for i := low; i < high; i++ {
		list = append(list, i)
	}
	return list
}
