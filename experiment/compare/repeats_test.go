package compare_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// ofRuns returns a table of several runs of each query.
func ofRuns(t *testing.T, name string, runs ...[]float64) *scoring.Table {
	t.Helper()
	table := rightOrWrong(name, make([]float64, len(runs[0])))
	err := table.AddRuns(func(yield func(scoring.RunScore) bool) {
		for _, run := range runs {
			for q, v := range run {
				if !yield(scoring.RunScore{Query: int32(q), Score: v}) {
					return
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Each run of one system is compared with each of the other, as files of their own: that many end so. Of the
// candidate's three runs two gain .3 on most queries and one gains nothing; the baseline was run twice.
func TestFlippedVerdicts(t *testing.T) {
	old := [][]float64{make([]float64, 24), make([]float64, 24)}
	changed := [][]float64{make([]float64, 24), make([]float64, 24), make([]float64, 24)}
	for q := range 24 {
		old[0][q], old[1][q] = float64(q%5)/10, float64(q%5)/10+float64(q%2)/50
		for r, gain := range []float64{.3, .3 * float64(min(1, q%6)), 0} {
			changed[r][q] = old[0][q] + gain
		}
	}
	p := compared(t, ofRuns(t, "old", old...), ofRuns(t, "new", changed...), compare.Settings{})
	want, flipped := map[string]int{}, 0.0
	for _, a := range old {
		for _, b := range changed {
			alone := compared(t, rightOrWrong("old", a), rightOrWrong("new", b), compare.Settings{}).Verdict
			if want[string(alone)]++; alone != p.Verdict {
				flipped++
			}
		}
	}
	r := p.Measures[0].Repeats
	if len(want) < 2 || len(r.Verdicts) != len(want) {
		t.Fatalf("%v, want %v", r.Verdicts, want)
	}
	for verdict, n := range want {
		if r.Verdicts[verdict] != n {
			t.Errorf("%s %d times, want %d", verdict, r.Verdicts[verdict], n)
		}
	}
	if math.Abs(*r.Flipped-flipped/6) > 1e-15 {
		t.Errorf("%v of the verdicts flip, want %v of 6", *r.Flipped, flipped)
	}
}
