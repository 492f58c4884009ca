package document

import (
	"slices"
	"testing"
)

func TestDistinct(t *testing.T) {
	for _, test := range []struct {
		names []string
		limit int
		want  []string
	}{
		{[]string{"rrf", "weighted"}, 8, []string{"rrf", "weighted"}},
		{[]string{"dense-large-v3", "bm25"}, 9, []string{"dens…e-v3", "bm25"}},
		{[]string{"same name twice", "same name twice"}, 8, []string{"same…ice", "same…ice"}},
		// Alike at both ends: what differs stays.
		{[]string{"bm25-k1-0.9-b-0.4-stemmed", "bm25-k1-1.2-b-0.4-stemmed"}, 12, []string{"bm25-k1-0.9…", "bm25-k1-1.2…"}},
		{[]string{"run of monday, all queries", "run of tuesday, all queries"}, 10, []string{"run o…mon…", "run…tues…"}},
		// One is the beginning of the other.
		{[]string{"aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaa"}, 8, nil},
		{[]string{"重み付き融合・再ランキング有り", "重み付き融合・再ランキング無り"}, 9, nil},
	} {
		limits := slices.Repeat([]int{test.limit}, len(test.names))
		got := Distinct(test.names, limits)
		if test.want != nil && !slices.Equal(got, test.want) {
			t.Errorf("distinct(%q, %d) = %q, want %q", test.names, test.limit, got, test.want)
		}
	}
}

// Whatever the names: each fits, and two are alike only where they were.
func FuzzDistinct(f *testing.F) {
	f.Add("bm25", "bm25rm3", "b m 25", uint8(8))
	f.Add("aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaa", uint8(8))
	f.Add("重み付き融合・再ランキング有り", "重み付き融合・再ランキング無り", "e\u0301cole", uint8(9))
	f.Fuzz(func(t *testing.T, a, b, c string, limit uint8) {
		names := []string{Printable(a), Printable(b), Printable(c), Printable(a)}
		limits := []int{8 + int(limit), 8, 8 + int(limit), 8 + int(limit)}
		got := Distinct(names, limits)
		for i := range names {
			if Width(got[i]) > limits[i] {
				t.Errorf("%q takes %d columns of %d", got[i], Width(got[i]), limits[i])
			}
			for j := range names {
				if names[i] != names[j] && got[i] == got[j] {
					t.Errorf("%q and %q both became %q", names[i], names[j], got[i])
				}
			}
		}
	})
}
