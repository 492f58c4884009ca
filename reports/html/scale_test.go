package html

import (
	"slices"
	"testing"
)

// Expected ticks are counted off by hand: the smallest of 1, 2, 5 × 10ⁿ that
// is at least a fifth of the range, and its multiples in the range.
func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		name      string
		low, high float64
		want      []string
	}{
		{"unit", 0, 1, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{"step 1", 5, 9, []string{"5", "6", "7", "8", "9"}},
		{"step 2", 5, 12, []string{"6", "8", "10", "12"}},
		{"step 5", 3, 23, []string{"5", "10", "15", "20"}},
		{"next power", 1, 39, []string{"10", "20", "30"}},
		{"hundredths", 0.4, 0.45, []string{"0.40", "0.41", "0.42", "0.43", "0.44", "0.45"}},
		{"limits between ticks", 0.4013, 0.4481, []string{"0.41", "0.42", "0.43", "0.44"}},
		{"around zero", -0.3, 0.7, []string{"-0.2", "0.0", "0.2", "0.4", "0.6"}},
		{"zero has no sign", -0.04, 0.01, []string{"-0.04", "-0.03", "-0.02", "-0.01", "0.00", "0.01"}},
		{"below zero", -1.5, -0.5, []string{"-1.4", "-1.2", "-1.0", "-0.8", "-0.6"}},
		{"large", 0, 4e7, []string{"0", "1e+07", "2e+07", "3e+07", "4e+07"}},
		{"small", 0, 3e-8, []string{"0", "1e-08", "2e-08", "3e-08"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, tick := range ticks(tt.low, tt.high) {
				got = append(got, tick.label)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("ticks from %v to %v = %q, want %q (by hand)", tt.low, tt.high, got, tt.want)
			}
		})
	}
}
