package stats_test

import (
	"math"
	"os"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// fairTails returns P(X ≥ at) and P(X = at) for X the sum of n fair signs, by the ratio of
// one binomial probability to the next.
func fairTails(n int) (tail, at func(sum int) float64) {
	logs, tails := make([]float64, n+1), make([]float64, n+2)
	for i := range n {
		logs[i+1] = logs[i] + math.Log(float64(n-i)/float64(i+1))
	}
	mass := func(i int) float64 { return math.Exp(logs[i] - float64(n)*math.Ln2) }
	for i := n; i >= 0; i-- {
		tails[i] = tails[i+1] + mass(i)
	}
	return func(sum int) float64 { return tails[min(max((sum+n+1)/2, 0), n+1)] },
		func(sum int) float64 { return mass((sum + n) / 2) }
}

// The limit of many flips against the enumerated distribution of the sum of as many signs,
// each of a sevenths for a third of the queries, 2a for another and 3a for the last.
func TestSignFlipLimit(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	const third = 22_000
	tail, at := fairTails(third)
	exceeds := func(observed int) (p float64) {
		for two := -1200; two <= 1200; two += 2 {
			for three := -1200; three <= 1200; three += 2 {
				p += at(two) * at(three) * tail(observed-2*two-3*three)
			}
		}
		return p
	}
	for _, more := range []int{30, 150, 300, 600, 1500} { // of three queries, a sixth as many more go up than down
		var d []float64
		for i := range 3 * third {
			size := float64(1+i%3) / 7
			if i/3 < third/2-more/6 {
				size = -size
			}
			d = append(d, size)
		}
		observed := 0
		for _, x := range d {
			observed += int(math.Round(7 * x))
		}
		diffs, err := stats.DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		p := exceeds(observed)
		for alt, want := range map[stats.Alternative]float64{
			stats.Greater: p, stats.Less: 1 - exceeds(observed+2), stats.TwoSided: min(1, 2*p),
		} {
			r, err := stats.SignFlip{Alternative: alt}.Test(diffs)
			if err != nil || r.Method != stats.Asymptotic || r.Rounds != 0 {
				t.Fatalf("%s by %d rounds, %v", r.Method, r.Rounds, err)
			}
			relative(t, "p "+alt.String(), *r.P, want, 2e-5)
		}
	}
}

// Up to 65,536 changed queries, and where one of them is most of the sum, signs are drawn.
func TestSignFlipLimitIsOfMany(t *testing.T) {
	for _, c := range []struct {
		n       int
		largest float64
		sampled bool
		want    stats.Method
	}{
		{1 << 16, 1, false, stats.Sampled},
		{1<<16 + 1, 1, false, stats.Asymptotic},
		{1<<16 + 1, 1, true, stats.Sampled},
		{1<<16 + 1, 1e5, false, stats.Sampled},
	} {
		d := make([]float64, c.n)
		for i := range d {
			d[i] = math.Sqrt(float64(i + 2))
			if i%2 == 0 {
				d[i] = -d[i]
			}
		}
		d[0] *= c.largest
		diffs, err := stats.DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := (stats.SignFlip{Rounds: 10, Sampled: c.sampled}).Test(diffs); err != nil || r.Method != c.want {
			t.Errorf("%+v: %s, %v", c, r.Method, err)
		}
	}
}
