package ordered_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
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

// The order of texts is that of the standard library, whatever they begin with, and of equal
// ones that of their places.
func TestByText(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for _, common := range []string{"", "q", "query-000000"} {
		for n := range 40 {
			texts := make([]string, n)
			for i := range texts {
				texts[i] = common + []string{"", "\x00", "\x00\x00", "a", "ab", "abcdefgh", "abcdefghi", "abcdefghj", "b", "\xff"}[r.IntN(10)]
			}
			want := make([]int, n)
			for i := range want {
				want[i] = i
			}
			slices.SortStableFunc(want, func(i, j int) int { return strings.Compare(texts[i], texts[j]) })
			if got := ordered.ByText(n, func(i int) string { return texts[i] }); !slices.Equal(got, want) {
				t.Fatalf("%q: %v, want %v", texts, got, want)
			}
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

func TestWhereCountAndSum(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	if got := ordered.Where([]int{3, 4, 1, 2, 5}, odd); !slices.Equal(got, []int{3, 1, 5}) {
		t.Errorf("%v, want the odd numbers in their order", got)
	}
	if got := ordered.Where([]int{2}, odd); got != nil {
		t.Errorf("%#v, want nil where none is odd", got)
	}
	if got := ordered.Count([]int{3, 4, 1}, odd); got != 2 {
		t.Errorf("%d odd numbers, want 2", got)
	}
	if got := ordered.Sum([]float64{1e16, 1, -1e16}); got != 0 { // from the first on: the 1 is lost
		t.Errorf("%v, want 0", got)
	}
}

func TestSetMapWith(t *testing.T) {
	words := strings.Fields("b a b")
	if set := ordered.Set(words); len(set) != 2 || !set["a"] || !set["b"] || set["c"] {
		t.Errorf("set %v", set)
	}
	place := 0
	last := ordered.Map(words, func(w string) (string, int) { place++; return w, place })
	if len(last) != 2 || last["a"] != 2 || last["b"] != 3 {
		t.Errorf("map %v, of one key the last counts", last)
	}
	if with := ordered.With([]string{"a"}, words...); !slices.Equal(with, []string{"a", "b"}) {
		t.Errorf("with %v", with)
	}
	if none := ordered.With[string](nil); none != nil {
		t.Errorf("with nothing %v", none)
	}
}
