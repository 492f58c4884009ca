package priority_test

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats/priority"
)

// vectors are of a transcription in numpy 1.24, without calibration: the model's gains are
// taken as they are. They are those of stats/silver.
type vectors struct {
	LabelLevel struct {
		Cases []struct {
			Name            string
			Items           [][5]float64 `json:"items_query_w_proxy_u_grade"`
			Queries, Labels int
			Level           float64
			Expected        struct {
				Score, Priority []float64
				Order, Labelled []int
				Tau             *float64
				Pi              []float64
				Differences     []float64 `json:"pseudo_difference"`
				Estimate, SE    float64
				Design          float64 `json:"design_variance"`
				Full            float64 `json:"query_variance_if_all_labelled"`
				Low, High       float64
			}
		}
	} `json:"label_level"`
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func order(items []priority.Item) {
	slices.SortStableFunc(items, func(x, y priority.Item) int { return cmp.Compare(x.Priority, y.Priority) })
}

func TestVectors(t *testing.T) {
	data, err := os.ReadFile("../silver/testdata/few-labels.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.LabelLevel.Cases) < 4 {
		t.Fatalf("%d cases", len(v.LabelLevel.Cases))
	}
	for _, c := range v.LabelLevel.Cases {
		t.Run(c.Name, func(t *testing.T) {
			want := c.Expected
			var weights []float64
			for _, i := range c.Items {
				weights = append(weights, i[1])
			}
			sizes := priority.Sizes(weights)
			items := make([]priority.Item, len(c.Items))
			for i, it := range c.Items {
				items[i] = priority.Item{Query: int(it[0]), Weight: it[1], Silver: it[2], Gain: it[4], Size: sizes[i], Priority: it[3] / sizes[i], Grade: i}
				near(t, "size", sizes[i], want.Score[i], 1e-12)
				near(t, "priority", items[i].Priority, want.Priority[i], 1e-12)
			}
			order(items)
			for i, it := range items {
				if it.Grade != want.Order[i] {
					t.Errorf("place %d has item %d, want %d", i, it.Grade, want.Order[i])
				}
			}
			s := priority.Sample{Items: items, Labels: c.Labels, Queries: c.Queries}
			e := s.Estimate(c.Labels)
			near(t, "mean", e.Mean, want.Estimate, 1e-12)
			near(t, "se", math.Sqrt(e.Variance), want.SE, 1e-12)
			near(t, "design variance", e.Design, want.Design, 1e-12)
			near(t, "full variance", e.Full, want.Full, 1e-12)
			i := e.Interval(c.Level)
			near(t, "low", i.Low, want.Low, 4e-9) // of scipy's quantile of t
			near(t, "high", i.High, want.High, 4e-9)
		})
	}
}

// grid returns the middles of n equal parts of (0, 1) with their weight; u over s is what
// an order is drawn by.
func grid(n int) (out []float64) {
	for i := range n {
		out = append(out, (float64(i)+0.5)/float64(n))
	}
	return out
}

// The mean over all draws is the true one, however wrong the model and whatever the
// number of labels: three items, whose random numbers go through a fine grid of the cube,
// next to one that is labelled anyway. The first label alone has a variance that is not
// bounded for items of size 0 only; here the integral is exact to the width of the grid.
func TestUnbiased(t *testing.T) {
	weights, gains := []float64{0.5, -0.2, 0.05}, []float64{1, 3, 2}
	sizes := priority.Sizes(weights)
	truth := (0.5*1 - 0.2*3 + 0.05*2 + 0.3*2) / 2
	for _, model := range [][]float64{{1, 3, 2}, {0, 0, 0}, {3, 0, 0.5}} {
		for b := range 4 {
			var sum, design, square float64
			points := grid(40)
			for _, u0 := range points {
				for _, u1 := range points {
					for _, u2 := range points {
						items := []priority.Item{{Query: 1, Weight: 0.3, Silver: 1, Gain: 2, Size: math.Inf(1)}}
						for i, u := range []float64{u0, u1, u2} {
							items = append(items, priority.Item{Query: i % 2, Weight: weights[i], Silver: model[i], Gain: gains[i], Size: sizes[i], Priority: u / sizes[i]})
						}
						order(items)
						s := priority.Sample{Items: items, Known: 1, Labels: b + 1, Queries: 2}
						e := s.Estimate(b + 1)
						sum, design, square = sum+e.Mean, design+e.Design, square+(e.Mean-truth)*(e.Mean-truth)
					}
				}
			}
			n := math.Pow(float64(len(points)), 3)
			want := truth
			if b == 0 { // nothing is drawn: the model is believed but for what is known
				want = (0.5*model[0] - 0.2*model[1] + 0.05*model[2] + 0.3*2) / 2
			}
			if math.Abs(sum/n-want) > 0.004 {
				t.Errorf("model %v, %d labels: mean %.4f, want %.4f", model, b, sum/n, want)
			}
			if b > 1 && math.Abs(design-square) > 0.05*square+1e-9 {
				t.Errorf("model %v, %d labels: variance %.4g on average, want %.4g", model, b, design/n, square/n)
			}
		}
	}
}

// A grade is worth what people said of it in the other folds, with six labels' worth of
// what it says itself: by hand.
func TestCalibration(t *testing.T) {
	items := []priority.Item{
		{Query: 0, Weight: 1, Grade: 2, Silver: 3, Gain: 1, Size: 1, Priority: 0.1},
		{Query: 1, Weight: 1, Grade: 2, Silver: 3, Gain: 0, Size: 1, Priority: 0.2},
		{Query: 2, Weight: 1, Grade: 2, Silver: 3, Size: 1, Priority: 2}, // not labelled; any other label has probability 1
		{Query: 2, Weight: 1, Grade: 1, Silver: 1, Size: 1, Priority: 3},
	}
	s := priority.Sample{Items: items, Labels: 2, Queries: 3, Folds: []int{0, 1, 2}}
	want := (1 + 0 + (6*3+1+0)/8.0 + 1) / 3
	near(t, "mean", s.Estimate(2).Mean, want, 1e-12)
	// what the model missed: 1 − (18+0)/7 and 0 − (18+1)/7, and after it the forecast of all labels has no more of it
	e := s.Estimate(2)
	near(t, "forecast of all", s.Forecast(e, 4, 0.95), 1.959963984540054*math.Sqrt(e.Full), 1e-9)
	miss := (11.0*11 + 19*19) / 49 / 2
	// two of four items of equal size: τ = ½, (1−½)/½ = 1 for each, over 3² queries
	near(t, "forecast of two", s.Forecast(e, 2, 0.95), 1.959963984540054*math.Sqrt(e.Full+4*miss/9), 1e-6)
}

// Sizes: roots of sums of squares, none below a twentieth of the mean; by hand.
func TestSizes(t *testing.T) {
	got := priority.Sizes([]float64{3, 0, 0.001}, []float64{4, 1, 0})
	want := []float64{5, 1, 0.05 * 6.001 / 3}
	for i := range want {
		near(t, "size", got[i], want[i], 1e-12)
	}
}

// The spending function of Lan and DeMets: 2 − 2Φ(z/√t), with Φ from the error function.
func TestSpent(t *testing.T) {
	for _, information := range []float64{0.1, 0.2, 0.5, 1} {
		near(t, "spent", priority.SpentAlpha(information, 0.05), math.Erfc(1.959963984540054/math.Sqrt(information)/math.Sqrt2), 1e-12)
	}
	if priority.SpentAlpha(0, 0.05) != 0 {
		t.Error("something is spent before the first label")
	}
}

// drawn returns 60 queries of 6 items, whose gains by the model are wrong in a direction of
// its own, in a random order; the mean is near effect.
func drawn(rng *rand.Rand, effect float64) *priority.Sample {
	const queries, each = 60, 6
	var items []priority.Item
	for q := range queries {
		for i := range each {
			it := priority.Item{Query: q, Weight: 0.05 + 0.3*rng.Float64()/float64(i+1), Grade: rng.IntN(3)}
			if rng.IntN(2) == 0 {
				it.Weight = -it.Weight
			}
			it.Silver = float64(it.Grade)
			it.Gain = float64(rng.IntN(4))
			if it.Weight > 0 {
				it.Gain += effect
			}
			items = append(items, it)
		}
	}
	weights := make([]float64, len(items))
	for i := range items {
		weights[i] = items[i].Weight
	}
	for i, size := range priority.Sizes(weights) {
		items[i].Size, items[i].Priority = size, rng.Float64()/size
	}
	order(items)
	folds := make([]int, queries)
	for q := range folds {
		folds[q] = q % 5
	}
	return &priority.Sample{Items: items, Labels: len(items), Queries: queries, Folds: folds}
}

// Looks spend alpha and no more, decide nothing of nothing, and find an effect long before
// the last label. The sign of a weight is tossed here, so that without an effect the mean
// is 0: false decisions are at most alpha, and 20 of 400 may be 35 (binomial, p < .001).
func TestLooks(t *testing.T) {
	at := []int{50, 72, 144, 252, 360}
	for _, thisSet := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(1, 2))
		found, wrong, labels := 0, 0, 0
		for range 400 {
			s := drawn(rng, 0)
			s.ThisSet = thisSet
			var spent, before float64
			for i, l := range s.Looks(at, 0.05) {
				if l.Labels != at[i] || l.Information < before || l.Alpha < 0 {
					t.Fatalf("look %d: %+v", i, l)
				}
				spent, before = spent+l.Alpha, l.Information
				if l.Decided && !thisSet {
					wrong++
					spent = 0.05
					break
				}
			}
			near(t, "alpha", spent, 0.05, 1e-12)
			s = drawn(rng, 1.2)
			s.ThisSet = thisSet
			for _, l := range s.Looks(at, 0.05) {
				if labels += l.Labels; l.Decided {
					if l.Mean < 0 {
						wrong++
					}
					found++
					break
				}
			}
		}
		if wrong > 35 || found < 300 {
			t.Errorf("this set %v: %d wrong of 400, %d found", thisSet, wrong, found)
		}
	}
	s := drawn(rand.New(rand.NewPCG(1, 2)), 0.8)
	s.Labels = 100
	if n := len(s.Looks(at, 0.05)); n != 2 {
		t.Errorf("%d looks at 100 labels, want 2", n)
	}
	s.Labels = 30
	if s.Now(0.05).Decided {
		t.Error("30 labels decide")
	}
}

// The boundary of a normal mixture, by its formula: at I = 1/V and with all labels known, ρ = 0.3·I.
// One query has no variance, and so no ends of an interval.
func TestIntervalOfOneQuery(t *testing.T) {
	if i := (&priority.Estimate{Mean: .5, Variance: math.NaN()}).Interval(.95); !math.IsInf(i.Low, -1) || !math.IsInf(i.High, 1) {
		t.Errorf("interval %v, want none", i)
	}
}

func TestNow(t *testing.T) {
	s := drawn(rand.New(rand.NewPCG(1, 2)), 1.5)
	l := s.Now(0.05)
	half := math.Sqrt(1.3 * l.Variance * math.Log(1.3/(0.3*0.05*0.05)))
	near(t, "half", (l.Interval.High-l.Interval.Low)/2, half, 1e-12)
	if !l.Decided || l.Mean < half {
		t.Errorf("%+v is not decided", l)
	}
}

// With all labels, what is not told from 0 never will be; before, it may.
func TestFutile(t *testing.T) {
	e := priority.Estimate{Mean: 0.05, Full: 0.001}
	if e.Futile(0.05) != (1.959963984540054*math.Sqrt(0.001) > 0.05) {
		t.Error("all labels")
	}
	if e.Design = 0.001; e.Futile(0.05) {
		t.Error("missing labels may hide it")
	}
	// 1.96²·.001·100/.02² = 960.4 queries
	if n := e.QueriesFor(0.02, 0.05, 100); n != 961 {
		t.Errorf("%d queries, want 961", n)
	}
}

// What the rest may be decides what is certain of this set.
func TestBounds(t *testing.T) {
	s := priority.Sample{Queries: 2, Items: []priority.Item{{Weight: 1, Gain: 3}, {Weight: 0.5}, {Weight: -0.25}}}
	low, high := s.Bounds(1, 3)
	near(t, "low", low, (3-0.75)/2, 1e-12)
	near(t, "high", high, (3+1.5)/2, 1e-12)
	low, high = s.Bounds(3, 3)
	if low != high || low != 1.5 {
		t.Errorf("all labels leave [%g, %g]", low, high)
	}
}
