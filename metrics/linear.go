package metrics

import "math"

// A Linear is a measure to which each document adds by itself: the sum of
// Discount(rank)·Gain(grade), over the score of Ideal where there is one, which all
// rankings of a query have in common.
type Linear struct {
	Discount func(rank int) float64
	Gain     func(grade int) float64
	Ideal    Measure
}

// LinearOf takes a measure with a cutoff apart; false where what a document adds depends
// on others.
func LinearOf(m Measure) (Linear, bool) {
	v := viewOf(m)
	if v.Condensed || v.Level != DocumentLevel || m.Cutoff() == 0 {
		return Linear{}, false
	}
	gain := func(of func(grade int) float64) func(int) float64 {
		return func(grade int) float64 {
			if grade < v.threshold() {
				return 0
			}
			return of(grade)
		}
	}
	logarithmic := func(rank int) float64 { return 1 / discount(rank) }
	switch m := m.(type) {
	case Precision:
		return Linear{func(int) float64 { return 1 / float64(m.K) }, gain(BinaryGain().Of), nil}, true
	case DCG:
		return Linear{logarithmic, gain(m.Of), nil}, true
	case NDCG:
		return Linear{logarithmic, gain(m.Of), IdealDCG(m)}, true
	case RBP:
		highest := 1.0
		if m.Gain == RBPScale {
			highest = float64(m.Max)
		}
		return Linear{
			func(rank int) float64 { return (1 - m.P) * math.Pow(m.P, float64(rank-1)) },
			gain(func(grade int) float64 { return min(1, float64(grade)/highest) }),
			nil,
		}, m.Gain != RBPQuery
	}
	return Linear{}, false
}
