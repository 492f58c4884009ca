package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Differences within 1e-12 of zero are ties and magnitudes within 1e-12 of
// each other are equal, the bound included; what is further apart stays.
func TestSnappingBounds(t *testing.T) {
	beyond := math.Nextafter(1e-12, 1)
	for _, c := range []struct {
		name    string
		b, want []float64 // against a baseline of 0; the last pair makes the largest score 1
	}{
		{"zero", []float64{1e-12, -1e-12, 1}, []float64{0, 0, 1}},
		{"beyond zero", []float64{beyond, -beyond, 1}, []float64{beyond, -beyond, 1}},
		{"alike", []float64{0.5, -(0.5 + 0x1p-40), 1}, []float64{0.5, -0.5, 1}},           // 0x1p-40 is 9.1e-13
		{"apart", []float64{0.5, -(0.5 + 0x1p-39), 1}, []float64{0.5, -0.5 - 0x1p-39, 1}}, // 1.8e-12
		// A run is measured from its smallest magnitude: the third is 1.8e-12 away from it.
		{"run", []float64{0.5, 0.5 + 0x1p-40, 0.5 + 0x1p-39, 1}, []float64{0.5, 0.5, 0.5 + 0x1p-39, 1}},
	} {
		d, err := stats.NewDifferences(make([]float64, len(c.b)), c.b)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Values(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v became %v, want %v", c.name, c.b, got, c.want)
		}
	}
}

// Where all scores are small, the tolerance is 1e-12 of the largest of them.
func TestSnappingShrinks(t *testing.T) {
	const unit = 0x1p-30
	d, err := stats.NewDifferences([]float64{0, 0, 0}, []float64{unit, unit * 0x1p-39, unit * 0x1p-40})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{unit, unit * 0x1p-39, 0}; !slices.Equal(d.Values(), want) {
		t.Errorf("values %v, want %v", d.Values(), want)
	}
}

// Largest and smallest differences that are accepted: 1e300 is, the next
// number is not.
func TestLargestDifference(t *testing.T) {
	if _, err := stats.DifferencesOf([]float64{1e300, -1e300}); err != nil {
		t.Error(err)
	}
	if _, err := stats.DifferencesOf([]float64{math.Nextafter(1e300, math.Inf(1))}); err == nil {
		t.Error("beyond 1e300: no error")
	}
}
