package html

import (
	"math"
	"slices"
	"strconv"
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
func (s scale) fewTicks(most int) []tick {
	list := ticks(s.low, s.high)
	for len(list) > most && len(list) > 2 {
		from := max(0, slices.IndexFunc(list, func(t tick) bool { return t.value == 0 })) % 2
		var fewer []tick
		for i := from; i < len(list); i += 2 {
			fewer = append(fewer, list[i])
		}
		list = fewer
	}
	return list
}

// symmetric returns a scale around 0 that holds all values.
func symmetric(most, from, to float64) scale {
	if most <= 0 {
		most = 1
	}
	return scale{-most, most, from, to}
}

// A tick is a value that an axis names.
type tick struct {
	value float64
	label string
}

// ticks returns the multiples of a round step, 1, 2 or 5 times a power of ten, from low to high. The step
// is the smallest that needs no more than six of them; there are at least two.
func ticks(low, high float64) []tick {
	const (
		most  = 5    // steps
		slack = 1e-9 // of a step: what rounding may take from a limit that is a multiple itself
	)
	least := (high - low) / most
	exponent := int(math.Floor(log10(least)))
	digit := 10.0
	for _, d := range []float64{1, 2, 5} {
		if d*math.Pow10(exponent) >= least*(1-slack) {
			digit = d
			break
		}
	}
	if digit == 10 {
		digit, exponent = 1, exponent+1
	}
	step := digit * math.Pow10(exponent)
	var list []tick
	for k := int64(math.Ceil(low/step - slack)); k <= int64(math.Floor(high/step+slack)); k++ {
		v := float64(k) * digit
		if exponent < 0 {
			v /= math.Pow10(-exponent) // 3/10 is 0.3, and 3·0.1 is not
		} else {
			v *= math.Pow10(exponent)
		}
		list = append(list, tick{v, tickLabel(v, exponent)})
	}
	return list
}

// tickLabel writes a tick with the decimals of its step, as all of its axis
// have, and with a power of ten where there would be many zeros.
func tickLabel(v float64, exponent int) string {
	if exponent < -6 || exponent > 5 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', max(0, -exponent), 64)
}
