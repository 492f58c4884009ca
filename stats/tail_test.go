package stats_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// rules reads one part of the reference values of the decision rules: numpy 1.24
// and scipy 1.10.1 from the formulas that docs/statistics.md gives.
func rules[T any](t *testing.T, part string) []T {
	t.Helper()
	text, err := os.ReadFile("testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		t.Fatal(err)
	}
	var cases []T
	if err := json.Unmarshal(parts[part], &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatalf("no cases of part %s", part)
	}
	return cases
}

func TestTailVectors(t *testing.T) {
	for _, c := range rules[struct {
		D        []float64
		Alpha    float64
		Range    float64
		Headline struct{ Low, High, P float64 }
		Limit    float64 `json:"gate_limit"`
		Gate     struct {
			Low, High float64
			Kept      float64 `json:"p_kept"`
			Broken    float64 `json:"p_broken"`
		}
	}](t, "A") {
		d := diffs(t, c.D)
		i, err := stats.Tail{Range: c.Range}.Interval(d, 1-c.Alpha)
		if err != nil {
			t.Fatal(err)
		}
		p, err := stats.Tail{Range: c.Range}.P(d, 0, stats.TwoSided)
		if err != nil {
			t.Fatal(err)
		}
		// scipy's own quantile of t is good to 4e-9.
		near(t, "low", i.Low, c.Headline.Low, 2e-8)
		near(t, "high", i.High, c.Headline.High, 1e-8)
		near(t, "p", p, c.Headline.P, 1e-9)
		contrast := make([]float64, len(c.D))
		for j, x := range c.D {
			contrast[j] = x + c.Limit
		}
		g, err := stats.Gate{Alpha: c.Alpha, Range: c.Range}.Judge(diffs(t, contrast))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "gate low", g.Bounds.Low, c.Gate.Low, 1e-8)
		near(t, "gate high", g.Bounds.High, c.Gate.High, 1e-8)
		near(t, "p that it is kept", g.PKept, c.Gate.Kept, 1e-9)
		near(t, "p that it is broken", g.PBroken, c.Gate.Broken, 1e-9)
	}
}

// populations returns distributions of differences with long tails, rare losses,
// few values and few changes.
func populations() map[string]func(u, z float64) float64 {
	return map[string]func(u, z float64) float64{
		"normal": func(_, z float64) float64 { return clip(.02 + .2*z) },
		"losses": func(u, z float64) float64 {
			if u < .03 {
				return -.8
			}
			return clip(.02 + .05*z)
		},
		"gains": func(u, z float64) float64 { return clip(math.Exp(z-3) - .05) },
		"steps": func(u, _ float64) float64 { return math.Round(3*u-1.4) / 2 },
		"few changes": func(u, z float64) float64 {
			if u < .9 {
				return 0
			}
			return clip(.1 + .2*z)
		},
		"tiny": func(_, z float64) float64 { return .004 + .01*z/4 },
	}
}

func clip(x float64) float64 { return max(-1, min(1, x)) }

// p and interval say the same at every n and alpha, for every shape.
func TestTailPAgreesWithInterval(t *testing.T) {
	rng := newRand(77)
	samples := 100_000
	if testing.Short() {
		samples = 5_000
	}
	each := samples / len(populations())
	sides := map[bool]int{}
	for name, draw := range populations() {
		for range each {
			n := 2 + rng.IntN(60)
			if rng.IntN(20) == 0 {
				n = 190 + rng.IntN(20)
			}
			d := make([]float64, n)
			for i := range d {
				d[i] = draw(rng.Float64(), rng.NormFloat64())
			}
			alpha := []float64{.2, .1, .05, .01}[rng.IntN(4)]
			of := diffs(t, d)
			i, err := stats.Tail{Range: 1}.Interval(of, 1-alpha)
			if err != nil {
				t.Fatal(err)
			}
			p, err := stats.Tail{Range: 1}.P(of, 0, stats.TwoSided)
			if err != nil {
				t.Fatal(err)
			}
			if (p < alpha) != (i.Low > 0 || i.High < 0) && math.Abs(p-alpha) > 1e-12 {
				t.Fatalf("%s: p %v at alpha %v with [%v, %v] of %v", name, p, alpha, i.Low, i.High, d)
			}
			sides[p < alpha]++
		}
	}
	if sides[true] < samples/20 || sides[false] < samples/20 {
		t.Errorf("one side was hardly tried: %v", sides)
	}
}

// A wider level gives a wider interval, the mirrored differences the mirrored
// interval, and nothing jumps where an older rule changed its method.
func TestTailProperties(t *testing.T) {
	rng := newRand(78)
	for name, draw := range populations() {
		d := make([]float64, 200)
		for i := range d {
			d[i] = draw(rng.Float64(), rng.NormFloat64())
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, level := range []float64{.5, .8, .9, .95, .99, .999} {
			i, err := stats.Tail{Range: 1}.Interval(diffs(t, d), level)
			if err != nil {
				t.Fatal(err)
			}
			if i.Low > low || i.High < high {
				t.Errorf("%s: [%v, %v] at level %v, narrower than at a lower one", name, i.Low, i.High, level)
			}
			low, high = i.Low, i.High
			back := make([]float64, len(d))
			for j, x := range d {
				back[j] = -x
			}
			mirror, err := stats.Tail{Range: 1}.Interval(diffs(t, back), level)
			if err != nil || mirror.Low != -i.High || mirror.High != -i.Low || mirror.LowBy != i.HighBy {
				t.Errorf("%s: %+v mirrored is %+v, %v", name, i, mirror, err)
			}
		}
		width := func(d []float64) float64 {
			i, err := stats.Tail{Range: 1}.Interval(diffs(t, d), .95)
			if err != nil {
				t.Fatal(err)
			}
			return i.Width()
		}
		// One query more of the mean changes the width by about its share of n.
		if before, after := width(d[:199]), width(append(d[:199:199], mean(d[:199]))); math.Abs(after/before-1) > .01 {
			t.Errorf("%s: from 199 to 200 queries the width goes from %v to %v", name, before, after)
		}
	}
}

func mean(d []float64) float64 {
	var sum float64
	for _, x := range d {
		sum += x
	}
	return sum / float64(len(d))
}

// By hand: what ends the interval says so, without a spread only the allowance is
// left, and of one pair nothing but the range.
func TestTailEdges(t *testing.T) {
	for _, c := range []struct {
		name       string
		tail       stats.Tail
		d          []float64
		low, high  float64
		lowBy      string
		twoSidedP  float64
		tolerances float64
	}{
		{"one pair", stats.Tail{Range: 1}, []float64{.4}, -1, 1, stats.ByUnseen, 1, 0},
		{"one pair, no range", stats.Tail{}, []float64{.4}, -.4, .4, stats.ByUnseen, 1, 0},
		// .28·ln(40)/50 = .02066
		{"no change", stats.Tail{Range: 1}, repeated(50, 0), -.28 * math.Log(40) / 50, .28 * math.Log(40) / 50, stats.ByUnseen, 1, 1e-15},
		{"no change, no range", stats.Tail{}, repeated(50, 0), -.28 * math.Log(40) / 50, .28 * math.Log(40) / 50, stats.ByUnseen, 1, 1e-15},
		{"constant", stats.Tail{Range: 1}, repeated(50, .1), .1 - .28*math.Log(40)/50, .1 + .28*math.Log(40)/50, stats.ByUnseen, 2 * math.Exp(-50*.1/.28), 1e-12},
		{"constant for safety", stats.Tail{Range: 1, Safety: true}, repeated(50, .1), .1 - math.Log(40)/50, .1 + math.Log(40)/50, stats.ByUnseen, 2 * math.Exp(-50*.1), 1e-12},
		{"range of 4", stats.Tail{Range: 4}, repeated(50, .1), .1 - 4*.28*math.Log(40)/50, .1 + 4*.28*math.Log(40)/50, stats.ByUnseen, 2 * math.Exp(-50*.1/.28/4), 1e-12},
		{"ends at the range", stats.Tail{Range: 1}, []float64{1, -1}, -1, 1, stats.ByT, 1, 0},
	} {
		d := diffs(t, c.d)
		i, err := c.tail.Interval(d, .95)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		p, err := c.tail.P(d, 0, stats.TwoSided)
		if err != nil {
			t.Fatal(err)
		}
		if i.Low != c.low && math.Abs(i.Low-c.low) > c.tolerances || i.High != c.high && math.Abs(i.High-c.high) > c.tolerances || i.LowBy != c.lowBy || math.Abs(p-c.twoSidedP) > 1e-12 {
			t.Errorf("%s: %+v, p %v; want [%v, %v] by %s, p %v", c.name, i, p, c.low, c.high, c.lowBy, c.twoSidedP)
		}
	}
	d := diffs(t, []float64{.5, .1})
	for name, err := range map[string]error{
		"level":      second(stats.Tail{}.Interval(d, 1)),
		"range":      second(stats.Tail{Range: .4}.Interval(d, .95)),
		"minus":      second(stats.Tail{Range: -1}.P(d, 0, stats.Less)),
		"not finite": second(stats.Tail{Range: math.NaN()}.P(d, 0, stats.Less)),
	} {
		if !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := (stats.Tail{}).P(stats.Differences{}, 0, stats.Greater); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no pair: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// Johnson's correction widens the side of the long tail and never narrows the other.
func TestTailBySkew(t *testing.T) {
	d := append(repeated(3, -.5), alternating(96, .1, -.02)...)
	i, err := stats.Tail{Range: 1}.Interval(diffs(t, d), .95)
	if err != nil {
		t.Fatal(err)
	}
	student, err := stats.TTest{}.Test(diffs(t, d))
	if err != nil {
		t.Fatal(err)
	}
	if i.LowBy != stats.BySkew || i.Low >= student.Interval.Low || i.HighBy != stats.ByT || i.High != student.Interval.High {
		t.Errorf("%+v next to t %+v", i, *student.Interval)
	}
}
