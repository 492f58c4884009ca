package html

import (
	"math"
	"slices"

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
// other need room for their labels. Of more they are every second, with 0 if it is there.
func (s scale) fewTicks(most int) []reports.Tick {
	ticks := reports.Ticks(s.low, s.high, false)
	for len(ticks) > most && len(ticks) > 2 {
		from := max(0, slices.IndexFunc(ticks, func(t reports.Tick) bool { return t.Value == 0 })) % 2
		var fewer []reports.Tick
		for i := from; i < len(ticks); i += 2 {
			fewer = append(fewer, ticks[i])
		}
		ticks = fewer
	}
	return ticks
}

// symmetric returns a scale around 0 that holds all values.
func symmetric(most, from, to float64) scale {
	if most <= 0 {
		most = 1
	}
	return scale{-most, most, from, to}
}
