package stats_test

import (
	"errors"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// What the file recommends for degenerate inputs, next to what scipy does.
func TestDegenerateVectors(t *testing.T) {
	type testCase struct {
		Name  string
		Input struct {
			Delta               []number
			Baseline, Treatment []float64
		}
		Recommended struct {
			Status string
			FlipP  *float64 `json:"exact_signflip_p"`
			FlipP2 *float64 `json:"exact_signflip_p_two"`
		}
	}
	codes := map[string]string{
		"no_change": stats.WarnNoChange, "zero_variance": stats.WarnZeroVariance, "too_few": stats.WarnTooFewPairs,
		"ok_low_n": stats.WarnLowN, "inconclusive_few_changes": stats.WarnFewChanges, "ok": "",
	}
	for _, c := range vectors[testCase](t, "degenerate.json") {
		t.Run(c.Name, func(t *testing.T) {
			a, b := c.Input.Baseline, c.Input.Treatment
			if a == nil {
				a = zeros(len(c.Input.Delta))
				for _, x := range c.Input.Delta {
					b = append(b, float64(x))
				}
			}
			student, err := stats.TestPairs(stats.TTest{}, a, b)
			if c.Recommended.Status == "error" {
				var finite *stats.NotFiniteError
				if !errors.As(err, &finite) {
					t.Errorf("%v, want an error that names the index", err)
				}
				return
			}
			if len(a) == 0 {
				if !errors.Is(err, stats.ErrNoPairs) {
					t.Errorf("%v, want ErrNoPairs", err)
				}
				return
			}
			flip, errFlip := stats.TestPairs(stats.SignFlip{}, a, b)
			if err != nil || errFlip != nil {
				t.Fatal(err, errFlip)
			}
			code, known := codes[c.Recommended.Status]
			if !known {
				t.Fatalf("unknown status %q", c.Recommended.Status)
			}
			if code != "" && !student.Has(code) && !flip.Has(code) {
				t.Errorf("warnings %v and %v, want %s", student.Warnings, flip.Warnings, code)
			}
			for _, p := range []*float64{c.Recommended.FlipP, c.Recommended.FlipP2} {
				if p != nil {
					nearPtr(t, "sign-flip p", flip.P, *p, 1e-12)
				}
			}
		})
	}
}
