package stats_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// With 2²⁰ pairs a few that changed are drawn, with one more they are not: methods differ, the figures do not
// but for what drawing leaves open. Mean, spread and t are those of sums in 2,300 bits.
func TestMostDrawn(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	r := rand.New(rand.NewPCG(26, 3))
	d := make([]float64, stats.MostDrawn+1)
	var total, squares big.Float
	total.SetPrec(2300)
	squares.SetPrec(2300)
	for i := range 70 { // no lattice, too many to count, fewer than the limit is good for
		d[i] = r.Float64() - 0.4
		x := big.NewFloat(d[i]).SetPrec(2300)
		total.Add(&total, x)
		squares.Add(&squares, x.Mul(x, x))
	}
	ps, ends := map[stats.Method]float64{}, map[string]stats.Interval{}
	for _, n := range []int{stats.MostDrawn, stats.MostDrawn + 1} {
		drawn := n == stats.MostDrawn
		diffs, err := stats.DifferencesOf(d[:n])
		if err != nil {
			t.Fatal(err)
		}
		sum, _ := total.Float64()
		square, _ := squares.Float64()
		mean := sum / float64(n)
		sd := math.Sqrt((square - sum*mean) / float64(n-1))
		if math.Abs(diffs.Mean/mean-1) > 1e-12 || math.Abs(*diffs.SD/sd-1) > 1e-12 {
			t.Errorf("%d pairs: mean %v, sd %v, want %v, %v", n, diffs.Mean, *diffs.SD, mean, sd)
		}
		test, err := stats.TTest{}.Test(diffs)
		if err != nil || math.Abs(*test.Statistic/(mean/sd*math.Sqrt(float64(n)))-1) > 1e-12 {
			t.Errorf("%d pairs: t %v, %v", n, test.Statistic, err)
		}
		flips, err := stats.SignFlip{Rounds: 40_000, Seed: 1}.Test(diffs)
		if err != nil || (flips.Method == stats.Sampled) != drawn || flips.Has(stats.WarnRoughLimit) == drawn {
			t.Errorf("%d pairs: sign flips %s, %v, %v", n, flips.Method, flips.Warnings, err)
		}
		ps[flips.Method] = *flips.P
		b, err := stats.Bootstrap{Resamples: 20_000, Seed: 1}.Interval(d[:n])
		if err != nil || (b.Resamples > 0) != drawn || b.Has(stats.WarnRoughLimit) == drawn {
			t.Errorf("%d pairs: bootstrap %s of %d, %v, %v", n, b.Method, b.Resamples, b.Warnings, err)
		}
		ends[b.Method] = *b.Interval
	}
	p, limit := ps[stats.Sampled], ps[stats.Asymptotic]
	if se := math.Sqrt(p * (1 - p) / 40_000); math.Abs(p-limit) > 5*se {
		t.Errorf("p %v drawn, %v as a limit, standard error %v", p, limit, se)
	}
	drawn, closed := ends["percentile"], ends["percentile-asymptotic"]
	if w := drawn.Width(); math.Abs(drawn.Low-closed.Low) > 0.02*w || math.Abs(drawn.High-closed.High) > 0.02*w {
		t.Errorf("percentile interval %v drawn, %v as a limit", drawn, closed)
	}
}
