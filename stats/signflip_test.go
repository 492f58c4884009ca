package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

type flipCase struct {
	Name  string
	Input struct {
		Delta, Baseline, Treatment []float64
		DeltaNum                   []int64 `json:"delta_num"`
		Denominator                int64
	}
	Expected struct {
		PTwo     float64 `json:"p_two"`
		PGreater float64 `json:"p_greater"`
		PLess    float64 `json:"p_less"`
	}
}

func (c flipCase) differences(t *testing.T) stats.Differences {
	t.Helper()
	if c.Input.Baseline != nil {
		d, err := stats.NewDifferences(c.Input.Baseline, c.Input.Treatment)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	delta := c.Input.Delta
	for _, num := range c.Input.DeltaNum {
		delta = append(delta, float64(num)/float64(c.Input.Denominator))
	}
	d, err := stats.DifferencesOf(delta)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (c flipCase) p(alt stats.Alternative) float64 {
	return map[stats.Alternative]float64{
		stats.TwoSided: c.Expected.PTwo, stats.Greater: c.Expected.PGreater, stats.Less: c.Expected.PLess,
	}[alt]
}

var alternatives = []stats.Alternative{stats.TwoSided, stats.Greater, stats.Less}

// Rational enumeration, R exactRankTests, and big-integer generating functions.
func TestSignFlipExactVectors(t *testing.T) {
	cases := append(vectors[flipCase](t, "permutation_exact.json"), vectors[flipCase](t, "permutation_lattice.json")...)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			d := c.differences(t)
			for _, alt := range alternatives {
				r, err := stats.SignFlip{Alternative: alt}.Test(d)
				if err != nil {
					t.Fatal(err)
				}
				if r.Method != stats.Exact || r.Rounds != 0 {
					t.Errorf("method %s with %d rounds, want exact", r.Method, r.Rounds)
				}
				want := c.p(alt)
				if c.Name == "all_zero" {
					want = 1
				}
				relative(t, "p "+alt.String(), *r.P, want, 1e-12)
			}
		})
	}
}

// A sampled p is within 5 standard errors of the exact one.
func TestSignFlipSampledVectors(t *testing.T) {
	const rounds = 20_000
	for _, c := range vectors[flipCase](t, "permutation_lattice.json") {
		for _, alt := range alternatives {
			r, err := stats.SignFlip{Rounds: rounds, Seed: 3, Sampled: true, Alternative: alt}.Test(c.differences(t))
			if err != nil {
				t.Fatal(err)
			}
			if r.Method != stats.Sampled || r.Rounds != rounds {
				t.Errorf("%s: method %s with %d rounds", c.Name, r.Method, r.Rounds)
			}
			p := c.p(alt)
			within(t, c.Name+" "+alt.String(), *r.P, p, 5*math.Sqrt(p*(1-p)/rounds)+1./(rounds+1))
		}
	}
}

// All 2ⁿ assignments of signs, in whole numbers.
func enumerate(num []int64, alt stats.Alternative) float64 {
	var observed, hits int64
	for _, x := range num {
		observed += x
	}
	for signs := range 1 << len(num) {
		var flipped int64
		for i, x := range num {
			if signs>>i&1 == 1 {
				x = -x
			}
			flipped += x
		}
		switch alt {
		case stats.Greater:
			hits += one(flipped >= observed)
		case stats.Less:
			hits += one(flipped <= observed)
		default:
			hits += one(max(flipped, -flipped) >= max(observed, -observed))
		}
	}
	return float64(hits) / math.Ldexp(1, len(num))
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func TestSignFlipEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		num := make([]int64, 1+rng.IntN(11))
		d := make([]float64, len(num))
		for i := range num {
			num[i] = rng.Int64N(13) - 6
			d[i] = float64(num[i]) / 7
		}
		diffs, err := stats.DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, alt := range alternatives {
			want := enumerate(num, alt)
			r, err := stats.SignFlip{Alternative: alt}.Test(diffs)
			if err != nil {
				t.Fatal(err)
			}
			if diffs.Changed > 0 || alt == stats.TwoSided {
				relative(t, "lattice "+alt.String(), *r.P, want, 1e-12)
			}
			if diffs.Changed > 0 {
				halves := stats.FlipHalves(slices.DeleteFunc(diffs.Values(), func(x float64) bool { return x == 0 }), alt)
				relative(t, "halves "+alt.String(), halves, want, 1e-12)
			}
		}
	}
}

// 40 irrational differences: the two ways of being exact against sampling.
func TestSignFlipManyIrrational(t *testing.T) {
	d := make([]float64, 40)
	for i := range d {
		d[i] = math.Sqrt(float64(i+2))/40 - 0.08
	}
	exact, err := stats.TestPairs(stats.SignFlip{}, make([]float64, 40), d)
	if err != nil {
		t.Fatal(err)
	}
	sampled, err := stats.TestPairs(stats.SignFlip{Sampled: true, Rounds: 50_000}, make([]float64, 40), d)
	if err != nil {
		t.Fatal(err)
	}
	p := *exact.P
	if exact.Method != stats.Exact {
		t.Errorf("method %s", exact.Method)
	}
	within(t, "sampled p", *sampled.P, p, 5*math.Sqrt(p*(1-p)/50_000))
}

func TestSignFlipWorkersAndSeeds(t *testing.T) {
	d := make([]float64, 300)
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range d {
		d[i] = rng.NormFloat64()*0.1 + 0.01
	}
	p := func(seed uint64, workers int) float64 {
		r, err := stats.TestPairs(stats.SignFlip{Rounds: 5000, Seed: seed, Workers: workers}, make([]float64, len(d)), d)
		if err != nil {
			t.Fatal(err)
		}
		return *r.P
	}
	if p(1, 1) != p(1, 2) || p(1, 1) != p(1, 7) {
		t.Error("the number of workers changes p")
	}
	if p(1, 1) == p(2, 1) {
		t.Error("the seed does not change p")
	}
}

func TestMinimumP(t *testing.T) {
	for k, want := range map[int]float64{0: 1, 1: 1, 2: 0.5, 4: 0.125, 6: 0.03125} {
		near(t, "minimum p", stats.MinimumP(k), want, 0)
	}
}
