package metrics_test

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// Of every number of runs up to 8, of ones among them and of k, the scores are the shares
// of all subsets of k runs with at least one 1, and with nothing but 1s.
func TestPassIsTheShareOfSubsets(t *testing.T) {
	for n := range 9 {
		for ones := range n + 1 {
			for k := 1; k <= 9; k++ {
				some, all, subsets := 0, 0, 0
				for set := range uint(1) << n {
					if bits.OnesCount(set) != k {
						continue
					}
					subsets++
					switch hit := bits.OnesCount(set & (1<<ones - 1)); {
					case hit == k:
						all++
						some++
					case hit > 0:
						some++
					}
				}
				for every, count := range map[bool]int{false: some, true: all} {
					got, defined := metrics.Pass{K: k, All: every}.OfRuns(ones, n)
					if defined != (subsets > 0) || defined && math.Abs(got-float64(count)/float64(subsets)) > 1e-12 {
						t.Errorf("%d of %d runs at 1, k %d, all %v: %v (%v), want %d of %d subsets", ones, n, k, every, got, defined, count, subsets)
					}
				}
			}
		}
	}
	// Many runs: C(200, 100) is far beyond what a float64 counts exactly.
	if got, _ := (metrics.Pass{K: 100}).OfRuns(1, 200); math.Abs(got-.5) > 1e-12 { // 1 − C(199, 100)/C(200, 100)
		t.Errorf("one of 200 runs, k 100: %v, want 1/2", got)
	}
}

func TestPassParses(t *testing.T) {
	for text, want := range map[string]string{
		"pass@3(Success@1)": "pass@3(Success@1)", "pass^2(success_1)": "pass^2(Success@1)", "pass@1(RefusalCorrectness)": "pass@1(RefusalCorrectness)",
	} {
		m, err := metrics.Parse(text)
		if err != nil || m.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, m, err, want)
			continue
		}
		if again, err := metrics.Parse(want); err != nil || again != m {
			t.Errorf("%s is read back as %v, %v", want, again, err)
		}
	}
	if list, err := metrics.ParseList("pass@2(Success@1,5),pass^2(Success@5)"); err != nil || len(list) != 3 {
		t.Errorf("%v, %v, want two cutoffs and one more", list, err)
	}
	for text, want := range map[string]string{
		"pass@0(Success@1)": "is not a number of runs", "pass@(Success@1)": "is not a number of runs", "pass@2(Nonsense)": "no measure is named",
	} {
		if _, err := metrics.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, is, _ := metrics.ParsePass("pass@1", nil); is {
		t.Error("pass@1 is what other programs call a column of scores")
	}
	if err := metrics.CheckRuns([]metrics.Measure{metrics.Pass{Of: metrics.ReciprocalRank{}, K: 3}}, 2); err == nil {
		t.Error("3 of 2 runs")
	}
}
