package history

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Versions as people count them: the order of Debian's and RPM's for these (dpkg
// --compare-versions, rpmdev-vercmp), written down by hand.
func TestCompareVersions(t *testing.T) {
	want := []string{
		"", "2024-12", "2025-02", "2025-10",
	}
	check(t, want)
	check(t, []string{"v1", "v1.0", "v1.2", "V1.10", "v2", "v2.9", "v2.10", "v2.10.1", "v10", "v100"})
	check(t, []string{"2025q2", "2025q10", "2026q1"})
	check(t, []string{"v9", "v99999999999999999999999", "v100000000000000000000000"})
	check(t, []string{"draft2", "draft10", "final"})
	if compareVersions("v2", "v2") != 0 || compareVersions("v02", "v2") == 0 {
		t.Error("equal is what is the same text, and nothing else")
	}
}

// check sorts what was shuffled, and compares every two.
func check(t *testing.T, want []string) {
	t.Helper()
	got := slices.Clone(want)
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
	slices.SortFunc(got, compareVersions)
	if !slices.Equal(got, want) {
		t.Errorf("order %q, want %q", got, want)
	}
	for i := range want {
		for j := range want {
			if got := compareVersions(want[i], want[j]); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%q and %q: %d", want[i], want[j], got)
			}
		}
	}
}
