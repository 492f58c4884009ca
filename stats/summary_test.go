package stats_test

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// NIST StRD univariate data; exact_on_binary64 is the rational result for the
// binary64 inputs.
func TestSummarizeNIST(t *testing.T) {
	type testCase struct {
		Name  string
		N     int
		Input struct {
			DataDecimal []string `json:"data_decimal"`
			Digits      string
			Generator   *struct {
				First  string
				Repeat []string
				Times  int
			}
		}
		Exact struct{ Mean, SD float64 } `json:"exact_on_binary64"`
	}
	for _, c := range vectors[testCase](t, "nist_univariate.json") {
		t.Run(c.Name, func(t *testing.T) {
			text := c.Input.DataDecimal
			for _, digit := range c.Input.Digits {
				text = append(text, string(digit))
			}
			if g := c.Input.Generator; g != nil {
				text = append(text, g.First)
				for range g.Times {
					text = append(text, g.Repeat...)
				}
			}
			xs := make([]float64, len(text))
			for i, s := range text {
				var err error
				if xs[i], err = strconv.ParseFloat(s, 64); err != nil {
					t.Fatal(err)
				}
			}
			got, err := stats.Summarize(xs)
			if err != nil || got.N != c.N {
				t.Fatalf("n = %d, want %d, %v", got.N, c.N, err)
			}
			relative(t, "mean", got.Mean, c.Exact.Mean, 1e-13)
			relative(t, "sd", *got.SD, c.Exact.SD, 1e-13)
		})
	}
}

// R: quantile(c(1,2,4,8), c(0,.1,.5,.9,1), type = 7)
func TestQuantile7(t *testing.T) {
	sorted := []float64{1, 2, 4, 8}
	for p, want := range map[float64]float64{0: 1, 0.1: 1.3, 0.5: 3, 0.9: 6.8, 1: 8} {
		near(t, "quantile "+strconv.FormatFloat(p, 'g', -1, 64), stats.Quantile7(sorted, p), want, 1e-15)
	}
}

func TestSummarizeEdges(t *testing.T) {
	if _, err := stats.Summarize(nil); err == nil {
		t.Error("empty: no error")
	}
	if _, err := stats.Summarize([]float64{1, math.NaN()}); err == nil {
		t.Error("NaN: no error")
	}
	one, err := stats.Summarize([]float64{3})
	if err != nil || one.SD != nil || one.Mean != 3 || one.Median != 3 {
		t.Errorf("one value: %+v, %v", one, err)
	}
}

// In place is the same to the last bit, and only that reorders its argument.
func TestSummarizeInPlace(t *testing.T) {
	given := []float64{0.5, 0.1, 0.9, 0.3, 0.1}
	xs := slices.Clone(given)
	want, err := stats.Summarize(xs)
	if err != nil || !slices.Equal(xs, given) {
		t.Fatalf("%v, and the values are now %v", err, xs)
	}
	got, err := stats.SummarizeInPlace(xs)
	if err != nil || got.N != want.N || got.Mean != want.Mean || got.Median != want.Median || *got.SD != *want.SD {
		t.Errorf("%+v and %v, want %+v", got, err, want)
	}
	slices.Sort(xs)
	if !slices.Equal(xs, []float64{0.1, 0.1, 0.3, 0.5, 0.9}) {
		t.Errorf("the values became %v", xs)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		var notFinite *stats.NotFiniteError
		if _, err := stats.Summarize([]float64{1, bad, 2}); !errors.As(err, &notFinite) || !slices.Equal(notFinite.A, []int{1}) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
