package stats_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Each of the 27 samples of three pairs is as likely as any other.
func TestQuantileRoundsAreThoseOfPairs(t *testing.T) {
	x, y := []float64{1, 2, 4}, []float64{10, 30, 20}
	want := map[float64]float64{}
	for s := range 27 {
		var xs, ys []float64
		for _, r := range []int{s % 3, s / 3 % 3, s / 9} {
			xs, ys = append(xs, x[r]), append(ys, y[r])
		}
		slices.Sort(xs)
		slices.Sort(ys)
		want[ys[1]-xs[1]] += 1.0 / 27
	}
	const rounds = 200_000
	seen := map[float64]float64{}
	for _, change := range stats.QuantileRounds(stats.Bootstrap{Resamples: rounds, Seed: 1}, x, y, []float64{.5})[0] {
		seen[change] += 1.0 / rounds
	}
	for change, share := range want {
		if math.Abs(seen[change]-share) > 5*math.Sqrt(share/rounds) {
			t.Errorf("medians differ by %v in %.4f of resamples, want %.4f (enumeration)", change, seen[change], share)
		}
	}
	if len(seen) != len(want) {
		t.Errorf("%d different changes, want %d (enumeration)", len(seen), len(want))
	}
}

// Type 6 is at p·(n + 1) from 1 on: Hyndman and Fan (1996), table 1.
func TestQuantileRoundsInterpolate(t *testing.T) {
	x := []float64{7, 1, 5, 5, 2}
	for _, p := range []float64{.05, .3, .5, .77, .95} {
		possible := map[float64]bool{}
		for s := range 5 * 5 * 5 * 5 * 5 {
			rows := []float64{x[s%5], x[s/5%5], x[s/25%5], x[s/125%5], x[s/625]}
			slices.Sort(rows)
			at := max(0, min(4, p*6-1))
			low := min(int(at), 3)
			possible[math.Round(1e9*(rows[low]+(at-float64(low))*(rows[low+1]-rows[low])))] = true
		}
		for _, v := range stats.QuantileRounds(stats.Bootstrap{Resamples: 500, Seed: 3}, make([]float64, 5), x, []float64{p})[0] {
			if !possible[math.Round(1e9*v)] {
				t.Fatalf("p = %v: %v is the quantile of none of the 3125 samples (enumeration)", p, v)
			}
		}
	}
}

// Of evenly spread values from 0 to 1 a median has variance 1/(4n), and the difference of two of them the sum of
// both less twice their covariance: 1/n where one goes down as the other goes up, 0 where they are the same.
func TestQuantileChangesOfMany(t *testing.T) {
	const n = stats.MostDrawn + 1
	x, down := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], down[i] = float64(i)/n, 1-float64(i)/n
	}
	for name, test := range map[string]struct {
		y    []float64
		want float64
	}{"opposed": {down, 1}, "the same": {x, 0}} {
		got, err := stats.Bootstrap{Seed: 1, Level: .95}.QuantileChanges(x, test.y, []float64{.5})
		if err != nil {
			t.Fatal(err)
		}
		i, want := got[0].Interval, 1.95996*math.Sqrt(test.want/n)
		if half := (i.High - i.Low) / 2; i.Method != "t" || math.Abs(half-want) > .01*want || !i.Contains(got[0].B-got[0].A) {
			t.Errorf("%s: %+v, want ± %v", name, i, want)
		}
	}
}

// Where fewer values are there than hold one beyond the quantile in all but a share alpha of samples, .95^n > alpha,
// it has no interval.
func TestQuantileChangesOfFew(t *testing.T) {
	var x []float64
	for i := range 80 {
		x = append(x, float64(i*i%83))
		got, err := stats.Bootstrap{Resamples: 100, Seed: 1, Level: .9}.QuantileChanges(x, x, []float64{.05, .5, .95})
		if err != nil {
			t.Fatal(err)
		}
		n := len(x)
		for at, p := range []float64{.95, .5, .95} {
			if has, want := got[at].Interval != nil, n > 1 && math.Pow(p, float64(n)) <= .05; has != want {
				t.Errorf("%d values, quantile %d: an interval: %v, want %v (%v^n)", n, at, has, want, p)
			}
		}
	}
}

func TestQuantileChangesMoveWithTheScores(t *testing.T) {
	x, y := make([]float64, 80), make([]float64, 80)
	for i := range x {
		x[i], y[i] = float64((i*37)%80), float64((i*53)%80)+3
	}
	b := stats.Bootstrap{Resamples: 1000, Seed: 7}
	base, err := b.QuantileChanges(x, y, []float64{.5, .95})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range base {
		if c.B-c.A != 3 || c.Interval == nil || !(c.Interval.Low < 3 && 3 < c.Interval.High) {
			t.Errorf("%+v, want a change of 3 within its interval: y is x in another order, and 3 more", c)
		}
		moved := slices.Clone(y)
		for j := range moved {
			moved[j] += 100
		}
		got, _ := b.QuantileChanges(x, moved, []float64{.5, .95})
		if d := got[i].Interval.High - c.Interval.High; math.Abs(d-100) > 1e-6 {
			t.Errorf("100 more on one side moved the interval by %v", d)
		}
	}
}

func TestQuantileChangesRefuses(t *testing.T) {
	for name, pair := range map[string][2][]float64{"none": {}, "unequal": {{1}, {1, 2}}, "NaN": {{math.NaN()}, {1}}} {
		if got, err := (stats.Bootstrap{}).QuantileChanges(pair[0], pair[1], []float64{.5}); err == nil {
			t.Errorf("%s: %v, want an error", name, got)
		}
	}
	if _, err := (stats.Bootstrap{Level: 2}).QuantileChanges([]float64{1}, []float64{1}, []float64{.5}); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("level 2: %v, want ErrOutOfRange", err)
	}
}
