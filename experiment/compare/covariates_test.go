package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/stats"
)

// foretold returns two systems over n queries whose differences go with a covariate, and a
// file of it that has three times as many queries.
func foretold(t *testing.T, n int) (a, b, file *scoring.Table, d, x []float64) {
	t.Helper()
	var ta, tb, tx strings.Builder
	ta.WriteString("query_id,RR\n")
	tb.WriteString("query_id,RR\n")
	tx.WriteString("query_id,past,same,upto\n")
	for q := range 3 * n {
		v := math.Mod(float64(q)*.618, 1)
		if q < n {
			x = append(x, v)
			d = append(d, .01+.2*(v-.5)+.03*math.Sin(float64(7*q)))
			base := math.Round((.4+.1*math.Cos(float64(q)))*1e4) / 1e4
			fmt.Fprintf(&ta, "q%03d,%v\n", q, base)
			fmt.Fprintf(&tb, "q%03d,%v\n", q, base+d[q])
			fmt.Fprintf(&tx, "q%03d,%v,3,%v\n", q, v, 2*(base+d[q])+1)
			continue
		}
		fmt.Fprintf(&tx, "q%03d,%v,3,%v\n", q, v, v)
	}
	file, err := scorefile.ReadColumns("past.csv", strings.NewReader(tx.String()))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, "a", ta.String()), read(t, "b", tb.String()), file, d, x
}

func adjusting(file *scoring.Table, adjust ...string) compare.Settings {
	return compare.Settings{Adjust: adjust, Columns: map[string]*scoring.Table{"past.csv": file}}
}

// The adjusted difference is that of stats, the unadjusted one is next to it, and the
// interval is as much narrower as is said.
func TestAdjust(t *testing.T) {
	a, b, file, d, x := foretold(t, 60)
	p := compared(t, a, b, adjusting(file, "past.csv:past"))
	m := measureOf(t, p, "RR")
	all := 0.0
	for q := range file.Len() {
		all += file.Value(0, q) / 180
	}
	plain, err := stats.DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	want, slopes, err := plain.Adjusted([]stats.Covariate{{Values: x, Mean: all, All: 180}})
	if err != nil {
		t.Fatal(err)
	}
	const source = "stats.Adjusted, tested against normal equations"
	wingtest.WantNumber(t, "difference", m.MeanDifference, want.Mean, 1e-9, source)
	u := m.Unequal
	if u == nil || u.Alone != "" {
		t.Fatalf("not adjusted: %+v", u)
	}
	wingtest.WantNumber(t, "error", &u.ErrorRatio, *want.SD / *plain.SD, 1e-9, source)
	alone := measureOf(t, compared(t, a, b, compare.Settings{}), "RR")
	wingtest.WantNumber(t, "unadjusted", u.Plain.Mean, *alone.MeanDifference, 1e-15, "the same without covariates")
	if *u.Plain.PValue != *alone.PValue || *m.MeanA != *alone.MeanA || m.Changed != alone.Changed || m.Wins != alone.Wins || u.Effective != 0 {
		t.Error("what was measured has changed")
	}
	if c := u.Covariates[0]; c.Name != "past.csv:past" || c.Queries != 180 || math.Abs(c.Mean-all) > 1e-12 || math.Abs(c.Slope-slopes[0]) > 1e-9 || c.Places {
		t.Errorf("covariate %+v", c)
	}
	if m.Randomization != nil || m.Bootstrap != nil || m.EffectSize != nil {
		t.Error("what does not hold for adjusted differences is there")
	}
}

func TestTooFewToAdjust(t *testing.T) {
	a, b, file, _, _ := foretold(t, 19)
	p := compared(t, a, b, adjusting(file, "past.csv:past"))
	m := measureOf(t, p, "RR")
	wantFinding(t, p, result.FindingNotAdjusted, "not adjusted on RR: 19 are too few to allow for 1 of them: 20 are needed")
	if *m.MeanDifference != *m.Unequal.Plain.Mean || m.Randomization == nil {
		t.Error("adjusted all the same")
	}
}

func TestConstantCovariate(t *testing.T) {
	a, b, file, _, _ := foretold(t, 40)
	wantFinding(t, compared(t, a, b, adjusting(file, "past.csv:same")), result.FindingNotAdjusted, "past.csv:same is constant here")
}

func TestCovariateTwice(t *testing.T) {
	a, b, file, _, _ := foretold(t, 40)
	p := compared(t, a, b, adjusting(file, "past.csv:past", "past.csv:past"))
	wantFinding(t, p, result.FindingNotAdjusted, "past.csv:past is constant here, or follows from those before it")
}

func TestAdjustRefused(t *testing.T) {
	a, b, file, _, _ := foretold(t, 30)
	few, err := scorefile.ReadColumns("past.csv", strings.NewReader("query_id,past\nq000,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name     string
		settings compare.Settings
		want     string
	}{
		{"missing", adjusting(few, "past.csv:past"), "adjust: past.csv:past is missing for 29 of 30 queries: "},
		{"measured on the candidate", adjusting(file, "past.csv:upto"), "adjust: past.csv:upto was measured on b, the candidate: it goes with its RR on every query; take what no candidate can change"},
		{"no column", adjusting(file, "past.csv"), `adjust "past.csv": want FILE:COLUMN, of all queries that these stand for`},
		{"no such column", adjusting(file, "past.csv:clicks"), "adjust: past.csv has no numbers in a column clicks; it has past, same, upto"},
		{"randomization", compare.Settings{Adjust: []string{"past.csv:past"}, Test: compare.TestRandomization}, "test randomization flips signs, which does not hold once a covariate is allowed for; take t"},
		{"weights", compare.Settings{Adjust: []string{"past.csv:past"}, Weights: compare.WeightsOwn}, "adjust is of queries that count alike, and does not go with weights or population"},
		{"all pairs", compare.Settings{Adjust: []string{"past.csv:past"}, AllPairs: true}, "does not go with all_pairs"},
		{"maxt", compare.Settings{Adjust: []string{"past.csv:past"}, Correction: compare.CorrectionMaxT}, "correction maxt is of means without weights and covariates; take another"},
	} {
		_, err := compare.Against(a, []*scoring.Table{b}, tt.settings)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
	}
	b.SHA256, file.SHA256 = "1", "1"
	if _, err := compare.Against(a, []*scoring.Table{b}, adjusting(file, "past.csv:past")); err == nil || !strings.Contains(err.Error(), "it is in the file of its scores, or has its name") {
		t.Errorf("the candidate's own file: %v", err)
	}
	a.SHA256 = "1" // of both, in one table
	if _, err := compare.Against(a, []*scoring.Table{b}, adjusting(file, "past.csv:past")); err != nil {
		t.Errorf("a column of the table of scores: %v", err)
	}
}

// A covariate of which one query has nearly all is taken by its places among all queries.
func TestLongTailOfCovariate(t *testing.T) {
	a, b, file, d, x := foretold(t, 30)
	file.Set(file.Measures[0], 7, 50)
	p := compared(t, a, b, adjusting(file, "past.csv:past"))
	wantFinding(t, p, result.FindingLongTail, "past.csv:past has a long tail: its place among all 90 queries is adjusted by, not its value")
	x[7] = 50
	all := append([]float64{}, x...)
	for q := 30; q < 90; q++ {
		all = append(all, file.Value(0, q))
	}
	places := make([]float64, 30)
	for i, v := range x { // no two are alike
		places[i] = .5 / 90
		for _, w := range all {
			if w < v {
				places[i] += 1. / 90
			}
		}
	}
	plain, err := stats.DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := plain.Adjusted([]stats.Covariate{{Values: places, Mean: .5, All: 90}})
	if err != nil {
		t.Fatal(err)
	}
	m := measureOf(t, p, "RR")
	wingtest.WantNumber(t, "difference", m.MeanDifference, want.Mean, 1e-9, "places counted here")
	if c := m.Unequal.Covariates[0]; c.Mean != .5 || !c.Places {
		t.Errorf("covariate %+v", c)
	}
}

// Of the queries that are compared alone nothing is gained, and that is said.
func TestAdjustNeedsAllQueries(t *testing.T) {
	a, b, file, _, _ := foretold(t, 30)
	file.KeepQueries([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29})
	_, err := compare.Against(a, []*scoring.Table{b}, adjusting(file, "past.csv:past"))
	if err == nil || !strings.Contains(err.Error(), "past.csv:past has only the 30 queries that are compared, and nothing is gained from these alone; give it for all queries that they stand for, such as those of the log") {
		t.Errorf("%v", err)
	}
}
