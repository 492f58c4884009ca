package reports

import (
	"math"
	"slices"
	"testing"
)

// Expected ticks are counted off by hand: the smallest of 1, 2, 5 × 10ⁿ that
// is at least a fifth of the range, and its multiples in the range.
func TestTicksBetween(t *testing.T) {
	for _, tt := range []struct {
		name      string
		low, high float64
		whole     bool
		want      []string
	}{
		{"unit", 0, 1, false, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{"step 1", 5, 9, false, []string{"5", "6", "7", "8", "9"}},
		{"step 2", 5, 12, false, []string{"6", "8", "10", "12"}},
		{"step 5", 3, 23, false, []string{"5", "10", "15", "20"}},
		{"next power", 1, 39, false, []string{"10", "20", "30"}},
		{"hundredths", 0.4, 0.45, false, []string{"0.40", "0.41", "0.42", "0.43", "0.44", "0.45"}},
		{"limits between ticks", 0.4013, 0.4481, false, []string{"0.41", "0.42", "0.43", "0.44"}},
		{"around zero", -0.3, 0.7, false, []string{"-0.2", "0.0", "0.2", "0.4", "0.6"}},
		{"zero has no sign", -0.04, 0.01, false, []string{"-0.04", "-0.03", "-0.02", "-0.01", "0.00", "0.01"}},
		{"below zero", -1.5, -0.5, false, []string{"-1.4", "-1.2", "-1.0", "-0.8", "-0.6"}},
		{"thousands", 1, 1009, true, []string{"500", "1000"}},
		{"two whole", 1, 2, true, []string{"1", "2"}},
		{"three whole", 1, 3, true, []string{"1", "2", "3"}},
		{"one whole", 0.5, 1.5, true, []string{"1"}},
		{"large", 0, 4e7, false, []string{"0", "1e+07", "2e+07", "3e+07", "4e+07"}},
		{"small", 0, 3e-8, false, []string{"0", "1e-08", "2e-08", "3e-08"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, tick := range Ticks(tt.low, tt.high, tt.whole) {
				got = append(got, tick.Label)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("ticks from %v to %v = %q, want %q (by hand)", tt.low, tt.high, got, tt.want)
			}
		})
	}
}

// What a scale promises for any values that can be drawn: all of them, and at
// least one tick, are between its ends.
func TestNewScale(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []float64
		whole  bool
	}{
		{"one", []float64{0.4}, false},
		{"one whole", []float64{1}, true},
		{"all zero", []float64{0, 0, 0}, false},
		{"all equal", []float64{-7, -7}, false},
		{"a rounding apart", []float64{0.45, math.Nextafter(0.45, 1)}, false},
		{"smallest float64", []float64{0, math.SmallestNonzeroFloat64}, false},
		{"largest drawn", []float64{-drawable, drawable}, false},
		{"large and equal", []float64{drawable, drawable}, false},
		{"large and close", []float64{1e12, 1e12 + 2000}, false},
		{"tiny and apart", []float64{1e-99, 3e-99}, false},
		{"many whole", []float64{1, 5000}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := newScale(tt.values, tt.whole, 300, 10)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.Clone(tt.values)
			for _, tick := range s.ticks {
				at = append(at, tick.Value)
			}
			for _, v := range at {
				if y := s.at(v); !(y >= 10-1e-6 && y <= 300+1e-6) { // false for NaN too
					t.Errorf("%v is at %v, want between 10 and 300", v, y)
				}
			}
			if n := len(s.ticks); n < 1 || n > 6 {
				t.Errorf("%d ticks, want 1 to 6", n)
			}
		})
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64} {
		if _, err := newScale([]float64{0, bad}, false, 0, 1); err == nil {
			t.Errorf("%v is drawn", bad)
		}
	}
}

// The ends of the values are the ends of the picture, and half is half.
func TestScaleAt(t *testing.T) {
	s, err := newScale([]float64{2, 4}, false, 300, 100)
	if err != nil {
		t.Fatal(err)
	}
	for v, want := range map[float64]float64{2: 300, 3: 200, 4: 100} {
		if got := s.at(v); got != want {
			t.Errorf("at(%v) = %v, want %v", v, got, want)
		}
	}
}
