package compare_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
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

// Of many queries, whose sizes are looked through in batches, those that moved most are the
// ends of all sizes in order, the first by id of equal ones.
func TestMostMovedOfMany(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	const n = 5000
	zeros, scores := make([]float64, n), make([]float64, n)
	for i := range scores {
		scores[i] = float64(i*i%4999) / 4999 // each but 0 twice
	}
	var got, want []string
	for _, q := range compared(t, tableOf(t, "one", "RR", zeros), tableOf(t, "two", "RR", scores), compare.Settings{Moved: 7}).Moved {
		got = append(got, q.QueryID)
	}
	for i := range scores {
		want = append(want, fmt.Sprintf("q%03d", i))
	}
	size := func(id string) float64 {
		i, _ := strconv.Atoi(id[1:])
		return scores[i]
	}
	slices.SortFunc(want, func(x, y string) int { return cmp.Or(cmp.Compare(size(y), size(x)), cmp.Compare(x, y)) })
	want = want[:7]
	if !slices.Equal(got, want) {
		t.Errorf("moved %v, want %v", got, want)
	}
}
