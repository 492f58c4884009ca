package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// stepDownMaxT enumerates all 2ⁿ shared flips, from the definition.
func stepDownMaxT(ds [][]float64) (alone, adjusted []float64) {
	n, k := len(ds[0]), len(ds)
	statistic := func(c, signs int) float64 {
		var total, squares float64
		for i, x := range ds[c] {
			squares += x * x
			if signs>>i&1 == 1 {
				x = -x
			}
			total += x
		}
		if squares == 0 {
			return 0
		}
		return math.Abs(total) / math.Sqrt(squares)
	}
	order := make([]int, k)
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return int(math.Copysign(1, statistic(j, 0)-statistic(i, 0)))
	})
	alone, adjusted = make([]float64, k), make([]float64, k)
	var worst float64
	for at, c := range order {
		var own, largest float64
		for signs := range 1 << n {
			reached, top := statistic(c, signs), 0.0
			for _, later := range order[at:] {
				top = max(top, statistic(later, signs))
			}
			own += float64(one(reached >= statistic(c, 0)-1e-12))
			largest += float64(one(top >= statistic(c, 0)-1e-12))
		}
		alone[c] = own / math.Ldexp(1, n)
		worst = max(worst, largest/math.Ldexp(1, n))
		adjusted[c] = worst
	}
	return alone, adjusted
}

func TestMaxTEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	ds := make([][]float64, 4)
	for c := range ds {
		ds[c] = make([]float64, 9)
	}
	for i := range ds[0] {
		common := rng.NormFloat64() + 0.7
		ds[0][i] = common
		ds[1][i] = common + rng.NormFloat64()
		ds[2][i] = rng.NormFloat64()
	}
	alone, adjusted := stepDownMaxT(ds)
	const rounds = 40_000
	got, err := stats.MaxT{Rounds: rounds, Seed: 1}.Adjust(ds)
	if err != nil {
		t.Fatal(err)
	}
	for c := range ds {
		within(t, "p", got.P[c], alone[c], 5*math.Sqrt(alone[c]*(1-alone[c])/rounds)+1./rounds)
		within(t, "adjusted p", got.Adjusted[c], adjusted[c], 5*math.Sqrt(adjusted[c]*(1-adjusted[c])/rounds)+1./rounds)
	}
	if got.Adjusted[3] != 1 {
		t.Errorf("no change: adjusted p = %v, want 1", got.Adjusted[3])
	}
	again, err := stats.MaxT{Rounds: rounds, Seed: 1, Workers: 3}.Adjust(ds)
	if err != nil || !slices.Equal(again.Adjusted, got.Adjusted) {
		t.Errorf("the number of workers changes p: %v, %v", again.Adjusted, err)
	}
}

func TestMaxTRefuses(t *testing.T) {
	var length *stats.LengthError
	if _, err := (stats.MaxT{}).Adjust([][]float64{{1, 2}, {1}}); !errors.As(err, &length) {
		t.Errorf("lengths: %v", err)
	}
	if got, err := (stats.MaxT{Rounds: 5}).Adjust(nil); err != nil || len(got.P) != 0 {
		t.Errorf("no comparisons: %+v, %v", got, err)
	}
}

// All 6³ permutations of 3 systems on 3 queries, from the definition.
func TestTukeyEnumeration(t *testing.T) {
	scores := [][]float64{{0.1, 0.2, 0.3}, {0.4, 0.2, 0.9}, {0.5, 0.6, 0.8}}
	orders := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	var ranges []float64
	for _, p := range orders {
		for _, q := range orders {
			for _, r := range orders {
				var totals [3]float64
				for s := range totals {
					totals[s] = scores[p[s]][0] + scores[q[s]][1] + scores[r[s]][2]
				}
				ranges = append(ranges, max(totals[0], totals[1], totals[2])-min(totals[0], totals[1], totals[2]))
			}
		}
	}
	const rounds = 20_000
	pairs, err := stats.TukeyHSD{Rounds: rounds, Seed: 5}.Compare(scores)
	if err != nil || len(pairs) != 3 {
		t.Fatal(pairs, err)
	}
	for _, pair := range pairs {
		var gap float64
		for i := range scores[0] {
			gap += scores[pair.B][i] - scores[pair.A][i]
		}
		within(t, "effect", pair.Effect, gap/3, 1e-15)
		var hits float64
		for _, r := range ranges {
			hits += float64(one(r >= math.Abs(gap)-1e-12))
		}
		p := hits / float64(len(ranges))
		within(t, "p", pair.P, p, 5*math.Sqrt(p*(1-p)/rounds)+1./rounds)
	}
}

func TestTukeyRefuses(t *testing.T) {
	if _, err := (stats.TukeyHSD{}).Compare([][]float64{{1}}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("one system: %v", err)
	}
	if _, err := (stats.TukeyHSD{}).Compare([][]float64{{}, {}}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no queries: %v", err)
	}
	same, err := stats.TukeyHSD{Rounds: 10}.Compare([][]float64{{1, 2}, {1, 2}})
	if err != nil || same[0].P != 1 {
		t.Errorf("identical systems: %+v, %v", same, err)
	}
}
