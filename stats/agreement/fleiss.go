package agreement

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/stats"
)

// FleissKappa returns the agreement of a fixed number of raters, who need not be
// the same for every item:
//
//	κ = (P̄ − P̄ₑ)/(1 − P̄ₑ),  P̄ₑ = Σ p²_label
//
// SE is that under independence (Fleiss, Nee and Landis 1979,
// doi:10.1037/0033-2909.86.5.974), for the test only. Items with another
// number of labels are an error: use KrippendorffAlpha. Agrees with
// statsmodels and R's irr.
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
