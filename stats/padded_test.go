package stats_test

import (
	"errors"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

func padded(d []float64, level, width float64) (stats.Interval, error) {
	of, err := stats.DifferencesOf(d)
	if err != nil {
		return stats.Interval{}, err
	}
	return stats.Padded(of, level, width)
}

// mpmath from the definition.
func TestPaddedIntervalVectors(t *testing.T) {
	type bounds struct {
		CI95  [2]float64
		Lower float64 `json:"lower_bound95"`
		Upper float64 `json:"upper_bound95"`
	}
	type testCase struct {
		Name     string
		Input    struct{ Delta []float64 }
		Expected bounds
		Unit     bounds `json:"expected_unit_range"`
	}
	for _, c := range vectors[testCase](t, "robust_interval.json") {
		t.Run(c.Name, func(t *testing.T) {
			for _, part := range []struct {
				width     float64
				level     float64
				low, high float64
			}{
				{0, 0.95, c.Expected.CI95[0], c.Expected.CI95[1]},
				{1, 0.95, c.Unit.CI95[0], c.Unit.CI95[1]},
				{1, 0.90, c.Unit.Lower, c.Unit.Upper},
			} {
				got, err := padded(c.Input.Delta, part.level, part.width)
				if err != nil {
					t.Fatal(err)
				}
				near(t, "low", got.Low, part.low, 1e-10)
				near(t, "high", got.High, part.high, 1e-10)
			}
		})
	}
}

func TestPaddedIntervalRefuses(t *testing.T) {
	if _, err := padded([]float64{140, 120}, 0.95, 1); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("milliseconds in unit range: %v", err)
	}
	if got, err := padded([]float64{140, 120, 130}, 0.95, 0); err != nil || got.High <= 1 {
		t.Errorf("milliseconds are not clipped: %+v, %v", got, err)
	}
}
