package stats_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// gateContrasts returns contrasts of changes that are now and then large: of all
// units, of every third, and one that does not vary.
func gateContrasts(units int) []stats.GateContrast {
	rng := rand.New(rand.NewPCG(5, 6))
	all, third, flat := stats.GateContrast{Range: 1}, stats.GateContrast{}, stats.GateContrast{Range: 1}
	for u := range units {
		x := .03
		if rng.Float64() < .2 {
			x += rng.Float64() - .6
		}
		all.Units, all.Values = append(all.Units, u), append(all.Values, x)
		flat.Units, flat.Values = append(flat.Units, u), append(flat.Values, .02)
		if u%3 == 0 {
			third.Units, third.Values = append(third.Units, u), append(third.Values, x*x)
		}
	}
	return []stats.GateContrast{all, third, flat}
}

// Each draw decides as a gate does about the queries that were drawn, listed one
// by one: the same generator draws them here.
func TestGateDrawsDecideAsAGate(t *testing.T) {
	const units, size = 40, 30
	contrasts := gateContrasts(units)
	rng := rand.New(rand.NewPCG(9, size))
	seen := map[stats.GateOutcome]int{}
	err := stats.GateDraws{Units: units, Size: size, Draws: 200, Seed: 9, Among: 2}.Each(contrasts, func(draws []stats.GateDraw) {
		counts := make([]int, units)
		for range size {
			counts[rng.IntN(units)]++
		}
		for i, c := range contrasts {
			var mean float64
			for _, x := range c.Values {
				mean += x / float64(len(c.Values))
			}
			for _, truth := range []float64{-.3, -.03, 0, .03, .3} {
				var k []float64
				for at, u := range c.Units {
					for range counts[u] {
						k = append(k, c.Values[at]-mean+truth)
					}
				}
				got, among := draws[i].Outcome(truth), draws[i].BrokenAmong(2, truth)
				if len(k) == 0 {
					if got.Failed() {
						t.Errorf("no unit: %s", got)
					}
					continue
				}
				width := c.Range
				if width == 0 { // the largest contrast, wherever its mean is moved
					for _, x := range c.Values {
						width = max(width, x, -x)
					}
				}
				want, err := stats.Gate{Range: width}.Judge(diffs(t, k))
				if err != nil {
					t.Fatal(err)
				}
				half, err := stats.Gate{Range: width, Alpha: .025}.Judge(diffs(t, k))
				if err != nil {
					t.Fatal(err)
				}
				if got != want.Outcome || among != (half.Outcome == stats.BrokenShown) {
					t.Errorf("contrast %d with mean %v: %s and %v among two, want %+v, %+v", i, truth, got, among, want, half)
				}
				seen[got]++
			}
		}
	})
	if err != nil || len(seen) != 4 {
		t.Errorf("%v, %v; want all four outcomes", seen, err)
	}
}

func TestGateDrawsEdges(t *testing.T) {
	none := func([]stats.GateDraw) { t.Error("drew from nothing") }
	for _, g := range []stats.GateDraws{{Size: 1, Draws: 1}, {Units: 1, Draws: 1}} {
		if err := g.Each(nil, none); !errors.Is(err, stats.ErrNoPairs) {
			t.Errorf("%+v: %v", g, err)
		}
	}
	if err := (stats.GateDraws{Units: 1, Size: 1, Draws: 1, Alpha: .7}).Each(nil, none); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("alpha .7: %v", err)
	}
	one := []stats.GateContrast{{Units: []int{0}, Values: []float64{.5}, Range: 1}}
	err := stats.GateDraws{Units: 1, Size: 1, Draws: 1}.Each(one, func(d []stats.GateDraw) {
		if o := d[0].Outcome(.5); o != stats.Kept {
			t.Errorf("one unit shows nothing: %s", o)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func BenchmarkGateDraws(b *testing.B) {
	for _, units := range []int{200, 10_000} {
		var rules []stats.GateContrast
		for range 10 {
			rules = append(rules, gateContrasts(units)[0])
		}
		b.Run(map[int]string{200: "10 rules, 200 queries", 10_000: "10 rules, 10000 queries"}[units], func(b *testing.B) {
			for b.Loop() {
				err := stats.GateDraws{Units: units, Size: units, Draws: 1000, Among: 10}.Each(rules, func([]stats.GateDraw) {})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
