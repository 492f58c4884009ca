package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// A distribution is a finite distribution of one query's difference, so that its
// mean is known; a continuous one is its quantiles.
type distribution struct {
	Values, Probs []float64 // ascending values
	Mean          float64   // the truth

	upTo []float64 // cumulative Probs
}

// newDistribution sorts nothing: values are ascending.
func newDistribution(values, probs []float64) distribution {
	d := distribution{Values: values, Probs: probs}
	var total float64
	for i, p := range probs {
		total += p
		d.upTo = append(d.upTo, total)
		d.Mean += float64(p * values[i])
	}
	return d
}

// quantilePoints is how many values stand for a continuous distribution.
const quantilePoints = 2000

// quantiles returns values that are equally likely.
func quantiles(quantile func(p float64) float64) distribution {
	values, probs := make([]float64, quantilePoints), make([]float64, quantilePoints)
	for i := range values {
		values[i] = quantile((float64(i) + .5) / quantilePoints)
		probs[i] = 1. / quantilePoints
	}
	return newDistribution(values, probs)
}

// draw fills out with independent differences.
func (d distribution) draw(out []float64, rng *rand.Rand) {
	for i := range out {
		at := sort.SearchFloat64s(d.upTo, rng.Float64())
		out[i] = d.Values[min(at, len(d.Values)-1)]
	}
}

// mixed returns d for a share of 1 − weight, and other for the rest.
func (d distribution) mixed(weight float64, other distribution) distribution {
	type point struct{ value, prob float64 }
	var points []point
	for i, x := range d.Values {
		points = append(points, point{x, (1 - weight) * d.Probs[i]})
	}
	for i, x := range other.Values {
		points = append(points, point{x, weight * other.Probs[i]})
	}
	slices.SortStableFunc(points, func(a, b point) int {
		if a.value < b.value {
			return -1
		}
		return oneIf(a.value > b.value)
	})
	values, probs := make([]float64, len(points)), make([]float64, len(points))
	for i, p := range points {
		values[i], probs[i] = p.value, p.prob
	}
	return newDistribution(values, probs)
}

// always returns the distribution of one value.
func always(x float64) distribution { return newDistribution([]float64{x}, []float64{1}) }

// shifted moves every difference, so that the mean is mean: an effect that all
// queries share.
func (d distribution) shifted(mean float64) distribution {
	values := make([]float64, len(d.Values))
	for i, x := range d.Values {
		values[i] = x + (mean - d.Mean)
	}
	return newDistribution(values, d.Probs)
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
		return newDistribution(d.Values, probs)
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

// sd returns the standard deviation of the distribution itself.
func (d distribution) sd() float64 {
	var squares float64
	for i, x := range d.Values {
		e := x - d.Mean
		squares += d.Probs[i] * e * e
	}
	return math.Sqrt(squares)
}
