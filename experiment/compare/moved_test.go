package compare_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
)

// The queries that moved most are those that moved: the largest differences
// first, be they gains or losses, and none that stayed where it was.
func TestOnlyMovedQueriesMoved(t *testing.T) {
	one := tableOf(t, "one", "RR", []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5})
	two := tableOf(t, "two", "RR", []float64{0.5, 0.6, 0.5, 0.1, 0.5, 0.8})
	var got []string
	for _, q := range compared(t, one, two, compare.Settings{Moved: 6}).Moved {
		got = append(got, q.QueryID)
	}
	if want := []string{"q003", "q005", "q001"}; !slices.Equal(got, want) { // -0.4, +0.3, +0.1
		t.Errorf("moved %v, want %v", got, want)
	}
}
