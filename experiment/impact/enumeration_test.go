package impact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/impact"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/traces/runs"
)

func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 1e-9 {
		t.Errorf("%s = %v, want %v", what, text(got), want)
	}
}

func text(v *float64) string {
	if v == nil {
		return "none"
	}
	return fmt.Sprint(*v)
}

// flipped returns the share of all sign patterns whose |sum| is at least that of d.
func flipped(d []float64) float64 {
	sum := func(signs int) (s float64) {
		for i, x := range d {
			if signs>>i&1 == 1 {
				x = -x
			}
			s += x
		}
		return math.Abs(s)
	}
	extreme := 0
	for signs := range 1 << len(d) {
		if sum(signs) >= sum(0)-1e-9 {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(d))
}

// Random runs of which tasks are matched, counted, subtracted and tested by hand:
// differences are candidate − baseline, tasks that several runs share are one unit
// with the mean of their differences, p of fewer than 10 units is the share of sign
// patterns as extreme, and the interval of costs, which nothing clips, is around
// the sum over two more than the units (t plus two).
func TestMatchedByEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 14))
	for world := range 300 {
		var outcomes []runs.Outcome
		cost := map[impact.Trial]float64{}
		for _, run := range []string{"p", "q", "r"}[:1+rng.IntN(3)] {
			for _, config := range []string{with, before} {
				for task := range 3 + rng.IntN(4) {
					o := runs.Outcome{RunID: run, Config: config, Task: fmt.Sprint("t", task)}
					if rng.IntN(3) == 0 {
						o.Task += run // in this run alone
					}
					if rng.IntN(8) > 0 {
						o.Reward = new(float64(rng.IntN(3)) / 2)
					}
					o.CostUSD = new(float64(8 * rng.IntN(4)))
					cost[impact.Trial{RunID: run, Config: config, Task: o.Task}] = *o.CostUSD
					outcomes = append(outcomes, o)
				}
			}
		}
		rng.Shuffle(len(outcomes), func(i, j int) { outcomes[i], outcomes[j] = outcomes[j], outcomes[i] })
		rewarded := map[impact.Trial]bool{}
		runIDs := []string{}
		for _, o := range outcomes {
			rewarded[impact.Trial{RunID: o.RunID, Config: o.Config, Task: o.Task}] = o.Reward != nil
			if !slices.Contains(runIDs, o.RunID) {
				runIDs = append(runIDs, o.RunID)
			}
		}
		slices.Sort(runIDs)
		var tasks, compared []string
		var differences []float64
		onlyBefore, onlyWith := 0, 0
		for _, run := range runIDs {
			var mine []string
			alone := [2]int{}
			for of, ok := range rewarded {
				other := impact.Trial{RunID: run, Config: before, Task: of.Task}
				if of.Config == before {
					other.Config = with
				}
				switch {
				case of.RunID != run || !ok:
				case !rewarded[other] && of.Config == before:
					alone[0]++
				case !rewarded[other]:
					alone[1]++
				case of.Config == before:
					mine = append(mine, of.Task)
				}
			}
			if slices.Sort(mine); len(mine) < 3 {
				continue
			}
			compared = append(compared, fmt.Sprint(run, len(mine), alone))
			onlyBefore, onlyWith = onlyBefore+alone[0], onlyWith+alone[1]
			for _, task := range mine {
				tasks = append(tasks, task)
				differences = append(differences, cost[impact.Trial{RunID: run, Config: with, Task: task}]-cost[impact.Trial{RunID: run, Config: before, Task: task}])
			}
		}
		m := analyzed(t, nil, outcomes, impact.Settings{}).Matched
		if m.Computable != (len(tasks) > 0) {
			t.Fatalf("world %d: computable %v with %d matched tasks", world, m.Computable, len(tasks))
		}
		if !m.Computable {
			continue
		}
		var pairs, listed []string
		for _, p := range m.RunPairs {
			pairs = append(pairs, fmt.Sprint(p.RunID, p.MatchedTasks, [2]int{p.BaselineOnly, p.MCPOnly}))
		}
		for _, p := range m.PerTask {
			listed = append(listed, p.TaskName)
		}
		if !slices.Equal(pairs, compared) || !slices.Equal(listed, tasks) || *m.BaselineOnly != onlyBefore || *m.MCPOnly != onlyWith || *m.RunsCompared != len(compared) || *m.RunsSkipped != len(runIDs)-len(compared) {
			t.Fatalf("world %d: pairs %v, tasks %v, %d and %d alone; want %v, %v, %d and %d", world, pairs, listed, *m.BaselineOnly, *m.MCPOnly, compared, tasks, onlyBefore, onlyWith)
		}
		checkCosts(t, fmt.Sprint("world ", world), &m.Deltas.CostUSD, tasks, differences)
	}
}

func checkCosts(t *testing.T, where string, d *result.ImpactDelta, tasks []string, differences []float64) {
	t.Helper()
	higher, lower, mean := 0, 0, 0.0
	units, of := []float64{}, map[string][]float64{}
	for i, x := range differences {
		mean += x / float64(len(differences))
		higher, lower = higher+btoi(x > 0), lower+btoi(x < 0)
		of[tasks[i]] = append(of[tasks[i]], x)
	}
	sum, largest := 0.0, 0.0
	for _, list := range of {
		unit := 0.0
		for _, x := range list {
			unit += x / float64(len(list))
		}
		units, sum, largest = append(units, unit), sum+unit, max(largest, math.Abs(unit))
	}
	n := float64(len(differences))
	rounded := func(v float64) float64 { return math.Round(v*1e4) / 1e4 }
	near(t, where+": mean", d.Mean, rounded(mean))
	near(t, where+": share higher", d.PositiveFraction, rounded(float64(higher)/n))
	near(t, where+": share lower", d.NegativeFraction, rounded(float64(lower)/n))
	near(t, where+": share the same", d.ZeroFraction, rounded((n-float64(higher+lower))/n))
	slices.Sort(differences)
	near(t, where+": quartiles", d.IQR, differences[3*len(differences)/4]-differences[len(differences)/4])
	if want := fmt.Sprintf("cost_usd is higher in %d, lower in %d and the same in %d of %d matched tasks; a difference that was seen, which says nothing of its cause",
		higher, lower, len(differences)-higher-lower, len(differences)); d.Interpretation != want {
		t.Errorf("%s: %s, want %s", where, d.Interpretation, want)
	}
	// p is that of all signs, or where that is larger that of the interval, which
	// then holds 0 at any level that the p allows.
	i := d.Interval
	switch signs := flipped(units); {
	case len(units) >= 10 || math.Abs(*d.PValue-signs) <= 1e-9:
	case *d.PValue < signs || *d.PValue < .05 || i == nil || !(i.Low <= 0 && 0 <= i.High):
		t.Errorf("%s: p %v with %+v, want at least %v (all signs)", where, *d.PValue, i, signs)
	}
	mean = sum / float64(len(units))
	if len(units) >= 2 && largest > 1 && (i == nil || i.Low > mean || i.High < mean || i.Low < -largest || i.High > largest) {
		t.Errorf("%s: interval %+v, want one around %v within ±%v", where, i, mean, largest)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// joined returns one trial a pair of values, recall against reward.
func joined(xs, ys []float64) (found []impact.Found, outcomes []runs.Outcome) {
	for i := range xs {
		task := fmt.Sprintf("t%02d", i)
		found = append(found, impact.Found{Trial: impact.Trial{RunID: "r", Config: with, Task: task}, FileRecall: xs[i]})
		outcomes = append(outcomes, outcome("r", with, task, ys[i]))
	}
	return found, outcomes
}

// ranks by counting, those of equal values their mean.
func ranks(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		below, same := 0, 0
		for _, w := range values {
			below, same = below+btoi(w < v), same+btoi(w == v)
		}
		out[i] = float64(below) + float64(same+1)/2
	}
	return out
}

func pearson(x, y []float64) float64 {
	n := float64(len(x))
	var mx, my, xx, yy, xy float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		xx, yy, xy = xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my), xy+(x[i]-mx)*(y[i]-my)
	}
	return xy / math.Sqrt(xx*yy)
}

// permuted visits all orders of values.
func permuted(values []float64, visit func([]float64)) {
	var next func(int)
	next = func(k int) {
		if k == len(values) {
			visit(values)
			return
		}
		for i := k; i < len(values); i++ {
			values[k], values[i] = values[i], values[k]
			next(k + 1)
			values[k], values[i] = values[i], values[k]
		}
	}
	next(0)
}

// Of 5 to 7 trials with ties: Spearman's is Pearson's of mean ranks, its exact p the
// share of all orders that are as extreme, the source's p normal of r√((n−2)/(1−r²)),
// and the words are those of .7, .4 and .2.
func TestCorrelationsByEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 14))
	for range 150 {
		n := 5 + rng.IntN(3)
		xs, ys := make([]float64, n), make([]float64, n)
		for i := range n {
			xs[i], ys[i] = float64(rng.IntN(n)), float64(rng.IntN(n))
		}
		rx, ry := ranks(xs), ranks(ys)
		r := pearson(rx, ry)
		if math.IsNaN(r) {
			continue
		}
		extreme, orders := 0, 0
		permuted(slices.Clone(ry), func(order []float64) {
			orders++
			extreme += btoi(math.Abs(pearson(rx, order)) >= math.Abs(r)-1e-9)
		})
		found, outcomes := joined(xs, ys)
		c := analyzed(t, found, outcomes, impact.Settings{}).Correlation.Correlations[0]
		where := fmt.Sprint(xs, ys)
		near(t, where+": r", c.R, math.RoundToEven(r*1e6)/1e6)
		near(t, where+": exact p", c.PValue, float64(extreme)/float64(orders))
		normal := 0.0
		if math.Abs(r) < 1-1e-12 {
			normal = math.Erfc(math.Abs(r) * math.Sqrt(float64(n-2)/(1-r*r)) / math.Sqrt2)
		}
		near(t, where+": normal p", c.P, math.RoundToEven(normal*1e6)/1e6)
	}
}

// Orders of 1 to 5 whose coefficient is a boundary: 1 − Σd²/20.
func TestInterpretation(t *testing.T) {
	for _, c := range []struct {
		order []float64
		r     float64
		words string
	}{
		{[]float64{1, 2, 3, 4, 5}, 1, "strong positive"},
		{[]float64{1, 3, 4, 2, 5}, 0.7, "strong positive"},
		{[]float64{2, 1, 5, 3, 4}, 0.6, "moderate positive"},
		{[]float64{1, 5, 3, 4, 2}, 0.1, "negligible positive"},
		{[]float64{2, 5, 1, 3, 4}, 0.2, "weak positive"},
		{[]float64{1, 4, 5, 2, 3}, 0.2, "weak positive"},
		{[]float64{3, 1, 5, 2, 4}, 0.3, "weak positive"},
		{[]float64{3, 2, 1, 4, 5}, 0.6, "moderate positive"},
		{[]float64{1, 2, 5, 4, 3}, 0.6, "moderate positive"},
		{[]float64{2, 3, 4, 1, 5}, 0.4, "moderate positive"},
		{[]float64{5, 4, 3, 2, 1}, -1, "strong negative"},
		{[]float64{5, 3, 2, 4, 1}, -0.7, "strong negative"},
		{[]float64{4, 3, 2, 5, 1}, -0.4, "moderate negative"},
		{[]float64{3, 5, 1, 4, 2}, -0.3, "weak negative"},
		{[]float64{2, 5, 4, 1, 3}, -0.2, "weak negative"},
		{[]float64{3, 4, 1, 5, 2}, -0.1, "negligible negative"},
		{[]float64{2, 5, 3, 1, 4}, 0, "negligible positive"}, // neither; its size says so
	} {
		found, outcomes := joined([]float64{1, 2, 3, 4, 5}, c.order)
		got := analyzed(t, found, outcomes, impact.Settings{}).Correlation.Correlations[0]
		near(t, fmt.Sprint(c.order), got.R, c.r)
		if want := c.words + " association of file_recall and verifier_outcome over 5 trials; an association, which says nothing of cause"; got.Interpretation != want {
			t.Errorf("%v: %s, want %s", c.order, got.Interpretation, want)
		}
	}
}

// Beyond 9 trials p is Student's: of 8 degrees of freedom, with θ = atan(t/√8),
// 1 − sin θ·(1 + cos²θ/2 + 3cos⁴θ/8 + 5cos⁶θ/16) (Abramowitz and Stegun 26.7.4). Of 9
// it is exact: of the order with one exchange of neighbours, 2·(1 + 8)/9!.
func TestExactAndStudent(t *testing.T) {
	xs := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	ys := []float64{3, 1, 2, 6, 4, 5, 9, 7, 10, 8}
	r := pearson(xs, ys)
	theta := math.Atan(r * math.Sqrt(8/(1-r*r)) / math.Sqrt(8))
	s, k := math.Sin(theta), math.Cos(theta)*math.Cos(theta)
	found, outcomes := joined(xs, ys)
	c := analyzed(t, found, outcomes, impact.Settings{}).Correlation.Correlations[0]
	if near(t, "p of 10", c.PValue, 1-s*(1+k/2+3*k*k/8+5*k*k*k/16)); c.Method != "asymptotic" {
		t.Errorf("method of 10 trials %s", c.Method)
	}
	found, outcomes = joined(xs[:9], []float64{2, 1, 3, 4, 5, 6, 7, 8, 9})
	c = analyzed(t, found, outcomes, impact.Settings{}).Correlation.Correlations[0]
	if near(t, "p of 9", c.PValue, 2*9./362880); c.Method != "exact" {
		t.Errorf("method of 9 trials %s", c.Method)
	}
}

// Which two configurations of a run are compared: the first of each kind by name, or
// those that were asked for, and never one with itself.
func TestChoose(t *testing.T) {
	configs := []string{"sourcegraph-z", "mcp-b", "baseline-b", "mcp-a", "baseline-a"}
	var outcomes []runs.Outcome
	for _, config := range configs {
		for task := range 3 {
			outcomes = append(outcomes, outcome("r", config, fmt.Sprint("t", task), 1))
		}
	}
	for _, c := range []struct{ baseline, candidate, want string }{
		{"", "", "baseline-a mcp-a"},
		{"baseline-b", "", "baseline-b mcp-a"},
		{"", "mcp-b", "baseline-a mcp-b"},
		{"", "baseline-a", "baseline-b baseline-a"},
		{"mcp-a", "", "mcp-a mcp-b"},
		{"sourcegraph-z", "baseline-b", "sourcegraph-z baseline-b"},
		{"nope", "", "no_runs_with_sufficient_matched_tasks r: need_both_baseline_and_mcp_configs [baseline-a baseline-b mcp-a mcp-b sourcegraph-z]"},
	} {
		m := analyzed(t, nil, outcomes, impact.Settings{Baseline: c.baseline, MCP: c.candidate}).Matched
		got := m.Baseline + " " + m.MCP
		if !m.Computable {
			got = fmt.Sprint(m.Reason, " ", m.SkippedRuns[0].RunID, ": ", m.SkippedRuns[0].Reason, " ", m.SkippedRuns[0].Configs)
		}
		if got != c.want {
			t.Errorf("--baseline %q --candidate %q: %s, want %s", c.baseline, c.candidate, got, c.want)
		}
	}
}

// A run of which there are documents and no outcomes is there too, with its means;
// configurations are in the order of runs and names whatever the order of trials.
func TestRunsOfDocuments(t *testing.T) {
	found := []impact.Found{
		{Trial: impact.Trial{RunID: "z", Config: with, Task: "a"}, FileRecall: 1},
		{Trial: impact.Trial{RunID: "0", Config: with, Task: "a"}, FileRecall: 1},
		{Trial: impact.Trial{RunID: "a", Config: with, Task: "a"}, FileRecall: 0.5},
		{Trial: impact.Trial{RunID: "a", Config: with, Task: "b"}, FileRecall: 1},
	}
	i := analyzed(t, found, []runs.Outcome{outcome("m", with, "a", 1), outcome("m", before, "b", 0), outcome("a", with, "b", 1)}, impact.Settings{})
	var got []string
	for _, c := range i.Configs {
		line := fmt.Sprint(c.RunID, " ", c.Config, " ", c.Trials)
		for _, m := range c.Metrics {
			line += fmt.Sprintf(" %s %v of %d", m.Metric, m.Mean, m.N)
		}
		got = append(got, line)
	}
	want := []string{
		"0 mcp-x 1 file_recall 1 of 1 mrr 0 of 1",
		"a mcp-x 2 reward 1 of 1 file_recall 0.75 of 2 mrr 0 of 2", "m baseline-x 1 reward 0 of 1", "m mcp-x 1 reward 1 of 1", "z mcp-x 1 file_recall 1 of 1 mrr 0 of 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var skipped []string
	for _, r := range i.Matched.SkippedRuns {
		skipped = append(skipped, fmt.Sprint(r.RunID, " ", r.Reason, " ", r.Configs))
	}
	if want := []string{
		"0 need_both_baseline_and_mcp_configs [mcp-x]", "a need_both_baseline_and_mcp_configs [mcp-x]", "m insufficient_matched_tasks (n=0, need >= 3) []", "z need_both_baseline_and_mcp_configs [mcp-x]",
	}; !slices.Equal(skipped, want) {
		t.Errorf("%q, want %q", skipped, want)
	}
}

// An outcome that too few trials have is in no correlation, and those behind it are.
func TestCorrelationsOfKnown(t *testing.T) {
	found, outcomes := joined([]float64{1, 2, 3, 4, 5, 6}, []float64{1, 3, 2, 4, 6, 5})
	for i := range outcomes {
		if i < 4 {
			outcomes[i].CostUSD = new(float64(i))
		}
		if i < 5 {
			outcomes[i].WallClockSeconds = new(float64(-i))
		}
		outcomes[i].OutputTokens = new(float64(i))
	}
	c := analyzed(t, found, outcomes, impact.Settings{}).Correlation
	var got []string
	for _, of := range c.Correlations[:3] {
		got = append(got, fmt.Sprint(of.Retrieval, " ", of.Outcome, " ", of.N, " ", *of.R))
	}
	want := []string{"file_recall verifier_outcome 6 0.885714", "file_recall runtime_seconds 5 -1", "file_recall output_tokens 6 1"} // 1 − 6·4/210
	if !slices.Equal(got, want) || len(c.Correlations) != 12 {
		t.Errorf("%q of %d, want %q of 12", got, len(c.Correlations), want)
	}
	if c.Family == nil || c.Family.Size != 12 {
		t.Errorf("%+v: want a family of 12", c.Family)
	}
	if c.Correlations[1].P == nil || *c.Correlations[1].P != 0 {
		t.Errorf("%+v: want the source's p of a perfect order, 0", c.Correlations[1])
	}
}

// What one side alone found is in no difference, and a run whose configurations are
// known from documents alone names them in order, each once.
func TestFoundOnOneSide(t *testing.T) {
	of := func(run, config, task string, recall float64) impact.Found {
		return impact.Found{Trial: impact.Trial{RunID: run, Config: config, Task: task}, FileRecall: recall, MRR: recall}
	}
	found := []impact.Found{
		of("r", before, "t0", 0.25), of("r", with, "t0", 1), of("r", before, "t1", 0.5), of("r", with, "t2", 0.5),
		of("s", "sourcegraph-q", "a", 1), of("s", "mcp-z", "a", 1), of("s", "mcp-a", "a", 1), of("s", "mcp-a", "b", 1),
	}
	var outcomes []runs.Outcome
	for i := range 3 {
		outcomes = append(outcomes, outcome("r", before, fmt.Sprint("t", i), 0), outcome("r", with, fmt.Sprint("t", i), 1))
	}
	m := analyzed(t, found, outcomes, impact.Settings{}).Matched
	if d := m.Deltas.FileRecall; d.N != 1 || *d.Mean != 0.75 {
		t.Errorf("%+v: want the one difference of t0, 0.75", d)
	}
	for i, want := range []string{"0.25 1 0.75", "0.5 none none", "none 0.5 none"} {
		p := m.PerTask[i]
		if got := text(p.FileRecallBaseline) + " " + text(p.FileRecallMCP) + " " + text(p.FileRecallDelta); got != want {
			t.Errorf("%s: %s, want %s", p.TaskName, got, want)
		}
	}
	if r := m.SkippedRuns[0]; r.RunID != "s" || !slices.Equal(r.Configs, []string{"mcp-a", "mcp-z", "sourcegraph-q"}) {
		t.Errorf("%+v: want s with three configurations", r)
	}
	if got, want := m.Deltas.CostUSD.VerdictReason, "no matched task has cost_usd on both sides"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if want := "reward: too few changed queries: 3 of 3 differ, at least 6 are needed"; m.VerdictReason != want {
		t.Errorf("%s, want %s", m.VerdictReason, want)
	}
}

// Runs may have other configurations each: their names are listed once and in order,
// the first pair is that of the first run.
func TestConfigurationsOfRuns(t *testing.T) {
	var outcomes []runs.Outcome
	for _, of := range [][3]string{{"a", "baseline-z", "mcp-z"}, {"b", "baseline-y", "mcp-y"}, {"c", "baseline-z", "mcp-y"}} {
		for i := range 3 {
			outcomes = append(outcomes, outcome(of[0], of[1], fmt.Sprint("t", i), 0), outcome(of[0], of[2], fmt.Sprint("t", i), 1))
		}
	}
	m := analyzed(t, nil, outcomes, impact.Settings{}).Matched
	if got, want := fmt.Sprint(m.Baseline, " ", m.MCP, " ", m.Baselines, m.MCPs, *m.MatchedTasks), "baseline-z mcp-z [baseline-y baseline-z] [mcp-y mcp-z] 9"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
