package reports_test

import (
	"fmt"
	"os"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// A comparison as a terminal shows it: the verdict first, then what it rests
// on.
func ExampleComparison() {
	difference, meanA, meanB, p := 0.031, 0.4821, 0.5131, 0.0089
	c := &result.Comparison{
		Profile: "default",
		TestSet: result.TestSetInfo{Name: "clinical", Version: "2025-Q3", Queries: 60},
		Settings: result.ComparedSettings{
			Alpha: 0.05, Margin: 0.02, Seed: 42, Resamples: 10000, Test: "t", Interval: "auto", Correction: "none",
		},
		A: result.System{Name: "rrf"},
		Comparisons: []result.Pair{{
			B: result.System{Name: "weighted"}, Verdict: result.Better,
			Measures: []result.MeasureComparison{{
				Measure: "nDCG(gain=exp)@10", Primary: true, Verdict: result.Better,
				Inference: result.Inference{
					N: 60, MeanA: &meanA, MeanB: &meanB, MeanDifference: &difference, PValue: &p, Wins: 31, Losses: 14, Ties: 15,
					Interval: &result.Interval{Method: "t", Level: 0.95, Low: 0.008, High: 0.054},
				},
			}},
		}},
	}
	if err := reports.Comparison(os.Stdout, c, reports.Text, reports.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// weighted is better than rrf on nDCG@10: +0.0310 [+0.0080, +0.0540], p = 0.0089
	// what to do: use weighted
	//
	//    measure      rrf  weighted  difference       95 % interval       p
	// ─────────────────────────────────────────────────────────────────────
	// +  nDCG@10*  0.4821    0.5131     +0.0310  [+0.0080, +0.0540]  0.0089
	// + better; * decides the verdict; nDCG: gain is 2^grade − 1
	//
	// health: nothing to report
	//
	// test set clinical@2025-Q3, 60 queries, profile default
	// next: the same with --details, or rankduel explain better
}

// Per-query scores in the form that other commands read back. The second
// query is undefined under the measure: an empty cell, not 0.
func ExampleEvaluation() {
	score := 1.0 / 3
	e := &result.Evaluation{Runs: []result.RunEvaluation{{
		Name: "bm25",
		PerQuery: []result.QueryScores{
			{QueryID: "q1", Scores: map[string]*float64{"RR": &score}},
			{QueryID: "q2", Scores: map[string]*float64{"RR": nil}},
		},
	}}}
	if err := reports.Evaluation(os.Stdout, e, reports.CSV, reports.Options{PerQuery: true}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// query_id,measure,score
	// q1,RR,0.3333333333333333
	// q2,RR,
}

func ExampleFormatForFile() {
	for _, path := range []string{"out/comment.md", "result.json", "notes"} {
		format, err := reports.FormatForFile(path)
		fmt.Println(format, err)
	}
	// Output:
	// markdown <nil>
	// json <nil>
	//  unknown report format for file "notes": want a name ending in .txt, .json, .md, .csv, .tex or .html
}
