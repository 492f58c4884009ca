package main

import (
	"math"

	"github.com/rankduel/rankduel/stats"
)

// hides reports whether the population has a tail for which the figures of the rule do
// not hold at n: more than one sample of twenty shows nothing of it, and what is left
// of a true mean of 0 is then farther from 0 than the interval is wide, by what it
// allows for unseen queries and by t. A wrong verdict of more than .05 takes such a
// tail, or one that samples show too little of.
func (p population) hides(n int) bool {
	return p.hidesLosses(n) || p.mirrored().hidesLosses(n)
}

func (p population) hidesLosses(n int) bool {
	nn := float64(n)
	critical := stats.StudentUpper(alpha/2, nn-1)
	rest, sum, squares := 1.0, 0.0, 0.0
	for i, x := range p.Values {
		sum += p.Probs[i] * x
		squares += p.Probs[i] * x * x
	}
	for i, x := range p.Values {
		rest -= p.Probs[i]
		if x >= 0 || math.Pow(rest, nn) < mostFalse {
			return false
		}
		sum -= p.Probs[i] * x
		squares -= p.Probs[i] * x * x
		mean := sum / rest
		se := math.Sqrt(max(0, squares/rest-mean*mean) / nn)
		if mean > max(allowance(n), critical*se) {
			return true
		}
	}
	return false
}

// allowance returns how far an end of the rule's interval is from the mean at least.
func allowance(n int) float64 {
	d, err := stats.DifferencesOf(make([]float64, n))
	if err != nil {
		return 0
	}
	i, err := stats.Tail{Range: 1}.Interval(d, level)
	if err != nil {
		return 0
	}
	return i.Allowance(float64(n))
}

// mirrored returns the population with gains for losses.
func (p population) mirrored() population {
	last := len(p.Values) - 1
	values, probs := make([]float64, last+1), make([]float64, last+1)
	for i := range values {
		values[i], probs[i] = -p.Values[last-i], p.Probs[last-i]
	}
	p.distribution = newDistribution(values, probs)
	return p
}
