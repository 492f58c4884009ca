package silver_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/rankduel/rankduel/stats/silver"
)

// with estimates with a fixed lambda.
func with(t *testing.T, lambda float64, strata ...silver.Stratum) silver.Estimate {
	t.Helper()
	e, err := silver.Fixed(strata, silver.Queries, .95, lambda)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// GLIDE 0.10.0 is github.com/EmertonData/glide at d6021e6a; its PPIMeanEstimator and its
// StratifiedPPIMeanEstimator were executed. It tunes λ by the spread of all silver labels and
// not of the labelled ones: given its λ, mean and standard error are ours.
func TestGlide(t *testing.T) {
	type figure struct{ Mean, SE, Lambda float64 }
	var glide struct {
		Cases  []struct{ Plain, Tuned *figure }
		Strata []struct {
			Cases []int
			Plain figure
		}
	}
	data, err := os.ReadFile("testdata/glide.json")
	if err == nil {
		err = json.Unmarshal(data, &glide)
	}
	if err != nil {
		t.Fatal(err)
	}
	cases := readVectors(t).Cases
	of := func(i int) silver.Stratum {
		return silver.Stratum{Human: cases[i].Y, Silver: cases[i].Labelled, Others: cases[i].Unlabelled}
	}
	for i, c := range glide.Cases {
		for what, want := range map[string]*figure{"plain": c.Plain, "tuned": c.Tuned} {
			if what == "plain" {
				want.Lambda = 1
			}
			got := with(t, want.Lambda, of(i))
			near(t, cases[i].Name+", mean "+what, got.Mean, want.Mean)
			near(t, cases[i].Name+", se "+what, got.SE, want.SE)
		}
	}
	for _, s := range glide.Strata {
		var strata []silver.Stratum
		for _, i := range s.Cases {
			strata = append(strata, of(i))
		}
		got := with(t, 1, strata...)
		near(t, "strata, mean", got.Mean, s.Plain.Mean)
		near(t, "strata, se", got.SE, s.Plain.SE)
	}
}

// ppi_py at bd90caad was executed for the vectors: its mean with a λ is ours, and its
// interval is ±z·√(s²/n + λ²s²/N) with variances that divide by n and by N.
func TestPPI(t *testing.T) {
	for _, c := range readVectors(t).Cases {
		n, others := float64(len(c.Y)), float64(len(c.Unlabelled))
		for name, lambda := range map[string]float64{"lambda_0": 0, "lambda_half": .5, "lambda_1": 1} {
			want := c.PPI[name]
			if want.Estimate == nil {
				t.Fatalf("%s: no %s", c.Name, name)
			}
			got := with(t, lambda, silver.Stratum{Human: c.Y, Silver: c.Labelled, Others: c.Unlabelled})
			near(t, c.Name+", mean with "+name, got.Mean, *want.Estimate)
			mean, squares := 0.0, 0.0
			for _, f := range c.Unlabelled {
				mean += f / others
			}
			for _, f := range c.Unlabelled {
				squares += (f - mean) * (f - mean)
			}
			theirs := (want.CI[1] - want.CI[0]) / 2 / distuv.UnitNormal.Quantile(1-c.Alpha/2)
			ofOthers := lambda * lambda * squares / others / others
			se := math.Sqrt((theirs*theirs-ofOthers)*n/(n-1) + ofOthers*others/(others-1))
			if math.Abs(got.SE-se) > 1e-9 { // n − 1 and N − 1 in their place
				t.Errorf("%s, %s: se %.12g, want %.12g", c.Name, name, got.SE, se)
			}
		}
	}
}

// With λ fixed this set is estimated by what plain inference errs by: where the judge is
// people but for a shift, not at all.
func TestFixedThisSet(t *testing.T) {
	c := readVectors(t).Cases[0]
	s := silver.Stratum{Human: c.Y, Others: c.Unlabelled}
	for _, y := range c.Y {
		s.Silver = append(s.Silver, y+.3)
	}
	n, others := float64(len(c.Y)), float64(len(c.Unlabelled))
	e, err := silver.Fixed([]silver.Stratum{s}, silver.ThisSet, .95, others/(n+others))
	if err != nil || e.SE > 1e-12 {
		t.Errorf("se %v with a judge that errs alike everywhere, %v", e.SE, err)
	}
	if e, err := silver.Fixed([]silver.Stratum{{Human: c.Y, Silver: c.Y, Others: []float64{1}}}, silver.Queries, .95, 1); err != nil || e.Alone != silver.NoOthers {
		t.Errorf("one other query has a spread: %q, %v", e.Alone, err)
	}
}
