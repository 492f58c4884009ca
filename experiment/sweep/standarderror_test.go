package sweep

import (
	"math"
	"testing"
)

// The differences 1, 2 and 3 have the variance 1, by hand.
func TestStandardErrorOfDifference(t *testing.T) {
	if got, want := standardError([]float64{2, 4, 6}, []float64{1, 2, 3}), math.Sqrt(1./3); math.Abs(got-want) > 1e-15 {
		t.Errorf("standard error %v, want %v", got, want)
	}
	if got := standardError([]float64{0.25, 0.5}, []float64{0.25, 0.5}); got != 0 {
		t.Errorf("standard error %v of a setting and itself, want 0", got)
	}
	if got := standardError([]float64{1}, []float64{0}); got != 0 {
		t.Errorf("standard error %v of one query, want 0: it is not known", got)
	}
}
