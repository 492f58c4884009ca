package document

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		v                *float64
		score, signed, p string
	}{
		{nil, "–", "–", "–"},
		{new(math.NaN()), "–", "–", "–"},
		{new(math.Inf(-1)), "–", "–", "–"},
		{new(0.0), "0.0000", "0.0000", "<0.0001"},
		{new(math.Copysign(0, -1)), "0.0000", "0.0000", "<0.0001"},
		{new(0.00004), "0.0000", "+0.0000", "<0.0001"},
		{new(-0.00004), "-0.0000", "-0.0000", "<0.0001"},
		{new(0.0001), "0.0001", "+0.0001", "0.0001"},
		{new(0.04995), "0.0500", "+0.0500", "0.0500"}, // 0.04995 is above the tie in binary
		{new(1.0), "1.0000", "+1.0000", "1.0000"},
		{new(1234.5), "1234.5000", "+1234.5000", "1234.5000"},
	} {
		if got := Score(test.v); got != test.score {
			t.Errorf("score = %s, want %s", got, test.score)
		}
		if got := Signed(test.v); got != test.signed {
			t.Errorf("signed = %s, want %s", got, test.signed)
		}
		if got := P(test.v); got != test.p {
			t.Errorf("pValue = %s, want %s", got, test.p)
		}
	}
}

func TestInterval(t *testing.T) {
	for _, test := range []struct {
		in   *result.Interval
		want string
	}{
		{nil, "–"},
		{&result.Interval{Low: math.Inf(-1), High: 1}, "–"},
		{&result.Interval{Low: -0.00001, High: 0.5}, "[-0.0000, +0.5000]"},
		{&result.Interval{}, "[0.0000, 0.0000]"},
	} {
		if got := Interval(test.in); got != test.want {
			t.Errorf("interval(%v) = %s, want %s", test.in, got, test.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for level, want := range map[float64]string{0.95: "95 %", 0.9: "90 %", 0.999: "99.9 %", 0.9609375: "96.09 %"} {
		if got := Percent(level); got != want {
			t.Errorf("percent(%v) = %s, want %s", level, got, want)
		}
	}
}

func TestMillis(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.000", 0.0312: "+0.031", -0.0312: "-0.031", 1: "+1.00", 12.345: "+12.35", 1034.5: "+1034.50", math.Inf(1): "–",
	} {
		if got := SignedMillis(v); got != want {
			t.Errorf("signedMillis(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestDurationAndRate(t *testing.T) {
	for ms, want := range map[float64]string{
		0.25: "0.250 ms", 4.82: "4.82 ms", 999: "999.00 ms", 1000: "1.0 s", 93_110: "93.1 s", 7_500_900: "2h5m0s",
	} {
		if got := Duration(ms); got != want {
			t.Errorf("duration(%v) = %s, want %s", ms, got, want)
		}
	}
	for rate, want := range map[float64]string{0.5123: "0.512", 53.84: "53.8", 100: "100", 10384.4: "10384"} {
		if got := PerSecond(rate); got != want {
			t.Errorf("perSecond(%v) = %s, want %s", rate, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for id, want := range map[string]string{
		"": "", "nightly-17": "nightly-17", "0123456789abcdef": "0123456789abcdef",
		"0123456789abcdef0123456789abcdef": "0123456789ab",
		"0123456789ABCDEF0123456789ABCDEF": "0123456789ABCDEF0123456789ABCDEF",
	} {
		if got := Short(id); got != want {
			t.Errorf("short(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestSuperscript(t *testing.T) {
	if got := superscript(1234567890); got != "¹²³⁴⁵⁶⁷⁸⁹⁰" {
		t.Errorf("superscript = %s", got)
	}
}
