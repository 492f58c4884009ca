package agreement

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/stats"
)

// Unrated marks a missing label in a table of ratings.
const Unrated = math.MinInt

// A Panel is a table of labels by several raters: how many of them gave each
// label to each item.
type Panel struct {
	Labels []int   // ascending; the full scale that was offered
	Counts [][]int // [item][label]; an item may lack labels
}

// NewPanel tabulates ratings[item][rater], which may hold Unrated. labels is
// the full scale; nil means the labels that occur.
func NewPanel(ratings [][]int, labels []int) (Panel, error) {
	if len(ratings) == 0 {
		return Panel{}, stats.ErrNoPairs
	}
	if labels == nil {
		labels = slices.DeleteFunc(slices.Concat(ratings...), func(x int) bool { return x == Unrated })
	}
	p := Panel{Labels: slices.Compact(slices.Sorted(slices.Values(labels)))}
	for item, row := range ratings {
		counts := make([]int, len(p.Labels))
		for _, x := range row {
			if x == Unrated {
				continue
			}
			at, ok := slices.BinarySearch(p.Labels, x)
			if !ok {
				return Panel{}, fmt.Errorf("item %d: label %d is not in %v: %w", item, x, p.Labels, stats.ErrOutOfRange)
			}
			counts[at]++
		}
		p.Counts = append(p.Counts, counts)
	}
	return p, nil
}

// raters returns the number of labels of an item.
func raters(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// An Agreement is a chance-corrected agreement of several raters.
type Agreement struct {
	Name     string
	Items    int             // with two labels or more
	Value    *float64        // ≤ 1; nil when chance alone explains everything
	SE       *float64        // where known; under independence for Fleiss
	Interval *stats.Interval // where SE is that of the value
	P        *float64        // two-sided, of no agreement beyond chance, where known
	Warnings []stats.Warning
}

func (a *Agreement) undefined(format string, args ...any) Agreement {
	a.Warnings = append(a.Warnings, stats.Warning{Code: stats.WarnUndefined, Text: fmt.Sprintf(format, args...)})
	return *a
}
