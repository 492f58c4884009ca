package trec

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestParseScore(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-0": 0, "-0.0": 0, "+0": 0, "1": 1, "-1": -1, "+7.5": 7.5, ".5": 0.5, "5.": 5, "-.5": -0.5,
		"1e3": 1000, "1E-3": 0.001, "2.5e+1": 25, "inf": math.Inf(1), "-inf": math.Inf(-1), "+Inf": math.Inf(1),
		"INFINITY": math.Inf(1), "-Infinity": math.Inf(-1), "1e-400": 0, "-1e-400": 0,
		"9007199254740993": 9007199254740992, "0.1234567890123456789": 0.12345678901234568,
	} {
		got, err := ParseScore([]byte(text))
		if err != nil || got != want || math.Signbit(got) != math.Signbit(want) {
			t.Errorf("ParseScore(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]error{
		"nan": ErrNaN, "NaN": ErrNaN, "-nan": ErrNaN, "0x10": ErrNotScore, "0x1p-3": ErrNotScore, "1_000": ErrNotScore,
		"": ErrNotScore, "-": ErrNotScore, ".": ErrNotScore, "1.2.3": ErrNotScore, "1,5": ErrNotScore, "e5": ErrNotScore,
		"--1": ErrNotScore, "+-inf": ErrNotScore, "in": ErrNotScore, "1e400": ErrTooLarge, "-1e400": ErrTooLarge,
	} {
		if got, err := ParseScore([]byte(text)); !errors.Is(err, want) {
			t.Errorf("ParseScore(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
}

// Reading by shape gives the same float64 as strconv or leaves the score alone.
func TestScoreShapeAgreesWithStrconv(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	rng := rand.New(rand.NewPCG(5, 5))
	read := 0
	for range 300_000 {
		text := randomScore(rng)
		b := []byte(strings.Repeat("9", 17) + text + " " + strings.Repeat("8", 30))
		field := span{17, uint32(17 + len(text))}
		shape, ok := newScoreShape(field.of(b))
		if !ok {
			continue
		}
		var got [1]float64
		if shape.readAll(b, []span{field}, got[:]) == 0 {
			continue
		}
		read++
		want, err := strconv.ParseFloat(text, 64)
		if err != nil || got[0] != want || math.Signbit(got[0]) != math.Signbit(want+0) {
			t.Fatalf("%q read as %v, strconv says %v, %v", text, got[0], want, err)
		}
	}
	if read < 100_000 {
		t.Errorf("only %d scores were read by shape", read)
	}
}

// Every way to write a digit string with and without a point and a sign.
func TestScoreShapes(t *testing.T) {
	digits := "1234567890123456"
	for n := 1; n <= len(digits); n++ {
		for point := -1; point <= n; point++ {
			for _, sign := range []string{"", "-"} {
				text := digits[:n]
				if point >= 0 {
					text = text[:point] + "." + text[point:]
				}
				if len(text) > 16 {
					continue
				}
				text = sign + text
				b := []byte(strings.Repeat("7", 17) + text + strings.Repeat(" ", 30))
				field := span{17, uint32(17 + len(text))}
				shape, ok := newScoreShape(field.of(b))
				var got [1]float64
				if !ok || shape.readAll(b, []span{field}, got[:]) != 1 {
					t.Errorf("%q was not read", text)
					continue
				}
				if want, _ := strconv.ParseFloat(text, 64); got[0] != want {
					t.Errorf("%q = %v, want %v (strconv)", text, got[0], want)
				}
			}
		}
	}
}

// What looks like a score of a known shape but is none has to be refused.
func TestScoreShapeRefuses(t *testing.T) {
	shape, _ := newScoreShape([]byte("12.3456"))
	for _, text := range []string{"123.456", "12.345 ", "1a.3456", "12.34:6", "12.34/6", "-2.3456", "12.3.56", " 2.3456", "12.345e", "12\xff3456", "12.34\xff6", "+1.2345"} {
		b := []byte(strings.Repeat("7", 17) + text + strings.Repeat("7", 30))
		var got [1]float64
		if shape.readAll(b, []span{{17, uint32(17 + len(text))}}, got[:]) != 0 {
			t.Errorf("%q was read as %v", text, got[0])
		}
	}
	for _, text := range []string{"", "-", ".", "-.", "12345678901234567"} {
		if _, ok := newScoreShape([]byte(text)); ok {
			t.Errorf("%q has a shape", text)
		}
	}
}

func randomScore(rng *rand.Rand) string {
	switch rng.IntN(4) {
	case 0:
		return fmt.Sprintf("%.*f", rng.IntN(12), rng.NormFloat64()*math.Pow(10, float64(rng.IntN(8)-2)))
	case 1:
		return strconv.FormatFloat(rng.Float64()*100, 'f', -1, 32)
	case 2:
		return fmt.Sprint(rng.Int64N(1 << (1 + rng.IntN(60))))
	}
	b := make([]byte, 1+rng.IntN(18))
	for i := range b {
		b[i] = "0123456789.-"[rng.IntN(12)]
	}
	return string(b)
}

func TestRankTextCounts(t *testing.T) {
	for _, start := range []int32{0, 1, 8, 9, 98, 989, 9_999, 99_998, 999_998, 9_999_980} {
		r := newRankText(start, '\t')
		for v := start; v < start+1200 && v < maxRankText; v++ {
			b := []byte(fmt.Sprint(v, "\tx\tpadding-padding"))
			if (load(b, 0)^r.word)&r.mask != 0 || r.value != v || r.size != len(fmt.Sprint(v))+1 {
				t.Fatalf("from %d: %+v does not stand for %d", start, r, v)
			}
			if got, ok := readRankText(b, 0); !ok || got.value != v || got.word != r.word {
				t.Fatalf("readRankText(%q) = %+v, %v", b, got, ok)
			}
			r.count()
		}
	}
	if r, ok := readRankText([]byte("0099 and more text"), 0); !ok || r.value != 99 || r.size != 5 {
		t.Errorf("readRankText(0099) = %+v, %v, want 99 in 5 bytes", r, ok)
	} else if r.count(); r.value != 100 || r.word != load([]byte("0100 \x00\x00\x00"), 0) {
		t.Errorf("after 0099 comes %+v, want 0100", r)
	}
	for _, text := range []string{"", " 1", "-1 ", "12x ", "12345678 ", "1\n", "1.0 "} {
		if r, ok := readRankText([]byte(text+strings.Repeat("z", 20)), 0); ok {
			t.Errorf("readRankText(%q) = %+v", text, r)
		}
	}
}
