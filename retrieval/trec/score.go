package trec

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
)

// Powers of ten that a float64 holds exactly.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
}

// A scoreShape is how a score is written: with or without a minus sign, how many digits, where the point is. The field,
// without its sign, is at most 16 bytes long and read as two words that end where it ends. Without the point they are
// one integer; when it is at most 2⁵³, it and the power of ten to divide it by are exact, and the quotient is the
// nearest float64 (Clinger, 1990, doi:10.1145/93542.93557). Any other score is left to [ParseScore].
type scoreShape struct {
	size     int // of the field in bytes, with the sign; 0 is not a shape
	negative bool
	point    int     // bytes from the point to the end of the field, 0 without a point
	divisor  float64 // 10 to the number of digits after the point

	// Which bytes of the two words move up and which stay.
	lowMove, lowStay, highMove, highStay uint64
	carry                                uint64 // the byte of high that moves into low
	long                                 bool   // high holds digits
}

func newScoreShape(text []byte) (s scoreShape, ok bool) {
	size := len(text)
	negative := size > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	at := bytes.IndexByte(text, '.')
	digits := len(text)
	if at >= 0 {
		digits--
	}
	if digits < 1 || len(text) > 16 {
		return scoreShape{}, false
	}
	s = scoreShape{size: size, negative: negative, divisor: 1, long: digits > 8}
	s.lowStay = ^first(max(0, 8-len(text)))
	s.highStay = ^first(min(8, 16-len(text)))
	if at < 0 {
		return s, true
	}
	s.point = len(text) - at
	s.divisor = pow10[s.point-1]
	if s.point <= 8 {
		before := first(8 - s.point)
		s.lowMove, s.lowStay = s.lowStay&before, s.lowStay&^(before<<8|0xff)
		s.highMove, s.highStay = s.highStay, 0
		s.carry = s.highMove & (0xff << 56)
	} else {
		before := first(16 - s.point)
		s.highMove, s.highStay = s.highStay&before, s.highStay&^(before<<8|0xff)
	}
	return s, true
}

// readAll reads scores as long as they are of this shape, and returns how many
// were. 16 bytes before the end of each have to exist.
func (s *scoreShape) readAll(b []byte, fields []span, scores []float64) int {
	scores = scores[:len(fields)]
	shape := *s // in registers, as far as they go
	for k, f := range fields {
		end := int(f.end)
		low := load(b, end-8) ^ zeros
		high := load(b, end-16) ^ zeros
		low = low&shape.lowMove<<8 | low&shape.lowStay | high&shape.carry>>56
		if int(f.end-f.start) != shape.size || !digits(low) ||
			shape.point > 0 && b[end-shape.point] != '.' || shape.negative && b[f.start] != '-' {
			return k
		}
		mantissa := number(low)
		if shape.long {
			high = high&shape.highMove<<8 | high&shape.highStay
			mantissa += number(high) * 100_000_000
			if !digits(high) || mantissa > 1<<53 {
				return k
			}
		}
		score := float64(mantissa) / shape.divisor
		if shape.negative {
			score = 0 - score // not -score, which could be -0
		}
		scores[k] = score
	}
	return len(fields)
}

// What a text is that is not a score.
var (
	ErrNaN      = errors.New("NaN has no place in a ranking; give the hit a number or leave its line out")
	ErrNotScore = errors.New("not a number; write it in decimal (12.5) or scientific (1.25e1) notation")
	ErrTooLarge = errors.New("too large for a float64; write inf if that is meant")
)

// ParseScore reads any score: decimal or scientific notation, or ±inf. It
// takes less than strconv does: no NaN, no hexadecimal, no underscores.
func ParseScore(text []byte) (float64, error) {
	score, err := strconv.ParseFloat(string(text), 64)
	switch {
	case math.IsNaN(score), err != nil && strings.EqualFold(strings.TrimLeft(string(text), "+-"), "nan"):
		return 0, ErrNaN
	case err != nil && math.IsInf(score, 0):
		return 0, ErrTooLarge
	case err != nil || bytes.IndexByte(text, 'x') >= 0 || bytes.IndexByte(text, 'X') >= 0 || bytes.IndexByte(text, '_') >= 0:
		return 0, ErrNotScore
	}
	return score + 0, nil // -0 + 0 is 0
}
