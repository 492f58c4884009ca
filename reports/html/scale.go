package html

import (
	"math"

	"github.com/rankduel/rankduel/reports"
)

// A scale lays low to high between two points of a drawing.
type scale struct{ low, high, from, to float64 }

func (s scale) at(v float64) float64 {
	if s.high == s.low {
		return (s.from + s.to) / 2
	}
	return s.from + float64((v-s.low)/(s.high-s.low)*(s.to-s.from)) // rounded, so that no processor fuses it
}

// clamp keeps a value on the scale, and tells whether it was beyond an end.
func (s scale) clamp(v float64) (float64, bool) {
	return math.Min(math.Max(v, s.low), s.high), v < s.low || v > s.high
}

// fewTicks are at most so many of the round values of a scale: those next to each
// other need room for their labels.
func (s scale) fewTicks(most int) (values []float64, labels []string) {
	values, labels = reports.Ticks(s.low, s.high, false)
	for len(values) > most && len(values) > 2 {
		var v []float64
		var l []string
		for i := range values {
			if keep(values, i) {
				v, l = append(v, values[i]), append(l, labels[i])
			}
		}
		if len(v) == len(values) {
			break
		}
		values, labels = v, l
	}
	return values, labels
}

// keep takes every second tick, and among them 0 if it is there.
func keep(values []float64, i int) bool {
	zero := 0
	for at, v := range values {
		if v == 0 {
			zero = at
		}
	}
	return (i-zero)%2 == 0
}

// symmetric returns a scale around 0 that holds all values.
func symmetric(most, from, to float64) scale {
	if most <= 0 {
		most = 1
	}
	return scale{-most, most, from, to}
}
