package silver_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/rankduel/rankduel/stats/silver"
)

// vectors are made by a transcription of double sampling with regression in numpy
// 1.24 and scipy 1.10; testdata/few-labels.json says of each what made it.
type vectors struct {
	Cases []struct {
		Name       string
		Alpha      float64
		Y          []float64
		Labelled   []float64 `json:"f_labeled"`
		Unlabelled []float64 `json:"f_unlabeled"`
		PPI        map[string]struct {
			Estimate *float64 `json:"pointestimate"`
			CI       []float64
		} `json:"expected_ppi_py"`
		Want map[string]expected `json:"expected_regression_t"`
	}
}

type expected struct {
	Method                       string
	Slope, Estimate, SE, DF, Low float64
	High                         float64
	P                            *float64 `json:"p_two_sided"`
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	data, err := os.ReadFile("testdata/few-labels.json")
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12+4e-9*math.Abs(want) { // scipy 1.10's quantile of t is off by up to 4e-9
		t.Errorf("%s is %.15g, want %.15g", what, got, want)
	}
}

func TestVectors(t *testing.T) {
	for _, c := range readVectors(t).Cases {
		for name, target := range map[string]silver.Target{"superpopulation": silver.Queries, "this_set": silver.ThisSet} {
			t.Run(c.Name+"/"+name, func(t *testing.T) {
				want := c.Want[name]
				e, err := silver.New([]silver.Stratum{{Human: c.Y, Silver: c.Labelled, Others: c.Unlabelled}}, target, 1-c.Alpha)
				if err != nil {
					t.Fatal(err)
				}
				if (e.Alone == "") != (want.Method == "regression") {
					t.Errorf("alone is %q, want method %s", e.Alone, want.Method)
				}
				i := e.Interval()
				for what, pair := range map[string][2]float64{
					"slope": {e.Slope, want.Slope}, "mean": {e.Mean, want.Estimate}, "se": {e.SE, want.SE}, "df": {e.DF, want.DF},
					"low": {i.Low, want.Low}, "high": {i.High, want.High},
				} {
					near(t, what, pair[0], pair[1])
				}
				if (e.P == nil) != (want.P == nil) {
					t.Fatalf("p is %v, want %v", e.P, want.P)
				}
				if e.P != nil {
					near(t, "p", *e.P, *want.P)
				}
			})
		}
	}
}
