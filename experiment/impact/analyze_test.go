package impact_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/impact"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/runs"
)

const before, with = "baseline-x", "mcp-x"

func outcome(run, config, task string, reward float64) runs.Outcome {
	return runs.Outcome{RunID: run, Config: config, Task: task, Reward: &reward}
}

func analyzed(t *testing.T, found []impact.Found, outcomes []runs.Outcome, s impact.Settings) *result.Impact {
	t.Helper()
	i, err := impact.Analyze(found, outcomes, s)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// Differences of 4 tasks by hand: +0.5, 0, +0.5, −0.2; mean 0.2, median 0.25, sample
// deviation sqrt(0.38/3) = 0.3559, quartiles by index (sorted [3] − [1]) 0.5.
func TestDeltas(t *testing.T) {
	var outcomes []runs.Outcome
	for i, pair := range [][2]float64{{0, 0.5}, {1, 1}, {0.5, 1}, {0.7, 0.5}} {
		task := fmt.Sprint("t", i)
		outcomes = append(outcomes, outcome("r", before, task, pair[0]), outcome("r", with, task, pair[1]))
	}
	outcomes = append(outcomes, outcome("r", before, "alone", 0), outcome("r", with, "other", 1), runs.Outcome{RunID: "r", Config: with, Task: "alone"})
	m := analyzed(t, nil, outcomes, impact.Settings{}).Matched
	d := m.Deltas.List()[0]
	for what, pair := range map[string][2]float64{
		"mean": {*d.Mean, 0.2}, "median": {*d.Median, 0.25}, "deviation": {*d.Std, 0.3559}, "quartiles": {*d.IQR, 0.5},
		"higher": {*d.PositiveFraction, 0.5}, "lower": {*d.NegativeFraction, 0.25}, "same": {*d.ZeroFraction, 0.25}, "n": {float64(d.N), 4},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s = %v, want %v", what, pair[0], pair[1])
		}
	}
	// a task whose reward is not known on one side ran, for this, on the other alone
	if *m.MatchedTasks != 4 || *m.BaselineOnly != 1 || *m.MCPOnly != 1 || len(m.Unmatched) != 2 {
		t.Errorf("%d matched, %d and %d alone, %d listed; want 4, 1, 1, 2", *m.MatchedTasks, *m.BaselineOnly, *m.MCPOnly, len(m.Unmatched))
	}
	if d.Interval == nil || d.PValue == nil || *d.PValue <= 0 || *d.PAdjusted < *d.PValue || m.ComparedVerdict != result.Inconclusive {
		t.Errorf("%+v, %s: want interval, p and an inconclusive verdict of 4 tasks", d, m.ComparedVerdict)
	}
	if cost := m.Deltas.List()[1]; cost.N != 0 || cost.Mean != nil || *cost.Computable || cost.Direction != "lower" {
		t.Errorf("%+v: want a cost that is not computable, lower is better", cost)
	}
}

// Tasks with other models or harnesses are not compared, except by the shipped
// program's rules; what is not known agrees.
func TestComparable(t *testing.T) {
	var outcomes []runs.Outcome
	for i := range 5 {
		for _, config := range []string{before, with} {
			o := outcome("r", config, fmt.Sprint("t", i), float64(i))
			o.Model, o.Harness = "m", "h 1"
			if config == with && i == 0 {
				o.Model = "n"
			}
			if config == with && i == 1 {
				o.Harness = "h 2"
			}
			if config == with && i == 2 {
				o.Model, o.Harness = "", ""
			}
			outcomes = append(outcomes, o)
		}
	}
	m := analyzed(t, nil, outcomes, impact.Settings{}).Matched
	var why []string
	for _, u := range m.Excluded {
		why = append(why, u.TaskName+" "+u.Reason)
	}
	if want := []string{"t0 model_mismatch", "t1 harness_mismatch"}; *m.MatchedTasks != 3 || !slices.Equal(why, want) {
		t.Errorf("%d matched, %q excluded; want 3, %q", *m.MatchedTasks, why, want)
	}
	if m := analyzed(t, nil, outcomes, impact.Settings{Convention: traces.Convention{Code: true}}).Matched; *m.MatchedTasks != 5 {
		t.Errorf("csb-code: %d matched, want 5", *m.MatchedTasks)
	}
	if m := analyzed(t, nil, outcomes[:8], impact.Settings{}).Matched; m.Computable || len(m.SkippedRuns) != 1 || m.SkippedRuns[0].Reason != "insufficient_matched_tasks (n=2, need >= 3)" {
		t.Errorf("%+v: want a run with two comparable tasks skipped", m)
	}
}

// Of five trials the exact p of a perfect order is 2/5!, as 2 of the 120 orders are
// as extreme; four trials are too few, and a trial without reward is none.
func TestCorrelations(t *testing.T) {
	var found []impact.Found
	var outcomes []runs.Outcome
	for i := range 5 {
		task := fmt.Sprint("t", i)
		found = append(found, impact.Found{Trial: impact.Trial{RunID: "r", Config: with, Task: task}, FileRecall: float64(i) / 5, MRR: 1})
		outcomes = append(outcomes, outcome("r", with, task, float64(i*i)))
	}
	c := analyzed(t, found, outcomes, impact.Settings{}).Correlation
	if !c.Computable || c.Joined != 5 || len(c.Correlations) != 4 {
		t.Fatalf("%+v: want 4 figures against the reward of 5 trials", c)
	}
	recall, mrr := c.Correlations[0], c.Correlations[1]
	if *recall.R != 1 || math.Abs(*recall.PValue-2.0/120) > 1e-12 || math.Abs(*recall.PAdjusted-4*2.0/120) > 1e-12 {
		t.Errorf("%+v: want 1, p 2/120, and 4 times that adjusted for 4", recall)
	}
	if mrr.R != nil || mrr.PAdjusted != nil {
		t.Errorf("%+v: want none of a constant", mrr)
	}
	outcomes[4].Reward = nil
	if c := analyzed(t, found, outcomes, impact.Settings{}).Correlation; c.Computable || c.Joined != 4 || c.Reason != "insufficient_paired_data (n=4, need >= 5)" {
		t.Errorf("%+v: want too few", c)
	}
}

// The means of a configuration are over all of its trials, matched or not; runs
// that lack one side are listed.
func TestConfigs(t *testing.T) {
	i := analyzed(t, nil, []runs.Outcome{outcome("r", before, "a", 0), outcome("r", before, "b", 1), outcome("q", with, "a", 1)}, impact.Settings{})
	if len(i.Configs) != 2 || i.Configs[1].RunID != "r" || i.Configs[1].Trials != 2 || i.Configs[1].Metrics[0].Mean != 0.5 {
		t.Errorf("%+v: want r with a mean of 0.5 over two", i.Configs)
	}
	if i.Matched.Computable || len(i.Matched.SkippedRuns) != 2 {
		t.Errorf("%+v: want both runs listed", i.Matched)
	}
}

// 150 tasks alike: the 90 % interval over a whole range of 1 is ±1.655·√(2/151)/√152 =
// ±0.0155, inside a margin of 0.02. Shares have that range; of a reward, which the
// harness decides, it has to be declared, and dollars have none.
func TestEquivalent(t *testing.T) {
	var found []impact.Found
	var outcomes []runs.Outcome
	for i := range 150 {
		for _, config := range []string{before, with} {
			task := fmt.Sprint("t", i)
			o := outcome("r", config, task, 1)
			o.CostUSD = new(0.5)
			outcomes = append(outcomes, o)
			found = append(found, impact.Found{Trial: impact.Trial{RunID: "r", Config: config, Task: task}, FileRecall: 0.5, MRR: 1})
		}
	}
	for _, c := range []struct {
		ranges map[string]float64
		want   []result.Verdict // of reward, cost, seconds, recall and MRR
	}{
		{nil, []result.Verdict{result.Inconclusive, result.Inconclusive, result.NoVerdict, result.Equivalent, result.Equivalent}},
		{map[string]float64{"reward": 1}, []result.Verdict{result.Equivalent, result.Inconclusive, result.NoVerdict, result.Equivalent, result.Equivalent}},
		{map[string]float64{"mrr": 9}, []result.Verdict{result.Inconclusive, result.Inconclusive, result.NoVerdict, result.Equivalent, result.Inconclusive}}, // ±0.139
	} {
		m := analyzed(t, found, outcomes, impact.Settings{Compare: compare.Settings{Ranges: c.ranges}}).Matched
		var got []result.Verdict
		for _, d := range m.Deltas.List() {
			got = append(got, d.Verdict)
		}
		if !slices.Equal(got, c.want) || m.ComparedVerdict != c.want[0] || m.Comparison.Ranges["file_recall"] != 1 {
			t.Errorf("ranges %v: %v, overall %s, of ranges %v; want %v", c.ranges, got, m.ComparedVerdict, m.Comparison.Ranges, c.want)
		}
	}
}

// A task was tried again after its document was written: what the first trial found
// goes with no outcome, and that is said. What does not name its trial is joined, and
// so is everything by the shipped program's rules.
func TestOtherTrial(t *testing.T) {
	var found []impact.Found
	var outcomes []runs.Outcome
	for i, folders := range [][2]string{{"a__1", "a__1"}, {"b__1", "b__2"}, {"", "c__1"}, {"d__1", ""}, {"e", "e"}, {"f", "f"}} {
		task := fmt.Sprint("t", i)
		found = append(found, impact.Found{Trial: impact.Trial{RunID: "r", Config: with, Task: task}, Folder: folders[0], FileRecall: float64(i)})
		o := outcome("r", with, task, float64(i))
		o.Folder = folders[1]
		outcomes = append(outcomes, o)
	}
	i := analyzed(t, found, outcomes, impact.Settings{})
	if len(i.Warnings) != 1 || i.Warnings[0].Code != "other_trial" || !strings.Contains(i.Warnings[0].Text, "r/mcp-x/t1: what was found is of trial b__1, the outcome of b__2") {
		t.Errorf("%+v: want t1 alone", i.Warnings)
	}
	if i.Correlation.Joined != 5 || i.Configs[0].Metrics[1].N != 5 {
		t.Errorf("%d joined, %+v: want 5, and 5 with figures", i.Correlation.Joined, i.Configs)
	}
	if i := analyzed(t, found, outcomes, impact.Settings{Convention: traces.Convention{Code: true}}); len(i.Warnings) != 0 || i.Correlation.Joined != 6 {
		t.Errorf("csb-code: %+v, %d joined; want none and 6", i.Warnings, i.Correlation.Joined)
	}
}
