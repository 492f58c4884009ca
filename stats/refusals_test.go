package stats_test

import (
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Every function that takes a confidence level refuses what is none: 0, 1,
// what is outside, and NaN. (A zero Level in a configuration means 0.95 and
// is not tried.)
func TestLevelsAreRefused(t *testing.T) {
	d := []float64{0.1, 0.3, -0.2, 0.4}
	diffs, err := stats.DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(level float64) error{
		"EffectSizesOf":  func(level float64) error { _, _, err := stats.EffectSizesOf(diffs, level); return err },
		"Pearson":        func(level float64) error { _, err := stats.Pearson(d, d, level); return err },
		"ClopperPearson": func(level float64) error { _, err := stats.ClopperPearson(1, 3, level); return err },
		"CompareRelative": func(level float64) error {
			_, err := stats.CompareRelative([]float64{1, 2, 3, 4}, []float64{2, 3, 4, 6}, 0.1, level)
			return err
		},
		"TTest": func(level float64) error {
			_, err := stats.TTest{Level: level}.Test(diffs)
			return unlessZero(level, err)
		},
		"SignFlip": func(float64) error { _, err := stats.SignFlip{Rounds: -1}.Test(diffs); return err },
	} {
		for _, level := range []float64{0, 1, -0.5, 1.5, math.NaN(), math.Inf(1)} {
			if err := call(level); !errors.Is(err, stats.ErrOutOfRange) {
				t.Errorf("%s at level %v: %v", name, level, err)
			}
		}
	}
}

// unlessZero returns err, and a refusal for the level 0, which means the default.
func unlessZero(level float64, err error) error {
	if level == 0 && err == nil {
		return stats.ErrOutOfRange
	}
	return err
}

// Every function that takes scores refuses NaN and infinities by their index
// and an empty input by its own error.
func TestScoresAreRefused(t *testing.T) {
	for name, call := range map[string]func(x []float64) error{
		"DifferencesOf": func(x []float64) error { _, err := stats.DifferencesOf(x); return err },
		"Summarize":     func(x []float64) error { _, err := stats.Summarize(x); return err },
		"Pearson":       func(x []float64) error { _, err := stats.Pearson(x, x, 0.95); return err },
		"Spearman":      func(x []float64) error { _, err := stats.Spearman(x, x); return err },
		"Kendall":       func(x []float64) error { _, err := stats.Kendall(x, x); return err },
		"CompareStrata": func(x []float64) error {
			_, err := stats.CompareStrata([]stats.Stratum{{Name: "a", Differences: x}})
			return err
		},
		"HeldOut": func(x []float64) error {
			_, err := stats.HeldOut{}.Compare([]float64{1, 2}, x)
			return err
		},
		"HeldOut, tuning": func(x []float64) error {
			_, err := stats.HeldOut{}.Compare(x, []float64{1, 2})
			return err
		},
		"Welch": func(x []float64) error {
			_, err := stats.Welch{}.CompareGroups([]float64{1, 2}, x)
			return err
		},
		"Welch, first": func(x []float64) error {
			_, err := stats.Welch{}.CompareGroups(x, []float64{1, 2})
			return err
		},
		"TukeyHSD": func(x []float64) error {
			_, err := stats.TukeyHSD{}.Compare([][]float64{x, x})
			return err
		},
	} {
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			var finite *stats.NotFiniteError
			if err := call([]float64{0.5, bad}); !errors.As(err, &finite) {
				t.Errorf("%s of %v: %v", name, bad, err)
			} else if len(finite.A)+len(finite.B) == 0 || max(firstOf(finite.A), firstOf(finite.B)) != 1 {
				t.Errorf("%s of %v names the indices %v and %v, want 1", name, bad, finite.A, finite.B)
			}
		}
		if err := call(nil); !errors.Is(err, stats.ErrNoPairs) {
			t.Errorf("%s of nothing: %v", name, err)
		}
	}
}

func firstOf(indices []int) int {
	if len(indices) == 0 {
		return -1
	}
	return indices[0]
}

// Slices that should pair up and do not are refused with both lengths.
func TestLengthsAreRefused(t *testing.T) {
	two, three := []float64{1, 2}, []float64{1, 2, 3}
	for name, call := range map[string]func() error{
		"NewDifferences": func() error { _, err := stats.NewDifferences(two, three); return err },
		"Pearson":        func() error { _, err := stats.Pearson(two, three, 0.95); return err },
		"Kendall":        func() error { _, err := stats.Kendall(two, three); return err },
		"TukeyHSD":       func() error { _, err := stats.TukeyHSD{}.Compare([][]float64{two, three}); return err },
		"MaxT":           func() error { _, err := stats.MaxT{}.Adjust([][]float64{two, three}); return err },
	} {
		var lengths *stats.LengthError
		if err := call(); !errors.As(err, &lengths) || lengths.A != 2 || lengths.B != 3 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
