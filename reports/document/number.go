package document

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// Undefined is where there is not a number.
const Undefined = "–"

// Given tells a number from nil, NaN and ±Inf, none of which is printed.
func Given(v *float64) bool { return v != nil && !math.IsNaN(*v) && !math.IsInf(*v, 0) }

// Score writes a value of a measure: "0.4821".
func Score(v *float64) string { return Written(v, "%.4f") }

// Signed writes a difference: "+0.0310". One that counts as zero has no sign.
func Signed(v *float64) string { return Written(v, "%+.4f") }

// Written writes a number that may not be there in a format.
func Written(v *float64, format string) string {
	if !Given(v) {
		return Undefined
	}
	return Fixed(*v, format)
}

// Fixed writes a number in a format, 0 without a sign.
func Fixed(v float64, format string) string {
	if math.Abs(v) < 1e-12 { // last digits of a sum differ between processors
		return "0.0000"
	}
	return fmt.Sprintf(format, v)
}

// P writes a p value: "0.0132", or "<0.0001" below that.
func P(v *float64) string {
	switch {
	case !Given(v):
		return Undefined
	case *v < 0.0001:
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", *v)
}

// Probability writes a chance: "0.973", ">0.999".
func Probability(v float64) string {
	switch {
	case !Given(&v):
		return Undefined
	case v > 0 && v < 0.001:
		return "<0.001"
	case v < 1 && v > 0.999:
		return ">0.999"
	}
	return fmt.Sprintf("%.3f", v)
}

// PSentence returns pValue with the sign of comparison: "p = 0.0132".
func PSentence(v *float64) string {
	if Given(v) && *v < 0.0001 {
		return "p < 0.0001"
	}
	return "p = " + P(v)
}

// Interval writes both ends with their signs: "[+0.0080, +0.0540]".
func Interval(i *result.Interval) string { return Ends(i, "%+.4f") }

// Ends writes both ends of an interval in a format.
func Ends(i *result.Interval, format string) string {
	if i == nil || !Given(&i.Low) || !Given(&i.High) {
		return Undefined
	}
	return "[" + Fixed(i.Low, format) + ", " + Fixed(i.High, format) + "]"
}

// Percent writes a level such as 0.95 as "95 %".
func Percent(level float64) string { return strconv.FormatFloat(level*100, 'g', 4, 64) + " %" }

// Millis writes a time in milliseconds: "12.10", below one "0.031".
func Millis(v float64) string {
	switch {
	case !Given(&v):
		return Undefined
	case math.Abs(v) < 1:
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// SignedMillis returns millis with a plus sign where the value is above 0.
func SignedMillis(v float64) string {
	if v > 0 && Given(&v) {
		return "+" + Millis(v)
	}
	return Millis(v)
}

// Duration writes a time that may be long: "4.82 ms", "93.1 s", "2h5m0s".
func Duration(ms float64) string {
	switch {
	case ms < 1000:
		return Millis(ms) + " ms"
	case ms < 600_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return (time.Duration(ms/1000) * time.Second).String()
}

// PerSecond writes a rate with three digits: "0.512", "53.8", "10384".
func PerSecond(rate float64) string {
	if rate >= 100 {
		return fmt.Sprintf("%.0f", rate)
	}
	return fmt.Sprintf("%.3g", rate)
}

// Plural writes a count with its noun: "1 query", "2 queries".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Count writes a count that may not be known.
func Count(n *int, unknown string) string {
	if n == nil {
		return unknown
	}
	return strconv.Itoa(*n)
}

// Short cuts a content hash to the 12 digits that people compare by eye. An id that is not a hash stays whole.
func Short(id string) string {
	if len(id) < 32 {
		return id
	}
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return id
		}
	}
	return id[:12]
}
