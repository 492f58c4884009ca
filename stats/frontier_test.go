package stats_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Of four queries all 4⁴ resamples are enumerated here, and of each all pairs of systems: shares are those of the
// enumeration, within five standard errors of what is drawn.
func TestFrontierAgainstEnumeration(t *testing.T) {
	quality := [][]float64{{.9, .2, .4, .5}, {.5, .6, .1, .7}, {.4, .3, .35, .2}, {.9, .2, .4, .5}, {.7, .2, .6, .5}}
	cost := [][]float64{{3, 5, 4, 1}, {2, 9, 1, 3}, {1, 1, 2, 1}, {3, 5, 4, 1}, {4, 4, 5, 2}}
	time := [][]float64{{10, 30, 20, 25}, {10, 10, 50, 5}, {20, 22, 5, 9}, {10, 30, 20, 25}, {10, 30, 21, 25}}
	const rounds = 100_000
	for _, axes := range [][]stats.Axis{
		{{Values: quality}, {Values: cost, Lower: true}},
		{{Values: quality}, {Values: time, Quantile: .5, Lower: true}},
		{{Values: quality}, {Values: cost, Lower: true}, {Values: time, Quantile: .9, Lower: true}},
		{{Values: cost, Lower: true}},
	} {
		got, err := stats.Bootstrap{Resamples: rounds, Seed: 3}.Frontier(axes)
		if err != nil {
			t.Fatal(err)
		}
		systems := len(quality)
		free, by := make([]float64, systems), make([][]float64, systems)
		for i := range by {
			by[i] = make([]float64, systems)
		}
		for s := range 256 {
			rows := []int{s % 4, s / 4 % 4, s / 16 % 4, s / 64}
			for i := range systems {
				beaten := false
				for j := range systems {
					if dominatesIn(axes, j, i, rows) {
						beaten = true
						by[i][j] += 1. / 256
					}
				}
				if !beaten {
					free[i] += 1. / 256
				}
			}
		}
		for i := range systems {
			nearShare(t, fmt.Sprintf("%d axes, system %d on the frontier", len(axes), i), got.Shares[i][i], free[i], rounds)
			for j := range systems {
				if i != j {
					nearShare(t, fmt.Sprintf("%d axes, %d dominated by %d", len(axes), i, j), got.Shares[i][j], by[i][j], rounds)
				}
				if want := dominatesIn(axes, j, i, []int{0, 1, 2, 3}); got.Dominated[i][j] != want && i != j {
					t.Errorf("%d axes: %d dominates %d: %v, want %v", len(axes), j, i, got.Dominated[i][j], want)
				}
			}
		}
	}
}

func nearShare(t *testing.T, what string, got, want, rounds float64) {
	t.Helper()
	if math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/rounds)+1e-12 {
		t.Errorf("%s: in %v of resamples, want %v (enumeration)", what, got, want)
	}
}

// dominatesIn looks at rows of x and y: quantiles are at p·(n + 1), type 6 of Hyndman and Fan (1996), table 1.
func dominatesIn(axes []stats.Axis, x, y int, rows []int) bool {
	better := false
	for _, axis := range axes {
		var of [2]float64
		for side, s := range []int{x, y} {
			var drawn []float64
			for _, r := range rows {
				drawn = append(drawn, axis.Values[s][r])
				of[side] += axis.Values[s][r]
			}
			if slices.Sort(drawn); axis.Quantile > 0 {
				at := max(0, min(3, axis.Quantile*5-1))
				low := min(int(at), 2)
				of[side] = drawn[low] + (at-float64(low))*(drawn[low+1]-drawn[low])
			}
		}
		gain := of[0] - of[1]
		if axis.Lower {
			gain = -gain
		}
		if gain < -1e-9 {
			return false
		}
		better = better || gain > 1e-9
	}
	return better
}

// Equal systems do not dominate each other, be their sums in another order; one that is equal in one respect and better
// in another does.
func TestFrontierOfEquals(t *testing.T) {
	quality := [][]float64{{.1, .2, .3}, {.3, .1, .2}, {.1, .2, .3}, {.1, .2, .3}}
	cost := [][]float64{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1.5, 1.5, 1.5}}
	got, err := stats.Bootstrap{Resamples: 500}.Frontier([]stats.Axis{{Values: quality}, {Values: cost, Lower: true}})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]bool{{true, false, false, false}, {false, true, false, false}, {false, false, true, false}, {true, true, true, false}}
	if !reflect.DeepEqual(got.Dominated, want) {
		t.Errorf("dominated: %v, want %v", got.Dominated, want)
	}
	if s := got.Shares; s[0][2] != 0 || s[2][0] != 0 || s[3][0] != 1 || s[3][3] != 0 {
		t.Errorf("in resamples: %v; want none between equals, and all of the dearer one", s)
	}
	if math.Abs(got.Values[0][1]-.2) > 1e-15 || got.Values[1][3] != 1.5 {
		t.Errorf("values %v", got.Values)
	}
}

func TestFrontierWorkers(t *testing.T) {
	var quality, times [][]float64
	for s := range 4 {
		var q, ms []float64
		for i := range 60 {
			q, ms = append(q, math.Sin(float64(i*i+s))), append(ms, math.Exp(math.Cos(float64(i*s+i))))
		}
		quality, times = append(quality, q), append(times, ms)
	}
	axes := []stats.Axis{{Values: quality}, {Values: times, Quantile: .95, Lower: true}}
	one, err := stats.Bootstrap{Resamples: 5000, Seed: 9, Workers: 1}.Frontier(axes)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{2, 7} {
		if many, _ := (stats.Bootstrap{Resamples: 5000, Seed: 9, Workers: workers}).Frontier(axes); !reflect.DeepEqual(one, many) {
			t.Errorf("%d workers: %v, want %v as of one", workers, many.Shares, one.Shares)
		}
	}
	if one.Resamples != 5000 || one.Shares[0][0] == 1 {
		t.Errorf("%d resamples, shares %v: nothing was told apart", one.Resamples, one.Shares)
	}
}

func TestFrontierRefuses(t *testing.T) {
	for name, axes := range map[string][]stats.Axis{
		"none": nil, "no system": {{}}, "no query": {{Values: [][]float64{{}}}}, "NaN": {{Values: [][]float64{{math.NaN()}}}},
		"another number of systems": {{Values: [][]float64{{1}}}, {Values: [][]float64{{1}, {2}}}}, "of queries": {{Values: [][]float64{{1}, {1, 2}}}},
	} {
		if got, err := (stats.Bootstrap{}).Frontier(axes); err == nil {
			t.Errorf("%s: %v, want an error", name, got)
		}
	}
	if _, err := (stats.Bootstrap{Resamples: -1}).Frontier([]stats.Axis{{Values: [][]float64{{1}}}}); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("-1 resamples: %v, want ErrOutOfRange", err)
	}
}
