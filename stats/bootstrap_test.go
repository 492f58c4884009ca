package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

type bootCase struct {
	Name  string
	Input struct {
		Delta       []float64
		DeltaNum    []float64 `json:"delta_num"`
		Denominator float64
	}
	Expected struct {
		Acceleration float64
		SE           float64 `json:"boot_se_closed_form"`
		Exact        struct {
			Percentile95 [2]float64
			Percentile90 [2]float64
			Basic95      [2]float64
			PLess        float64    `json:"P_less"`
			PEqual       float64    `json:"P_equal"`
			Alphas       [2]float64 `json:"bca_alphas"`
			BCa95        [2]float64
			Window       map[string][2]float64 `json:"mc_window_B10000"`
		} `json:"exact_resampling_distribution"`
		QuantileSE [2]float64 `json:"mc_se_of_quantile_B1e6"`
	}
	References struct {
		Scipy struct{ Percentile, BCa [2]float64 } `json:"scipy_bootstrap_1e6"`
	}
}

func (c bootCase) delta() []float64 {
	if c.Input.Delta != nil {
		return c.Input.Delta
	}
	out := make([]float64, len(c.Input.DeltaNum))
	for i, num := range c.Input.DeltaNum {
		out[i] = num / c.Input.Denominator
	}
	return out
}

// Infinite-resample limits by integer polynomial powers.
func TestBootstrapExactVectors(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	for _, c := range vectors[bootCase](t, "bootstrap.json") {
		t.Run(c.Name, func(t *testing.T) {
			reps, err := stats.Bootstrap{}.Replicates([][]float64{c.delta()})
			if err != nil {
				t.Fatal(err)
			}
			r, want := reps[0], c.Expected.Exact
			relative(t, "acceleration", r.Acceleration(), c.Expected.Acceleration, 1e-10)
			relative(t, "standard error", r.StandardError(), c.Expected.SE, 1e-12)
			if c.Name == "ndcg_n80" { // not on a lattice
				if r.Exact() {
					t.Error("exact")
				}
				return
			}
			if !r.Exact() {
				t.Fatal("not exact")
			}
			less, equal := r.Below(r.Mean())
			near(t, "P less", less, want.PLess, 1e-10)
			within(t, "P equal", equal, want.PEqual, 1e-10)
			low, high := r.BCaLevels(0.025)
			near(t, "BCa low level", low, want.Alphas[0], 1e-9)
			near(t, "BCa high level", high, want.Alphas[1], 1e-9)
			for _, part := range []struct {
				kind  stats.BootstrapKind
				level float64
				want  [2]float64
			}{
				{stats.Percentile, 0.95, want.Percentile95},
				{stats.Percentile, 0.90, want.Percentile90},
				{stats.Basic, 0.95, want.Basic95},
				{stats.BCa, 0.95, want.BCa95},
			} {
				got, err := r.Interval(part.kind, part.level)
				if err != nil {
					t.Fatal(err)
				}
				if got.Interval == nil || !got.Exact || got.Resamples != 0 {
					t.Fatalf("%s: %+v", part.kind, got)
				}
				near(t, string(part.kind)+" low", got.Interval.Low, part.want[0], 1e-10)
				near(t, string(part.kind)+" high", got.Interval.High, part.want[1], 1e-10)
			}
		})
	}
}

// bothKinds returns the percentile and the BCa interval.
func bothKinds(t *testing.T, b stats.Bootstrap, d []float64) (percentile, bca stats.BootstrapResult) {
	t.Helper()
	var errPercentile, errBCa error
	b.Kind = stats.Percentile
	percentile, errPercentile = b.Interval(d)
	b.Kind = stats.BCa
	bca, errBCa = b.Interval(d)
	if err := errors.Join(errPercentile, errBCa); err != nil {
		t.Fatal(err)
	}
	return percentile, bca
}

// 10,000 resamples land in the windows that the file gives for them.
func TestBootstrapSampledVectors(t *testing.T) {
	for _, c := range vectors[bootCase](t, "bootstrap.json") {
		t.Run(c.Name, func(t *testing.T) {
			p, b := bothKinds(t, stats.Bootstrap{Sampled: true, Seed: 11}, c.delta())
			inside := func(what string, x float64, window [2]float64) {
				t.Helper()
				if !(window[0]-1e-9 <= x && x <= window[1]+1e-9) {
					t.Errorf("%s = %v, want within %v", what, x, window)
				}
			}
			if p.Exact || p.Resamples != 10_000 {
				t.Errorf("%+v", p)
			}
			if c.Name == "ndcg_n80" { // scipy with 10⁶ resamples
				const ratio = 10 // √(10⁶ / 10⁴)
				for i, got := range []float64{p.Interval.Low, p.Interval.High} {
					within(t, "percentile", got, c.References.Scipy.Percentile[i], 5*ratio*c.Expected.QuantileSE[i])
				}
				for i, got := range []float64{b.Interval.Low, b.Interval.High} {
					within(t, "BCa", got, c.References.Scipy.BCa[i], 7*ratio*c.Expected.QuantileSE[i])
				}
				return
			}
			inside("percentile low", p.Interval.Low, c.Expected.Exact.Window["percentile_lo"])
			inside("percentile high", p.Interval.High, c.Expected.Exact.Window["percentile_hi"])
			inside("BCa low", b.Interval.Low, c.Expected.Exact.Window["bca_lo"])
			inside("BCa high", b.Interval.High, c.Expected.Exact.Window["bca_hi"])
		})
	}
}

// A Python percentile bootstrap of the mean, 10,000 resamples.
func TestBootstrapSeedVectors(t *testing.T) {
	type seedCase struct {
		ID    string
		Given struct {
			Values, A, B []float64
			Seeds        []uint64
		}
		Expected struct {
			Mean, Lo, Hi *float64
			MeanDelta    *float64 `json:"mean_delta"`
			P            *float64
			Identical    bool `json:"first_two_identical"`
		}
		Tolerance struct{ Lo, Hi, P float64 }
	}
	for _, c := range vectors[seedCase](t, "seeds/bootstrap.json") {
		t.Run(c.ID, func(t *testing.T) {
			values := slices.Clone(c.Given.Values)
			for i := range c.Given.A {
				values = append(values, c.Given.B[i]-c.Given.A[i])
			}
			if len(values) == 0 {
				if _, err := (stats.Bootstrap{}).Interval(values); !errors.Is(err, stats.ErrNoPairs) {
					t.Errorf("no values: %v", err)
				}
				return
			}
			for _, sampled := range []bool{false, true} {
				b := stats.Bootstrap{Seed: 42, Sampled: sampled}
				got, err := b.Interval(values)
				if err != nil {
					t.Fatal(err)
				}
				if c.Expected.Identical {
					again, _ := b.Interval(values)
					if *again.Interval != *got.Interval {
						t.Error("same seed, another interval")
					}
					continue
				}
				within(t, "low", got.Interval.Low, *c.Expected.Lo, c.Tolerance.Lo+1e-12)
				within(t, "high", got.Interval.High, *c.Expected.Hi, c.Tolerance.Hi+1e-12)
				if c.Expected.P != nil {
					reps, err := b.Replicates([][]float64{values})
					if err != nil {
						t.Fatal(err)
					}
					less, equal := reps[0].Below(0)
					within(t, "crossing p", 2*min(less+equal, 1-less), *c.Expected.P, c.Tolerance.P)
				}
			}
		})
	}
}

// The replicates' moments against their closed forms, for each way of
// drawing: one column and several, few rows and many, with and without zeros.
func TestResamplingMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, shape := range []struct {
		n       int
		zeros   float64
		columns int
	}{{30, 0, 1}, {200, 0.8, 1}, {3000, 0.3, 1}, {60, 0, 3}, {200, 0.7, 5}, {2500, 0, 4}} {
		ds := make([][]float64, shape.columns)
		for c := range ds {
			ds[c] = make([]float64, shape.n)
			for i := range ds[c] {
				if rng.Float64() >= shape.zeros {
					ds[c][i] = rng.NormFloat64() + 0.1
				}
			}
		}
		const rounds = 4000
		reps, err := stats.Bootstrap{Resamples: rounds, Seed: 1, Sampled: true}.Replicates(ds)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range reps {
			sorted := r.Means()
			got, err := stats.Summarize(sorted)
			if err != nil || got.N != rounds {
				t.Fatal(got.N, err)
			}
			se := r.StandardError()
			within(t, "mean of replicates", got.Mean, r.Mean(), 5*se/math.Sqrt(rounds))
			within(t, "sd of replicates / se", *got.SD/se, 1, 5/math.Sqrt(2*rounds))
		}
	}
}

func TestBootstrapWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	ds := [][]float64{make([]float64, 80), make([]float64, 80)}
	for i := range ds[0] {
		ds[0][i], ds[1][i] = rng.NormFloat64(), rng.NormFloat64()
	}
	at := func(seed uint64, workers int) stats.Interval {
		got, err := stats.Bootstrap{Seed: seed, Workers: workers}.Interval(ds[0])
		if err != nil {
			t.Fatal(err)
		}
		return *got.Interval
	}
	if at(1, 1) != at(1, 2) || at(1, 1) != at(1, 5) {
		t.Error("the number of workers changes the interval")
	}
	if at(1, 1) == at(2, 1) {
		t.Error("the seed does not change the interval")
	}
}

// Measures of one call share their resamples: a measure and its double move
// together.
func TestBootstrapSharing(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	d, twice := make([]float64, 50), make([]float64, 50)
	for i := range d {
		d[i] = rng.NormFloat64()
		twice[i] = 2 * d[i]
	}
	reps, err := stats.Bootstrap{}.Replicates([][]float64{d, twice})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []stats.BootstrapKind{stats.Percentile, stats.BCa} {
		one, errOne := reps[0].Interval(kind, 0.95)
		two, errTwo := reps[1].Interval(kind, 0.95)
		if err := errors.Join(errOne, errTwo); err != nil {
			t.Fatal(err)
		}
		near(t, "low", two.Interval.Low, 2*one.Interval.Low, 1e-12)
		near(t, "high", two.Interval.High, 2*one.Interval.High, 1e-12)
	}
}

func TestBootstrapDegenerate(t *testing.T) {
	for name, d := range map[string][]float64{"zeros": {0, 0, 0}, "constant": {0.1, 0.1, 0.1}, "one pair": {0.4}} {
		p, b := bothKinds(t, stats.Bootstrap{}, d)
		if p.Interval == nil || p.Interval.Width() != 0 || !p.Has(stats.WarnDegenerateBootstrap) {
			t.Errorf("%s: percentile %+v", name, p)
		}
		if b.Interval != nil || !b.Has(stats.WarnDegenerateBootstrap) {
			t.Errorf("%s: BCa %+v", name, b)
		}
	}
}

func TestBootstrapRefuses(t *testing.T) {
	for name, b := range map[string]stats.Bootstrap{
		"kind": {Kind: "jackknife"}, "resamples": {Resamples: -1}, "level": {Level: 95},
	} {
		if _, err := b.Interval([]float64{0, 1}); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var length *stats.LengthError
	if _, err := (stats.Bootstrap{}).Replicates([][]float64{{1, 2}, {1}}); !errors.As(err, &length) {
		t.Errorf("lengths: %v", err)
	}
	var finite *stats.NotFiniteError
	if _, err := (stats.Bootstrap{}).Interval([]float64{1, math.NaN()}); !errors.As(err, &finite) || finite.A[0] != 1 {
		t.Errorf("NaN: %v", err)
	}
}

// The resamples of a measure do not depend on how many measures are summed
// next to it in one pass: 1, 4, 8 and 13 columns take different loops.
func TestBootstrapColumnsAlike(t *testing.T) {
	for _, n := range []int{37, 2501} { // four and two indices a word
		var built []stats.Differences
		for m := range 13 {
			d := ndcgLike(n, uint64(m))
			for i := range d { // no zeros: every set of columns draws from all rows
				d[i] += 0.001
			}
			diffs, err := stats.DifferencesOf(d)
			if err != nil {
				t.Fatal(err)
			}
			built = append(built, diffs)
		}
		b := stats.Bootstrap{Resamples: 200, Seed: 3, Sampled: true}
		var first [][]float64
		for _, width := range []int{4, 5, 8, 13} {
			reps, err := b.ReplicatesOf(built[:width])
			if err != nil {
				t.Fatal(err)
			}
			for m := range reps {
				if m == len(first) {
					first = append(first, reps[m].Means())
				} else if !slices.Equal(first[m], reps[m].Means()) {
					t.Errorf("n = %d, measure %d of %d: other means", n, m, width)
				}
			}
		}
	}
	if _, err := (stats.Bootstrap{}).ReplicatesOf(make([]stats.Differences, 1)); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no pairs: %v", err)
	}
}
