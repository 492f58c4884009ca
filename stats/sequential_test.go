package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// GrowthBook's gbstats.
func TestConfidenceSequenceVectors(t *testing.T) {
	type testCase struct {
		Name  string
		Input struct {
			Variance, Alpha float64
			N               int
			TuningN         int `json:"tuning_n"`
		}
		Expected struct {
			HalfWidth float64 `json:"half_width"`
		}
	}
	for _, c := range vectors[testCase](t, "sequential.json") {
		got, err := stats.ConfidenceSequence{Level: 1 - c.Input.Alpha, TuneFor: c.Input.TuningN}.HalfWidth(c.Input.Variance, c.Input.N)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.Name, got, c.Expected.HalfWidth, 1e-12)
	}
}

func TestConfidenceSequenceEdges(t *testing.T) {
	one, _ := stats.DifferencesOf([]float64{1})
	same, _ := stats.DifferencesOf([]float64{1, 1})
	if _, err := (stats.ConfidenceSequence{}).Interval(one); !errors.Is(err, stats.ErrTooFewPairs) {
		t.Errorf("one pair: %v", err)
	}
	if _, err := (stats.ConfidenceSequence{}).Interval(same); !errors.Is(err, stats.ErrZeroVariance) {
		t.Errorf("constant: %v", err)
	}
	some, _ := stats.DifferencesOf([]float64{0.1, 0.3, -0.1, 0.2})
	sequence, err := stats.ConfidenceSequence{}.Interval(some)
	if err != nil {
		t.Fatal(err)
	}
	student, err := stats.TTest{}.Test(some)
	if err != nil {
		t.Fatal(err)
	}
	if sequence.Width() <= student.Interval.Width() || !sequence.Contains(some.Mean) {
		t.Errorf("sequence %+v against t %+v", sequence, *student.Interval)
	}
}

// The guarantee, on rare losses, where the t interval covers 32 % at n = 10:
// 2 % lose everything and 1 % lose or gain a half; the mean is −.02.
func TestBettingIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{10, 50, 200} {
		const rounds = 300
		covered, width := 0, 0.0
		for range rounds {
			d := make([]float64, n)
			for i := range d {
				switch u := rng.Float64(); {
				case u < 0.02:
					d[i] = -1
				case u < 0.03:
					d[i] = 0.5
				case u < 0.04:
					d[i] = -0.5
				}
			}
			got, err := stats.BettingInterval(d, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			covered += int(one(got.Contains(-0.02)))
			width += got.Width()
		}
		if share := float64(covered) / rounds; share < 0.94 {
			t.Errorf("n = %d: covered %v", n, share)
		}
		if width /= rounds; n == 200 && width > 0.4 {
			t.Errorf("n = %d: mean width %v is of no use", n, width)
		}
	}
}

func TestBettingIntervalEdges(t *testing.T) {
	all, err := stats.BettingInterval(make([]float64, 50), 0.95)
	if err != nil || !all.Contains(0) || math.Abs(all.Low+all.High) > 1e-9 {
		t.Errorf("zeros: %+v, %v", all, err)
	}
	if _, err := stats.BettingInterval([]float64{1.5}, 0.95); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("out of range: %v", err)
	}
	if _, err := stats.BettingInterval(nil, 0.95); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("empty: %v", err)
	}
	up, _ := stats.BettingInterval([]float64{0.2, 0.1, 0.4, -0.1, 0.3, 0.2, 0.3, 0.1}, 0.95)
	down, _ := stats.BettingInterval([]float64{-0.2, -0.1, -0.4, 0.1, -0.3, -0.2, -0.3, -0.1}, 0.95)
	within(t, "mirror", up.Low, -down.High, 1e-12)
}
