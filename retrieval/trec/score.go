package trec

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Powers of ten that a float64 holds exactly.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
}

// plainScore reads b[start:end] if it is digits with at most one point, at
// most 16 bytes. The digits make an integer below 10¹⁶; when it is at most 2⁵³
// it and the power of ten are exact, and their quotient is rounded once, which
// is the nearest float64 (W. D. Clinger, 1990, doi:10.1145/93542.93557).
// Everything else is left to [parseScore].
//
// 16 bytes before end have to exist; those before start may hold anything.
func plainScore(b []byte, start, end int) (score float64, ok bool) {
	n := end - start
	if uint(n-1) > 15 {
		return 0, false
	}
	// The field right-aligned in 16 bytes, as digits, with zeros before it.
	high := load(b, end-16) ^ zeros
	low := load(b, end-8) ^ zeros
	if n <= 8 {
		high = 0
		low &= ^first(8 - n)
	} else {
		high &= ^first(16 - n)
	}
	// Close the gap that the point leaves: what is before it moves up a byte.
	const point = points ^ zeros
	fraction := 0
	if flag := equals(low, point); flag != 0 {
		at := bits.TrailingZeros64(flag) >> 3
		before := first(at)
		low = low&before<<8 | low&^(before<<8|0xff) | high>>56
		high <<= 8
		fraction = 7 - at
	} else if flag := equals(high, point); flag != 0 {
		at := bits.TrailingZeros64(flag) >> 3
		before := first(at)
		high = high&before<<8 | high&^(before<<8|0xff)
		fraction = 15 - at
	}
	if !digits(low) || !digits(high) || (n == 1 && b[start] == '.') {
		return 0, false
	}
	mantissa := number(high)*100_000_000 + number(low)
	if mantissa > 1<<53 {
		return 0, false
	}
	return float64(mantissa) / pow10[fraction], true
}

var (
	errNaN      = errors.New("NaN has no place in a ranking; give the hit a number or leave its line out")
	errNotScore = errors.New("not a number; write it in decimal (12.5) or scientific (1.25e1) notation")
	errTooLarge = errors.New("too large for a float64; write inf if that is meant")
)

// parseScore reads any score: decimal or scientific notation, or ±inf. It
// takes less than strconv does: no NaN, no hexadecimal, no underscores.
func parseScore(text []byte) (float64, error) {
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9', c == '.', c == '+', c == '-', c == 'e', c == 'E':
		default:
			return namedScore(string(text))
		}
	}
	score, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		if math.IsInf(score, 0) {
			return 0, errTooLarge
		}
		return 0, errNotScore
	}
	return score + 0, nil // -0 + 0 is 0
}

func namedScore(text string) (float64, error) {
	name := strings.ToLower(strings.TrimLeft(text, "+-"))
	if len(text)-len(name) > 1 {
		return 0, errNotScore
	}
	switch name {
	case "inf", "infinity":
		if text[0] == '-' {
			return math.Inf(-1), nil
		}
		return math.Inf(1), nil
	case "nan":
		return 0, errNaN
	}
	return 0, errNotScore
}
