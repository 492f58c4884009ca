package reports

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// undefined stands where there is no number.
const undefined = "–"

// given tells a number from nil, NaN and ±Inf, none of which is printed.
func given(v *float64) bool {
	return v != nil && !math.IsNaN(*v) && !math.IsInf(*v, 0)
}

// score writes a value of a measure: "0.4821".
func score(v *float64) string {
	if !given(v) {
		return undefined
	}
	return fixed(*v, "%.4f")
}

// signed writes a difference: "+0.0310". Only an exact zero has no sign.
func signed(v *float64) string {
	if !given(v) {
		return undefined
	}
	return fixed(*v, "%+.4f")
}

func fixed(v float64, format string) string {
	if v == 0 {
		return "0.0000" // -0 too
	}
	return fmt.Sprintf(format, v)
}

// pValue writes a p value: "0.0132", or "<0.0001" below that.
func pValue(v *float64) string {
	switch {
	case !given(v):
		return undefined
	case *v < 0.0001:
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", *v)
}

// probability writes a chance: "0.973", ">0.999".
func probability(v float64) string {
	switch {
	case !given(&v):
		return undefined
	case v > 0 && v < 0.001:
		return "<0.001"
	case v < 1 && v > 0.999:
		return ">0.999"
	}
	return fmt.Sprintf("%.3f", v)
}

// pSentence is pValue with the sign of comparison: "p = 0.0132".
func pSentence(v *float64) string {
	if given(v) && *v < 0.0001 {
		return "p < 0.0001"
	}
	return "p = " + pValue(v)
}

// interval writes both ends with their signs: "[+0.0080, +0.0540]".
func interval(i *result.Interval) string {
	if i == nil || !given(&i.Low) || !given(&i.High) {
		return undefined
	}
	return "[" + signed(&i.Low) + ", " + signed(&i.High) + "]"
}

// percent writes a level such as 0.95 as "95 %".
func percent(level float64) string {
	return strconv.FormatFloat(level*100, 'g', 4, 64) + " %"
}

// millis writes a time in milliseconds: "12.10", below one "0.031".
func millis(v float64) string {
	switch {
	case !given(&v):
		return undefined
	case math.Abs(v) < 1:
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// signedMillis is millis with a plus sign where the value is above 0.
func signedMillis(v float64) string {
	if v > 0 && given(&v) {
		return "+" + millis(v)
	}
	return millis(v)
}

// duration writes a time that may be long: "4.82 ms", "93.1 s", "2h5m0s".
func duration(ms float64) string {
	switch {
	case ms < 1000:
		return millis(ms) + " ms"
	case ms < 600_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return (time.Duration(ms/1000) * time.Second).String()
}

// perSecond writes a rate with three digits: "0.512", "53.8", "10384".
func perSecond(rate float64) string {
	if rate >= 100 {
		return fmt.Sprintf("%.0f", rate)
	}
	return fmt.Sprintf("%.3g", rate)
}

// plural writes a count with its noun: "1 query", "2 queries".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// short cuts a content hash to the 12 digits that people compare by eye. An
// id that is not a hash stays whole.
func short(id string) string {
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
