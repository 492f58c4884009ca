package reports_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// aSweep returns a small result, put together by hand.
func aSweep() *result.Sweep {
	ms := []float64{5, 12}
	p := 0.4
	return &result.Sweep{
		Schema: result.SweepSchema, Measure: "nDCG@10", Alpha: 0.05, Seed: 42, Baseline: "b|m25", Best: "rrf rrf_k=1",
		Queries: result.SweptQueries{All: 10, Used: 10}, Leaders: []string{"rrf rrf_k=1", "b|m25"},
		Cost: result.CostLatency, Front: []string{"b|m25", "rrf rrf_k=1"},
		Selection: result.Selection{
			Folds: 5, Repeats: 10, BaselineMean: 0.4, InSampleMean: 0.45, HonestMean: 0.41, Optimism: 0.04, InSampleGain: 0.05, HonestGain: 0.01,
			RepeatMeans: []float64{0.405, 0.415},
			Gain: result.GainInference{
				N: 10, Verdict: result.Inconclusive, PValue: &p,
				Interval: &result.Interval{Method: "tail", Level: 0.95, Low: -0.03, High: 0.05},
			},
		},
		Settings: []result.SweptOne{
			{Name: "b|m25", Components: []string{"b|m25"}, Settings: fusion.Settings{Method: "single"}, Mean: 0.4, LatencyMS: &ms[0], Leader: true, Front: true, Depth: 100, TopK: 100},
			{Name: "rrf rrf_k=1", Components: []string{"b|m25", "dense"}, Settings: fusion.Settings{Method: "rrf", RRFK: new(1)}, Mean: 0.45, Difference: 0.05, LatencyMS: &ms[1], Leader: true, Front: true, Chosen: 50, Depth: 100, TopK: 100},
			{Name: "twin", Components: []string{"b|m25", "dense"}, Settings: fusion.Settings{Method: "wsum", Norm: "zmuv", WProdFloor: new(0.01), Weights: map[string]float64{"b|m25": 1, "dense": 0.25}}, Rerank: &result.SweptRerank{Method: "lexical", TopN: 20}, Mean: 0.45, Difference: 0.05, LatencyMS: &ms[1], SameAs: "rrf rrf_k=1"},
		},
	}
}

// The first sentence is about the procedure on other queries and names the
// winner's own gain only as what it seems to be; a setting that scores like
// another one is not listed twice.
func TestSweepText(t *testing.T) {
	var b strings.Builder
	if err := reports.Sweep(&b, aSweep(), reports.Text, reports.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"inconclusive: a gain from choosing among 3 settings over b|m25 is not shown on nDCG@10: +0.0100 [-0.0300, +0.0500], p = 0.4000 on queries that had no part in the choice; on its own queries the best, rrf rrf_k=1, seems to gain +0.0500\n",
		"optimism, best minus chosen                 –    +0.0400",
		"the divisions' means are between 0.4050 and 0.4150",
		"= could be the best, like 2 of 3 settings",
		"1 setting not listed: the same score as an earlier one on every query",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "twin") {
		t.Errorf("a setting that scores like another one is listed:\n%s", b.String())
	}
}

func TestSweepFormats(t *testing.T) {
	var b bytes.Buffer
	if err := reports.Sweep(&b, aSweep(), reports.CSV, reports.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `setting,fusion_method,components,weights,depth,top_k,mean,difference,latency_p50_ms,leader,front,chosen,same_as,parameters,rerank
b|m25,single,b|m25,,100,100,0.4,0,5,true,true,0,,,
rrf rrf_k=1,rrf,b|m25 dense,,100,100,0.45,0.05,12,true,true,50,,rrf_k=1,
twin,wsum,b|m25 dense,b|m25=1 dense=0.25,0,0,0.45,0.05,12,false,false,0,rrf rrf_k=1,norm=zmuv wprod_floor=0.01,method=lexical top_n=20
`
	if b.String() != want {
		t.Errorf("CSV:\n%swant:\n%s", b.String(), want)
	}
	b.Reset()
	if err := reports.Sweep(&b, aSweep(), reports.JSON, reports.Options{}); err != nil {
		t.Fatal(err)
	}
	var back result.Sweep
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if back.Schema != "rankduel/sweep/v1" || back.Selection.Optimism != 0.04 || back.Health == nil {
		t.Errorf("read back: %+v", back)
	}
	if diff := cmp.Diff(aSweep().Settings, back.Settings); diff != "" {
		t.Errorf("settings, written (-) and read back (+):\n%s", diff)
	}
	if want := `"norm": "zmuv"`; !strings.Contains(b.String(), want) {
		t.Errorf("JSON lacks %s", want)
	}
	b.Reset()
	if err := reports.Sweep(&b, aSweep(), reports.Markdown, reports.Options{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), " b|m25 ") {
		t.Errorf("a name breaks the table:\n%s", b.String())
	}
	if err := reports.Sweep(io.Discard, aSweep(), reports.Trec, reports.Options{}); err == nil {
		t.Error("a sweep is written in the form of trec_eval")
	}
	bad := aSweep()
	bad.Settings[0].Mean = math.NaN()
	if err := reports.Sweep(io.Discard, bad, reports.CSV, reports.Options{}); err == nil {
		t.Error("NaN is written")
	}
}
