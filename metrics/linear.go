package metrics

import "math"

// A Linear is a measure to which each document adds by itself: the sum of Discount(rank)·Gain(grade), over
// the score of Ideal where there is one, which all rankings of a query have in common.
type Linear struct {
	Discount func(rank int) float64
	Gain     func(grade int) float64
	Ideal    Measure
}

// LinearOf takes a measure with a cutoff apart; false where what a document adds depends on others.
func LinearOf(m Measure) (Linear, bool) {
	if v := viewOf(m); v.Condensed || v.Level != DocumentLevel || m.Cutoff() == 0 {
		return Linear{}, false
	}
	return linearOf(m)
}

// linearOf returns the same of any view, with a discount that no cutoff ends.
func linearOf(m Measure) (Linear, bool) {
	graded := func(least int, gain func(grade int) float64) func(int) float64 {
		return func(grade int) float64 {
			if grade < least {
				return 0
			}
			return gain(grade)
		}
	}
	logarithmic := func(rank int) float64 { return 1 / discount(rank) }
	switch m := m.(type) {
	case Precision:
		return Linear{func(int) float64 { return 1 / float64(m.K) }, graded(m.threshold(), BinaryGain().Of), nil}, true
	case DCG:
		return Linear{logarithmic, graded(m.Rel, m.Of), nil}, true
	case NDCG:
		return Linear{logarithmic, graded(m.Rel, m.Of), IdealDCG(m)}, true
	case RBP:
		highest := 1.0
		if m.Gain == RBPScale {
			highest = float64(m.Max)
		}
		return Linear{
			func(rank int) float64 { return float64((1 - m.P) * math.Pow(m.P, float64(rank-1))) },
			graded(m.threshold(), func(grade int) float64 { return min(1, float64(grade)/highest) }),
			nil,
		}, m.Gain != RBPQuery
	}
	return Linear{}, false
}
