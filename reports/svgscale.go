package reports

import (
	"fmt"
	"math"
	"strconv"
)

// An svgScale lays the values low to high along an axis of the picture, the
// lowest at from and the highest at to, which is smaller than from where
// values grow upward.
type svgScale struct {
	low, high float64
	from, to  float64
	ticks     []Tick
}

// A Tick is a value that the axis names.
type Tick struct {
	Value float64
	Label string
}

// drawable is the largest magnitude that is drawn: differences of such values
// and their thousandths are far from the ends of a float64.
const drawable = 1e100

// newScale returns the scale of some values between two points of the
// picture. Whole values, such as counts, have ticks at integers only. Values
// that are all equal, or too close for a float64 to divide what is between
// them, stand in the middle of a range around them.
func newScale(values []float64, whole bool, from, to float64) (svgScale, error) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if math.IsNaN(v) || math.Abs(v) > drawable {
			return svgScale{}, fmt.Errorf("value %v cannot be drawn: want a number between -%g and %[2]g", v, drawable)
		}
		low, high = min(low, v), max(high, v)
	}
	if size := max(math.Abs(low), math.Abs(high)); high-low <= max(1e-9*size, 1/drawable) {
		margin := max(0.1*size, 1/drawable)
		if whole || size < 1/drawable {
			margin = max(0.5, margin)
		}
		low, high = low-margin, high+margin
	}
	return svgScale{low: low, high: high, from: from, to: to, ticks: Ticks(low, high, whole)}, nil
}

// at returns where a value is on the picture.
func (s svgScale) at(v float64) float64 {
	return s.from + float64((v-s.low)/(s.high-s.low)*(s.to-s.from))
}

// Ticks returns the multiples of a round step, 1, 2 or 5 times a power
// of ten, from low to high. The step is the smallest that needs no more than
// six of them; there are at least two, but for whole ticks in a range that
// has fewer integers.
func Ticks(low, high float64, whole bool) []Tick {
	const (
		most  = 5    // steps
		slack = 1e-9 // of a step: what rounding may take from a limit that is a multiple itself
	)
	least := (high - low) / most
	exponent := int(math.Floor(math.Log(least) / math.Ln10))
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
	if whole && exponent < 0 {
		digit, exponent = 1, 0
	}
	step := digit * math.Pow10(exponent)
	var ticks []Tick
	for k := int64(math.Ceil(low/step - slack)); k <= int64(math.Floor(high/step+slack)); k++ {
		v := float64(k) * digit
		if exponent < 0 {
			v /= math.Pow10(-exponent) // 3/10 is 0.3, and 3·0.1 is not
		} else {
			v *= math.Pow10(exponent)
		}
		ticks = append(ticks, Tick{Value: v, Label: tickLabel(v, exponent)})
	}
	return ticks
}

// tickLabel writes a tick with the decimals of its step, as all of its axis
// have, and with a power of ten where there would be many zeros.
func tickLabel(v float64, exponent int) string {
	if exponent < -6 || exponent > 5 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', max(0, -exponent), 64)
}
