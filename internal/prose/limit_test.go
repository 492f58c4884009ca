package prose_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/internal/prose"
)

// What is printed is on the same side of the limit as what is meant: (.82 − .7789)/.82
// is 5.0122 %.
func TestSideOfLimit(t *testing.T) {
	for _, test := range []struct {
		x, limit float64
		decimals int
		want     string
	}{
		{100 * (.82 - .7789) / .82, 5, 1, "5.01"},
		{4.96, 5, 1, "4.96"},
		{5, 5, 1, "5.0"},
		{5 + 1e-12, 5, 1, "5.0"},
		{6.25, 5, 1, "6.2"},
		{.69996, .7, 4, "0.69996"},
		{.7, .7, 4, "0.7000"},
		{5.0000000049, 5, 1, "5.000000005"},
		{-3, 5, 1, "-3.0"},
		{math.NaN(), 5, 1, "NaN"},
		{math.Inf(1), 5, 1, "+Inf"},
	} {
		if got := prose.SideOfLimit(test.x, test.limit, test.decimals); got != test.want {
			t.Errorf("SideOfLimit(%v, %v, %d) = %s, want %s", test.x, test.limit, test.decimals, got, test.want)
		}
	}
}

// Small numbers have three digits, as C's "%.3g" counts them; those from .01 on have four decimals.
func TestDecimals(t *testing.T) {
	for x, want := range map[float64]string{0: "0.0000", 1e-13: "0.0000", .00204: "0.00204", -.0000344: "-0.0000344", .00999: "0.00999", .01: "0.0100", .5: "0.5000", 2e-12: "0.000000000", 42.8: "42.8000"} {
		if got := strconv.FormatFloat(x, 'f', prose.Decimals(x), 64); got != want {
			t.Errorf("%g is written %s, want %s", x, got, want)
		}
	}
}
