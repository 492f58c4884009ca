package agreement

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/stats"
)

// Unrated marks a missing label in a table of ratings.
const Unrated = math.MinInt

// A Panel is a table of labels by several raters: how many of them gave each label to each item.
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
	stats.Warnings
}

func (a *Agreement) undefined(format string, args ...any) Agreement {
	a.Warn(stats.WarnUndefined, format, args...)
	return *a
}

// FleissKappa returns the agreement of a fixed number of raters, who need not be the same for every item:
//
//	κ = (P̄ − P̄ₑ)/(1 − P̄ₑ),  P̄ₑ = Σ p²_label
//
// SE is that under independence (Fleiss, Nee and Landis 1979, doi:10.1037/0033-2909.86.5.974), for the test only. Items
// with another number of labels are an error: use KrippendorffAlpha. Agrees with statsmodels and R's irr.
func FleissKappa(p Panel) (Agreement, error) {
	a := Agreement{Name: "fleiss_kappa", Items: len(p.Counts)}
	if len(p.Counts) == 0 {
		return a, stats.ErrNoPairs
	}
	m := raters(p.Counts[0])
	if m < 2 {
		return a, fmt.Errorf("%d labels per item: %w", m, stats.ErrTooFewPairs)
	}
	share := make([]float64, len(p.Labels))
	var agreed float64
	for item, counts := range p.Counts {
		if got := raters(counts); got != m {
			return a, fmt.Errorf("item %d has %d labels, item 0 has %d: %w", item, got, m, stats.ErrOutOfRange)
		}
		for at, c := range counts {
			share[at] += float64(c)
			agreed += float64(c * (c - 1))
		}
	}
	n, mm := float64(len(p.Counts)), float64(m)
	observed := agreed / (n * mm * (mm - 1))
	var expected, spread, skew float64
	for _, s := range share {
		s /= n * mm
		expected += float64(s * s)
		spread += float64(s * (1 - s))
		skew += float64(float64(s*(1-s)) * (1 - 2*s))
	}
	if 1-expected < chanceTolerance {
		return a.undefined("all labels are the same"), nil
	}
	value := (observed - expected) / (1 - expected)
	se := math.Sqrt(2*max(0, float64(spread*spread)-skew)/(n*mm*(mm-1))) / spread
	a.Value, a.SE = &value, &se
	if se > 0 {
		a.P = stats.NormalP(value / se)
	}
	return a, nil
}
