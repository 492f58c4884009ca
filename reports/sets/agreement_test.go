package sets_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
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
		"agreement-three.txt": three(), "agreement-passed.md": passed(), "agreement-required.txt": required(),
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

// agreed returns labels of two people with everything that a report can show: names and
// texts that would steer a terminal or format Markdown, blanks, strata, second
// answers and a warning. Its numbers are made up, and fit each other.
func agreed() *result.Agreement {
	kappa := func(x float64) *float64 { return &x }
	grade := func(g int) *int { return &g }
	numbers := result.AgreementNumbers{N: 40, Queries: 4, Equal: 30, Kappa: kappa(0.6), Low: kappa(0.35), Evidence: "few_queries", Interval: &result.Interval{Method: "jackknife", Level: 0.95, Low: 0.31, High: 0.89}}
	return &result.Agreement{
		Schema: result.AgreementSchema, Threshold: "0.6", LowLevel: 0.95, Items: 44, Queries: 4, Unequal: 10,
		Labellers: []result.Labeller{
			{Name: "ada", File: "labels/ada.jsonl", Graded: 40, CannotJudge: 4, MeanGrade: 1.25, Self: &result.Self{Pairs: 4, Equal: 3, Kappa: kappa(0.5), Change: -0.25}, Drift: &result.Drift{FirstHalf: 1.5, SecondHalf: 1}},
			{Name: "be_n*", File: "ben.csv", Graded: 44, MeanGrade: 0.5},
		},
		Scale: []result.ScaleGrade{{Grade: 0, Word: "no"}, {Grade: 2, Word: "yes"}},
		Pairwise: []result.PairAgreement{{
			A: "ada", B: "be_n*", AgreementNumbers: numbers, Linear: kappa(0.65), Quadratic: kappa(0.7), AC1: kappa(0.61),
			Blanks: 4, WithBlanks: kappa(0.52), Commonest: 0, Prevalence: 0.55, Confusion: [][]int{{16, 6}, {4, 14}},
			Strata: []result.StratumAgreement{{Stratum: "exact", AgreementNumbers: numbers}, {Stratum: "complex", AgreementNumbers: result.AgreementNumbers{N: 3, Queries: 1, Equal: 1, Kappa: kappa(-0.5), Low: kappa(-1), Evidence: "few_queries"}}},
		}},
		Alpha:    []result.Alpha{{Scale: "nominal", Items: 40, Value: kappa(0.58)}, {Scale: "ordinal", Items: 40, Value: kappa(0.66)}, {Scale: "interval"}},
		Worst:    []result.Disagreement{{QueryID: "q\x1b[2J", DocID: "d|1", Stratum: "exact", Distance: 2, Grades: []*int{grade(2), nil}, Comments: []string{"I | think", ""}, QueryText: "how *much*", Title: "<b>title</b>", Text: "a text that goes on and on and on and on and on and on and on and on and on"}},
		Warnings: []result.Warning{{Code: "prevalence", Text: "many of all grades of ada and be_n* are 0"}},
		Simulated: []result.KappaNeed{
			{Kappa: 0.7, Share: 0.5, At5: 80, At10: 40, At20: 20},
			{Kappa: 0.7, Share: 0.3, ICC: 0.1, At5: 160, At10: 100, At20: 80},
			{Kappa: 0.8, Share: 0.5, At5: 20, At10: 10, At20: 10},
			{Kappa: 0.8, Share: 0.3, ICC: 0.1, At5: 30, At10: 25, At20: 20},
		},
	}
}

// three returns labels of a pair that does not pass, one that passes and shows it,
// and one of which kappa is undefined.
func three() *result.Agreement {
	a := agreed()
	a.Labellers = append(a.Labellers, result.Labeller{Name: "cem", Graded: 44})
	other := a.Pairwise[0]
	other.B, other.Kappa, other.Low, other.Evidence, other.Queries = "cem", new(0.95), new(0.88), "shown", 12
	other.Above, other.Passes, other.Strata, other.WithBlanks = true, true, nil, nil
	last := other
	last.A, last.B, last.Kappa, last.Low, last.Linear, last.Quadratic, last.Evidence = "be_n*", "cem", nil, nil, nil, nil, "undefined"
	a.Pairwise = append(a.Pairwise, other, last)
	a.Worst = nil
	return a
}

func passed() *result.Agreement {
	a := agreed()
	p := &a.Pairwise[0]
	a.Passes, p.Passes, p.Above, p.Kappa, p.Needed = true, true, true, new(0.72), new(31)
	return a
}

// required returns labels whose kappa is above the threshold, and whose lower end,
// which decides, is not.
func required() *result.Agreement {
	a := passed()
	p := &a.Pairwise[0]
	a.Evidence, a.Passes, p.Passes, p.Queries, p.Evidence = true, false, false, 14, "not_shown"
	a.Simulated = nil
	return a
}

// The first line says whether the lowest kappa is above the threshold, and who
// passes by what.
func TestKappaClaim(t *testing.T) {
	one := func(kappa *float64, above, passes bool) result.PairAgreement {
		return result.PairAgreement{A: "ada", B: "ben", AgreementNumbers: result.AgreementNumbers{Kappa: kappa, Evidence: "shown"}, Above: above, Passes: passes}
	}
	low := one(new(0.5), false, false)
	low.B = "cem"
	for name, c := range map[string]struct {
		a    result.Agreement
		want string
	}{
		"above":              {result.Agreement{Passes: true, Pairwise: []result.PairAgreement{one(new(0.72), true, true)}}, "ada and ben: kappa 0.7200 is above 0.6"},
		"at it":              {result.Agreement{Pairwise: []result.PairAgreement{one(new(0.6), false, false)}}, "ada and ben: kappa 0.6000 is not above 0.6"},
		"shown":              {result.Agreement{Evidence: true, Passes: true, Pairwise: []result.PairAgreement{one(new(0.72), true, true)}}, "ada and ben: kappa 0.7200 is above 0.6, and so is its lower end"},
		"not shown":          {result.Agreement{Evidence: true, Pairwise: []result.PairAgreement{one(new(0.72), true, false)}}, "ada and ben: kappa 0.7200 is above 0.6, and evidence is required: not passed"},
		"undefined":          {result.Agreement{Passes: true, Pairwise: []result.PairAgreement{one(nil, true, true)}}, "ada and ben: kappa 1.0000 is above 0.6 by convention: it is undefined"},
		"undefined, no pass": {result.Agreement{Evidence: true, Pairwise: []result.PairAgreement{one(nil, true, false)}}, "ada and ben: kappa 1.0000 is above 0.6 by convention: it is undefined, and evidence is required: not passed"},
		"three":              {result.Agreement{Pairwise: []result.PairAgreement{one(nil, true, true), low, one(new(0.9), true, true)}}, "ada and cem, the lowest of 3 pairs: kappa 0.5000 is not above 0.6"},
	} {
		c.a.Threshold = "0.6"
		var b bytes.Buffer
		if err := sets.WriteAgreement(&b, &c.a, reports.Text, reports.Options{}); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(b.String(), "\n"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
