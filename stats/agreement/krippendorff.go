package agreement

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/rankduel/rankduel/stats"
)

// A Scale says what the distance between two labels means to Krippendorff's alpha.
type Scale string

// The scales.
const (
	Nominal       Scale = "nominal"  // labels are equal or not
	Ordinal       Scale = "ordinal"  // only their order counts: distance by the labels between them
	IntervalScale Scale = "interval" // squared difference of the labels
)

// KrippendorffAlpha returns the agreement of any number of raters, with any labels missing:
//
//	α = 1 − D_observed/D_expected
//
// over the pairs of labels within items and over all pairs. Items with fewer than two labels are left out. It is
// undefined when only one label occurs. Krippendorff (2011), "Computing Krippendorff's alpha-reliability". Agrees with
// Python's krippendorff and irrCAC; R's irr::kripp.alpha is wrong for more than two raters without missing labels.
func KrippendorffAlpha(p Panel, s Scale) (Agreement, error) {
	a := Agreement{Name: "krippendorff_alpha"}
	if s != Nominal && s != Ordinal && s != IntervalScale {
		return a, fmt.Errorf("scale %q: %w", s, stats.ErrOutOfRange)
	}
	k := len(p.Labels)
	pairs := make([][]float64, k) // coincidences of labels within items
	for i := range pairs {
		pairs[i] = make([]float64, k)
	}
	for _, counts := range p.Counts {
		m := raters(counts)
		if m < 2 {
			continue
		}
		a.Items++
		for i, c := range counts {
			for j, d := range counts {
				if i == j {
					d--
				}
				pairs[i][j] += float64(c*d) / float64(m-1)
			}
		}
	}
	if a.Items == 0 {
		return a, fmt.Errorf("no item has two labels: %w", stats.ErrTooFewPairs)
	}
	totals := make([]float64, k)
	var n float64
	for i := range pairs {
		totals[i] = floats.Sum(pairs[i])
		n += totals[i]
	}
	var observed, expected float64
	for i := range k {
		for j := range k {
			distance := s.distance(p.Labels, totals, i, j)
			observed += float64(pairs[i][j] * distance)
			expected += float64(float64(totals[i]*totals[j]) * distance)
		}
	}
	if expected == 0 {
		return a.undefined("only one label occurs"), nil
	}
	a.Value = new(1 - (n-1)*observed/expected)
	return a, nil
}

func (s Scale) distance(labels []int, totals []float64, i, j int) float64 {
	var d float64
	switch {
	case i == j:
		return 0
	case s == Nominal:
		return 1
	case s == IntervalScale:
		d = float64(labels[i] - labels[j])
	default:
		low, high := min(i, j), max(i, j)
		d = floats.Sum(totals[low:high+1]) - float64((totals[low]+totals[high])/2)
	}
	return float64(d * d)
}
