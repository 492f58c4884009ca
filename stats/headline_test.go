package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

func TestHeadlineChoice(t *testing.T) {
	for _, c := range []struct {
		n, changed int
		method     string
	}{{199, 100, "robust"}, {200, 49, "robust"}, {200, 50, "t"}, {1000, 0, "robust"}, {1, 1, "robust"}} {
		b := make([]float64, c.n)
		for i := range c.changed {
			b[i] = 0.1 * float64(1+i%3)
		}
		d, err := stats.DifferencesOf(b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := stats.Headline(d, 0.95)
		if err != nil || got.Method != c.method {
			t.Errorf("n = %d, %d changed: %s, want %s, %v", c.n, c.changed, got.Method, c.method, err)
		}
	}
	if _, err := stats.Headline(stats.Differences{}, 0.95); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("empty: %v", err)
	}
}

// At least 93 % everywhere, and a proof of non-inferiority by the unit-range
// robust bound is wrong at most 6.5 % of the time.
func TestHeadlineCalibration(t *testing.T) {
	if testing.Short() {
		t.Skip("calibration")
	}
	const covers, wrong = .93, .065
	slack := func(p float64) float64 { return 3 * math.Sqrt(p*(1-p)/calibrationRounds) }
	for name, source := range mixtures(t) {
		for _, n := range []int{10, 25, 50, 200} {
			rng := rand.New(rand.NewPCG(uint64(n), 5))
			covered, proven := 0, 0
			for range calibrationRounds {
				d, err := stats.DifferencesOf(source.draw(n, rng))
				if err != nil {
					t.Fatal(err)
				}
				headline, err := stats.Headline(d, 0.95)
				if err != nil {
					t.Fatal(err)
				}
				bound, err := stats.RobustInterval(d.Values(), 0.90, true)
				if err != nil {
					t.Fatal(err)
				}
				covered += int(one(headline.Contains(source.Mean)))
				proven += int(one(bound.Low > source.Mean))
			}
			if share := float64(covered) / calibrationRounds; share < covers-slack(covers) {
				t.Errorf("%s n=%d: covered %v", name, n, share)
			}
			if share := float64(proven) / calibrationRounds; n >= 25 && share > wrong+slack(wrong) {
				t.Errorf("%s n=%d: falsely proven %v", name, n, share)
			}
		}
	}
}
