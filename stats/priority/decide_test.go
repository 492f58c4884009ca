package priority_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats/priority"
)

// even returns a sample of queries of so many items each, all of one size and weight, in the
// order of their places. People found a gain of 1 everywhere, the model none; in the first
// queries that are changed it matters.
func even(queries, each, changed int) *priority.Sample {
	s := &priority.Sample{Queries: queries}
	for i := range queries * each {
		it := priority.Item{Query: i % queries, Size: 2, Priority: float64(i+1) / float64(2*queries*each), Gain: 1}
		if it.Query < changed {
			it.Weight = 2
		}
		s.Items = append(s.Items, it)
	}
	s.Labels = len(s.Items)
	return s
}

// A look tells what share of what all labels would tell: by the variances of the estimate,
// and of this set itself by how many labels there are. The levels are what is spent between
// two looks, by the error function.
func TestInformation(t *testing.T) {
	at := []int{50, 72, 144, 252, 360}
	spent := func(information float64) float64 {
		return math.Erfc(1.959963984540054 / math.Sqrt(2*information))
	}
	for _, thisSet := range []bool{false, true} {
		s := drawn(rand.New(rand.NewPCG(3, 4)), 0.5)
		s.ThisSet = thisSet
		before := 0.0
		for i, l := range s.Looks(at, 0.05) {
			want := float64(at[i]) / 360
			if e := s.Estimate(at[i]); !thisSet && at[i] < 360 {
				want = math.Max(before, e.Full/e.Variance)
			}
			near(t, "information", l.Information, want, 1e-12)
			level := spent(want)
			if before > 0 {
				level -= spent(before)
			}
			near(t, "level", l.Alpha, level, 1e-12)
			before = want
		}
	}
	s := drawn(rand.New(rand.NewPCG(3, 4)), 0.5)
	s.Labels = 144
	e, l := s.Estimate(144), s.Now(0.05)
	near(t, "information now", l.Information, e.Full/e.Variance, 1e-12)
	near(t, "level of the interval", l.Interval.Level, 0.95, 1e-12)
}

// Nothing is decided by fewer than 50 drawn labels where there are as many, of fewer than 10
// queries, or where fewer than 6 differ (two signs of five alike have p = 2/2⁵ > .05).
func TestWhenItMayDecide(t *testing.T) {
	for _, c := range []struct {
		name                   string
		queries, each, changed int
		known, labels          int
		decided                bool
	}{
		{"50 labels", 60, 6, 60, 0, 50, true},
		{"49 labels", 60, 6, 60, 0, 49, false},
		{"50 drawn next to 10", 60, 6, 60, 10, 60, true},
		{"49 drawn next to 10", 60, 6, 60, 10, 59, false},
		{"all of 24", 12, 2, 12, 0, 24, true},
		{"23 of 24", 12, 2, 12, 0, 23, false},
		{"10 queries", 10, 6, 10, 0, 60, true},
		{"9 queries", 9, 7, 9, 0, 63, false},
		{"6 of 12 differ", 12, 6, 6, 0, 72, true},
		{"5 of 12 differ", 12, 6, 5, 0, 72, false},
	} {
		s := even(c.queries, c.each, c.changed)
		s.Known, s.Labels = c.known, c.labels
		s.Folds = make([]int, c.queries)
		for q := range s.Folds {
			s.Folds[q] = q % 5
		}
		for i := range c.known {
			s.Items[i].Size, s.Items[i].Priority = math.Inf(1), 0
		}
		for i := range s.Items {
			s.Items[i].Gain += float64(s.Items[i].Query%3) / 100 // so that queries differ
		}
		if looks := s.Looks([]int{c.labels}, 0.05); len(looks) != 1 || looks[0].Decided != c.decided {
			t.Errorf("%s: %+v, want decided %v", c.name, looks, c.decided)
		}
	}
}

// By hand, with each of 40 labelled items of 120 as probable as the other (π = 41/120, of the
// first that is not labelled) and missed by 1: what one adds to the variance is all the same, so
// the degrees of freedom of their sum are 40 (Satterthwaite). After 80 labels π is 2/3 in
// Forecast, which adds up (1 − π)/π · w²/n² over all 120.
func TestEvenSample(t *testing.T) {
	s := even(20, 6, 20)
	s.ThisSet = true
	e := s.Estimate(40)
	pi := 41. / 120
	near(t, "degrees of freedom", e.DF, 40, 1e-9)
	near(t, "variance", e.Variance, 40*(1-pi)/(pi*pi)*4/400, 1e-12)
	near(t, "forecast", s.Forecast(e, 80, 0.95), 1.959963984540054*math.Sqrt(120*0.5*4/400), 1e-9)
	if s.Forecast(e, 120, 0.95) != 0 {
		t.Error("all labels leave something open of this set")
	}
	if none := even(20, 6, 0).Estimate(120); none.P != nil || none.Variance != 0 {
		t.Errorf("%+v: a difference of 0 without variance has a p", none)
	}
}
