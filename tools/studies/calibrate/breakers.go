package main

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Distributions that break rules: what was measured on the first ones held, and
// rules that were built on it did not, because a loss may be rare, a tail long or
// a difference one of few values. Each is finite, like the others, so that its
// mean is known; continuous ones are their quantiles.

// quantilePoints is how many values stand for a continuous distribution.
const quantilePoints = 2000

// newDistribution sorts nothing: values are ascending.
func newDistribution(name string, values, probs []float64) distribution {
	d := distribution{Name: name, Values: values, Probs: probs}
	var total float64
	for i, p := range probs {
		total += p
		d.upTo = append(d.upTo, total)
		d.Mean += float64(p * values[i])
	}
	return d
}

// quantiles returns values that are equally likely.
func quantiles(name string, quantile func(p float64) float64) distribution {
	values, probs := make([]float64, quantilePoints), make([]float64, quantilePoints)
	for i := range values {
		values[i] = quantile((float64(i) + .5) / quantilePoints)
		probs[i] = 1. / quantilePoints
	}
	return newDistribution(name, values, probs)
}

// with puts other values next to those of d, each with its probability.
func (d distribution) with(values, probs []float64) distribution {
	left := 1.0
	for _, p := range probs {
		left -= p
	}
	var outValues, outProbs []float64
	at := 0
	for i, x := range d.Values {
		for ; at < len(values) && values[at] < x; at++ {
			outValues, outProbs = append(outValues, values[at]), append(outProbs, probs[at])
		}
		outValues, outProbs = append(outValues, x), append(outProbs, d.Probs[i]*left)
	}
	outValues, outProbs = append(outValues, values[at:]...), append(outProbs, probs[at:]...)
	return newDistribution(d.Name, outValues, outProbs)
}

// shifted moves every difference, so that the mean is mean: an effect that all
// queries share.
func (d distribution) shifted(mean float64) distribution {
	values := make([]float64, len(d.Values))
	for i, x := range d.Values {
		values[i] = x + (mean - d.Mean)
	}
	return newDistribution(d.Name, values, d.Probs)
}

// tilted keeps the values and makes the better (or worse) ones more likely, by
// exp(θx), until the mean is mean: an effect on measures with few values.
func (d distribution) tilted(mean float64) distribution {
	at := func(theta float64) distribution {
		probs := make([]float64, len(d.Probs))
		var total float64
		for i, p := range d.Probs {
			probs[i] = p * math.Exp(theta*d.Values[i])
			total += probs[i]
		}
		for i := range probs {
			probs[i] /= total
		}
		return newDistribution(d.Name, d.Values, probs)
	}
	low, high := -200.0, 200.0
	for range 100 {
		if mid := (low + high) / 2; at(mid).Mean < mean {
			low = mid
		} else {
			high = mid
		}
	}
	return at(low)
}

// moved gives d another mean the way its values allow.
func (d distribution) moved(mean float64) distribution {
	if len(d.Values) < quantilePoints {
		return d.tilted(mean)
	}
	return d.shifted(mean)
}

// The shapes.
func normal(name string, sd float64) distribution {
	return quantiles(name, func(p float64) float64 { return sd * distuv.UnitNormal.Quantile(p) })
}

func studentThree(scale float64) distribution {
	return quantiles("t3", func(p float64) float64 {
		return scale * distuv.StudentsT{Sigma: 1, Nu: 3}.Quantile(p)
	})
}

// lognormalLoss has its long tail on the side of the losses.
func lognormalLoss(scale float64) distribution {
	return quantiles("lognormal", func(p float64) float64 {
		return -scale * math.Exp(distuv.UnitNormal.Quantile(1-p))
	})
}

// reindex returns what a new index that lost documents does: half of the queries
// unchanged, half moved by N(0, .02), and a share that loses everything.
func reindex(lost float64) distribution {
	return normal("reindex", .02).with([]float64{-1, 0}, []float64{lost, (1 - lost) / 2})
}

func twoPoint(loss, share float64) distribution {
	return newDistribution("two-point", []float64{-loss, 0}, []float64{share, 1 - share})
}

// tiesNinety returns a lattice on which 90 % of the queries tie.
func tiesNinety() distribution {
	return newDistribution("90 % ties",
		[]float64{-1, -.5, -1. / 3, 0, 1. / 3, .5, 1},
		[]float64{.01, .02, .02, .90, .02, .02, .01})
}
