package ordered_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/internal/ordered"
)

type item struct{ key, place int }

func byKey(a, b item) int { return a.key - b.key }

// The order is that of the standard library.
func TestStable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 60 {
		got := make([]item, n)
		for i := range got {
			got[i] = item{r.IntN(8), i}
		}
		want := slices.Clone(got)
		slices.SortStableFunc(want, byKey)
		ordered.Stable(got, byKey)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestEach(t *testing.T) {
	if got := ordered.Each([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("%q", got)
	}
	if got := ordered.Each(nil, strconv.Itoa); got == nil || len(got) > 0 {
		t.Errorf("of nothing: %#v, want a list of none", got)
	}
}
