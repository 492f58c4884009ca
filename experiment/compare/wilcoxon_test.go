package compare_test

import (
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// SciPy ranks differences as they are, so scores that are equal on paper and
// differ in the last bit are not tied. The test repeats that and finds SciPy's
// W; with differences snapped to 1e-12 first, as here, it finds ours, and by
// counting all assignments of signs to the mid-ranks its exact p.
func TestWilcoxonOfComparison(t *testing.T) {
	var want map[string]any
	wingtest.ReadJSON(t, "../testdata/trec/small.A-B.stats.json", &want)
	profile := wingtest.ProfileNamed(t, "trec")
	list := wingtest.Measures(t, profile, "ndcg_cut_10,recall_10,recall_100,recip_rank,map,P_10")
	a, b := wingtest.SmallScores(t, "A", list, scoring.Options{}), wingtest.SmallScores(t, "B", list, scoring.Options{})
	p := compared(t, a, b, compare.Settings{})
	for m := range list {
		name := profile.Key(list[m])
		raw, snapped := make([]float64, a.Len()), make([]float64, a.Len())
		for q := range a.Len() {
			x, _ := a.Score(m, q)
			y, _ := b.Score(m, q)
			raw[q] = y - x
			snapped[q] = math.Round(raw[q]*1e11) / 1e11
		}
		scipy := want[name].(map[string]any)["wilcoxon_wilcox"].(map[string]any)["W"].(float64)
		wins, losses := signedRanks(raw)
		if w := float64(min(sum(wins), sum(losses))) / 2; w != scipy {
			t.Errorf("%s: W of the differences as they are = %v, want %v (SciPy 1.10.1)", name, w, scipy)
		}
		wins, losses = signedRanks(snapped)
		got := p.Measures[m].Wilcoxon
		if w := float64(sum(wins)) / 2; *got.Statistic != w {
			t.Errorf("%s: W = %v, want %v (mid-ranks in the test)", name, *got.Statistic, w)
		}
		exact := exactRankP(slices.Concat(wins, losses), min(sum(wins), sum(losses)))
		wingtest.WantNumber(t, name+" Wilcoxon p", got.PValue, exact, 1e-9*exact, "all sign assignments, counted in the test")
	}
}

// signedRanks returns the doubled mid-ranks of |d| of the gains and of the losses.
func signedRanks(d []float64) (wins, losses []int) {
	changed := slices.DeleteFunc(slices.Clone(d), func(x float64) bool { return x == 0 })
	slices.SortFunc(changed, func(x, y float64) int {
		switch ax, ay := math.Abs(x), math.Abs(y); {
		case ax < ay:
			return -1
		case ax > ay:
			return 1
		}
		return 0
	})
	for i := 0; i < len(changed); {
		j := i
		for j < len(changed) && math.Abs(changed[j]) == math.Abs(changed[i]) {
			j++
		}
		for _, x := range changed[i:j] {
			if x > 0 {
				wins = append(wins, i+1+j)
			} else {
				losses = append(losses, i+1+j)
			}
		}
		i = j
	}
	return wins, losses
}

func sum(values []int) int {
	total := 0
	for _, v := range values {
		total += v
	}
	return total
}

// exactRankP returns twice the share of sign assignments whose smaller rank sum is
// at most low.
func exactRankP(ranks []int, low int) float64 {
	share := make([]float64, sum(ranks)+1)
	share[0] = 1
	top := 0
	for _, r := range ranks {
		top += r
		for s := top; s >= 0; s-- {
			share[s] /= 2
			if s >= r {
				share[s] += share[s-r] / 2
			}
		}
	}
	p := 0.0
	for s := 0; s <= low; s++ {
		p += share[s]
	}
	return min(1, 2*p)
}
