package sets_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestAgreement compares whole reports with files that were read and approved by
// eye.
func TestAgreement(t *testing.T) {
	for file, a := range map[string]*result.Agreement{
		"agreement.txt": agreed(), "agreement.md": agreed(), "agreement.json": agreed(), "agreement.csv": agreed(),
		"agreement-three.txt": three(), "agreement-passed.md": passed(),
	} {
		t.Run(file, func(t *testing.T) {
			format, err := reports.FormatForFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := sets.WriteAgreement(&b, a, format, reports.Options{Width: 80}); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", file+".golden")
			if *update {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		})
	}
}

// agreed is of two people with everything that a report can show: names and
// texts that would steer a terminal or format Markdown, blanks, strata, second
// answers and a warning. Its numbers are made up, and fit each other.
func agreed() *result.Agreement {
	kappa := func(x float64) *float64 { return &x }
	grade := func(g int) *int { return &g }
	numbers := result.AgreementNumbers{N: 40, Queries: 4, Equal: 30, Kappa: 0.6, Interval: &result.Interval{Method: "jackknife", Level: 0.95, Low: 0.31, High: 0.89}}
	return &result.Agreement{
		Schema: result.AgreementSchema, Threshold: "0.6", Items: 44, Queries: 4, Unequal: 10,
		Labellers: []result.Labeller{
			{Name: "ada", File: "labels/ada.jsonl", Graded: 40, CannotJudge: 4, MeanGrade: 1.25, Self: &result.Self{Pairs: 4, Equal: 3, Kappa: kappa(0.5), Change: -0.25}, Drift: &result.Drift{FirstHalf: 1.5, SecondHalf: 1}},
			{Name: "be_n*", File: "ben.csv", Graded: 44, MeanGrade: 0.5},
		},
		Scale: []result.ScaleGrade{{Grade: 0, Word: "no"}, {Grade: 2, Word: "yes"}},
		Pairwise: []result.PairAgreement{{
			A: "ada", B: "be_n*", AgreementNumbers: numbers, Measured: true, Linear: kappa(0.65), Quadratic: kappa(0.7), AC1: kappa(0.61),
			Blanks: 4, WithBlanks: kappa(0.52), Commonest: 0, Prevalence: 0.55, Confusion: [][]int{{16, 6}, {4, 14}},
			Strata: []result.StratumAgreement{{Stratum: "exact", AgreementNumbers: numbers}, {Stratum: "complex", AgreementNumbers: result.AgreementNumbers{N: 3, Queries: 1, Equal: 1, Kappa: -0.5}}},
		}},
		Alpha:    []result.Alpha{{Scale: "nominal", Items: 40, Value: kappa(0.58)}, {Scale: "ordinal", Items: 40, Value: kappa(0.66)}, {Scale: "interval"}},
		Worst:    []result.Disagreement{{QueryID: "q\x1b[2J", DocID: "d|1", Stratum: "exact", Distance: 2, Grades: []*int{grade(2), nil}, Comments: []string{"I | think", ""}, QueryText: "how *much*", Title: "<b>title</b>", Text: "a text that goes on and on and on and on and on and on and on and on and on"}},
		Warnings: []result.Warning{{Code: "interval", Text: "the interval of ada and be_n* reaches down to 0.31"}},
	}
}

func three() *result.Agreement {
	a := agreed()
	a.Labellers = append(a.Labellers, result.Labeller{Name: "cem", Graded: 44})
	other := a.Pairwise[0]
	other.B, other.Kappa, other.Passes, other.Strata, other.WithBlanks = "cem", 1, true, nil, nil
	a.Pairwise = append(a.Pairwise, other)
	a.Worst = nil
	return a
}

func passed() *result.Agreement {
	a := agreed()
	a.Passes, a.Pairwise[0].Passes, a.Pairwise[0].Kappa = true, true, 0.72
	return a
}
