package agreement

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/rankduel/rankduel/stats"
)

// GwetAC returns Gwet's AC1, or AC2 with weights: like kappa, but chance agreement is taken as what raters
// produce who label at random only the items they find hard. It stays near the observed agreement when one
// label has most items, where kappa collapses. Items with one label count towards chance only. Gwet (2008),
// doi:10.1348/000711006X126600; agrees with R's irrCAC.
func GwetAC(p Panel, w Weighting, level float64) (Agreement, error) {
	a := Agreement{Name: "gwet_ac1"}
	if w != Unweighted {
		a.Name = "gwet_ac2"
	}
	if err := stats.CheckLevel(level); err != nil {
		return a, err
	}
	if !w.known() {
		return a, fmt.Errorf("weighting %q: %w", w, stats.ErrOutOfRange)
	}
	if len(p.Labels) < 2 {
		return a.undefined("a scale of one label leaves nothing to disagree about"), nil
	}
	g := newGwetParts(p, w)
	a.Items = g.items
	if g.items == 0 {
		return a, fmt.Errorf("no item has two labels: %w", stats.ErrTooFewPairs)
	}
	value := (g.observed - g.expected) / (1 - g.expected)
	a.Value = &value
	if len(p.Counts) < 2 {
		return a, nil
	}
	se := g.standardError(value)
	a.SE = &se
	half := float64(stats.StudentUpper((1-level)/2, float64(len(p.Counts)-1)) * se)
	a.Interval = &stats.Interval{Method: "t", Level: level, Low: max(value-half, -1), High: min(value+half, 1)}
	return a, nil
}

type gwetParts struct {
	items              int       // with two labels or more
	paired             []bool    // the item has two labels
	agreed             []float64 // weighted agreement within each item
	chance             []float64 // each item's contribution to expected
	observed, expected float64
}

func newGwetParts(p Panel, w Weighting) gwetParts {
	weights := w.weights(p.Labels)
	k := float64(len(p.Labels))
	var total float64
	for _, row := range weights {
		total += floats.Sum(row)
	}
	g := gwetParts{
		paired: make([]bool, len(p.Counts)),
		agreed: make([]float64, len(p.Counts)),
		chance: make([]float64, len(p.Counts)),
	}
	share := make([]float64, len(p.Labels))
	rated := 0.0
	for _, counts := range p.Counts {
		if m := float64(raters(counts)); m > 0 {
			rated++
			for at, c := range counts {
				share[at] += float64(c) / m
			}
		}
	}
	for at := range share {
		share[at] /= rated
		g.expected += float64(share[at] * (1 - share[at]))
	}
	g.expected *= total / (k * (k - 1))
	for i, counts := range p.Counts {
		m := float64(raters(counts))
		for at, c := range counts {
			if m > 0 {
				g.chance[i] += float64(float64(c) / m * (1 - share[at]))
			}
			if m < 2 {
				continue
			}
			like := 0.0
			for other, d := range counts {
				like += float64(weights[at][other] * float64(d))
			}
			g.agreed[i] += float64(float64(c)*(like-1)) / (m * (m - 1))
		}
		g.chance[i] *= total / (k * (k - 1))
		if m >= 2 {
			g.items++
			g.paired[i] = true
			g.observed += g.agreed[i]
		}
	}
	g.observed /= float64(max(g.items, 1))
	return g
}

// standardError returns Gwet's linearization over items.
func (g gwetParts) standardError(value float64) float64 {
	n := float64(len(g.agreed))
	var squares float64
	for i := range g.agreed {
		own := 0.0
		if g.paired[i] {
			own = n / float64(g.items) * (g.agreed[i] - g.expected) / (1 - g.expected)
		}
		e := own - 2*(1-value)*(g.chance[i]-g.expected)/(1-g.expected) - value
		squares += float64(e * e)
	}
	return math.Sqrt(squares / (n * (n - 1)))
}
