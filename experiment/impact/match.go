package impact

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/traces/runs"
)

// Why tasks and runs are in no difference.
const (
	modelMismatch   = "model_mismatch"
	harnessMismatch = "harness_mismatch"
	baselineOnly    = "baseline_only"
	mcpOnly         = "mcp_only"
)

// otherTrial is the code of the warning that figures and outcome are of two trials.
const otherTrial = "other_trial"

// A matched task is one that both configurations of a run ran.
type matched struct{ baseline, mcp Trial }

// match pairs tasks by run, and compares those of all runs together.
func (a *analysis) match() (result.MatchedComparison, error) {
	m := result.MatchedComparison{
		RunPairs: []result.RunPair{}, SkippedRuns: []result.SkippedRun{}, Excluded: []result.UnmatchedTask{}, Unmatched: []result.UnmatchedTask{},
	}
	var pairs []matched
	for _, run := range a.runs() {
		pairs = append(pairs, a.matchRun(run, &m)...)
	}
	if len(pairs) == 0 {
		m.Reason = "no_runs_with_sufficient_matched_tasks"
		return m, nil
	}
	m.Computable = true
	m.Baseline, m.MCP = m.RunPairs[0].Baseline, m.RunPairs[0].MCP
	m.RunsCompared, m.RunsSkipped, m.MatchedTasks = new(len(m.RunPairs)), new(len(m.SkippedRuns)), new(len(pairs))
	m.BaselineOnly, m.MCPOnly = new(0), new(0)
	for _, p := range m.RunPairs {
		*m.BaselineOnly += p.BaselineOnly
		*m.MCPOnly += p.MCPOnly
		m.Baselines, m.MCPs = append(m.Baselines, p.Baseline), append(m.MCPs, p.MCP)
	}
	for _, names := range []*[]string{&m.Baselines, &m.MCPs} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	for _, p := range pairs {
		m.PerTask = append(m.PerTask, a.perTask(p))
	}
	return m, a.infer(&m, pairs)
}

func (a *analysis) runs() []string {
	return a.names(func(t Trial) (string, bool) { return t.RunID, true })
}

// names returns what trials with an outcome or a figure are called, each name once.
func (a *analysis) names(of func(Trial) (name string, ok bool)) []string {
	seen := map[string]bool{}
	for _, t := range slices.Concat(a.trials, slices.Collect(maps.Keys(a.found))) {
		if name, ok := of(t); ok {
			seen[name] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// choose takes the two configurations of a run.
func (a *analysis) choose(configs []string) (baseline, mcp string, ok bool) {
	pick := func(asked string, is func(string) bool, not string) string {
		for _, c := range configs {
			if c != not && (c == asked || asked == "" && is(c)) {
				return c
			}
		}
		return ""
	}
	baseline = pick(a.settings.Baseline, runs.IsBaseline, a.settings.MCP)
	mcp = pick(a.settings.MCP, runs.IsMCP, baseline)
	return baseline, mcp, baseline != "" && mcp != ""
}

// matchRun pairs the tasks of one run, and says what became of it.
func (a *analysis) matchRun(run string, m *result.MatchedComparison) []matched {
	configs := a.configsOf(run)
	baseline, mcp, ok := a.choose(configs)
	if !ok {
		m.SkippedRuns = append(m.SkippedRuns, result.SkippedRun{RunID: run, Reason: "need_both_baseline_and_mcp_configs", Configs: configs})
		return nil
	}
	before, with := a.rewarded(run, baseline), a.rewarded(run, mcp)
	pair := result.RunPair{RunID: run, Baseline: baseline, MCP: mcp}
	var pairs []matched
	var unmatched, excluded []result.UnmatchedTask
	for _, task := range before {
		p := matched{Trial{run, baseline, task}, Trial{run, mcp, task}}
		if !slices.Contains(with, task) {
			pair.BaselineOnly++
			unmatched = append(unmatched, result.UnmatchedTask{RunID: run, TaskName: task, Config: baseline, Reason: baselineOnly})
		} else if why := a.differ(p); why != "" {
			excluded = append(excluded, result.UnmatchedTask{RunID: run, TaskName: task, Reason: why})
		} else {
			pairs = append(pairs, p)
		}
	}
	for _, task := range with {
		if !slices.Contains(before, task) {
			pair.MCPOnly++
			unmatched = append(unmatched, result.UnmatchedTask{RunID: run, TaskName: task, Config: mcp, Reason: mcpOnly})
		}
	}
	m.Excluded, m.Unmatched = append(m.Excluded, excluded...), append(m.Unmatched, unmatched...)
	if len(pairs) < minMatched {
		m.SkippedRuns = append(m.SkippedRuns, result.SkippedRun{
			RunID: run, Reason: fmt.Sprintf("insufficient_matched_tasks (n=%d, need >= %d)", len(pairs), minMatched),
			Baseline: baseline, MCP: mcp, NBaseline: new(len(before)), NMCP: new(len(with)),
		})
		return nil
	}
	pair.MatchedTasks = len(pairs)
	m.RunPairs = append(m.RunPairs, pair)
	return pairs
}

func (a *analysis) configsOf(run string) []string {
	return a.names(func(t Trial) (string, bool) { return t.Config, t.RunID == run })
}

// rewarded returns the tasks of a configuration with a valid reward, sorted.
func (a *analysis) rewarded(run, config string) []string {
	var tasks []string
	for _, t := range a.trials {
		if t.RunID == run && t.Config == config && a.outcomes[t].Reward != nil {
			tasks = append(tasks, t.Task)
		}
	}
	return tasks
}

// differ says why the two trials of a task are not comparable, "" if they are. The
// shipped program does not ask. What is not known is taken to agree.
func (a *analysis) differ(p matched) string {
	x, y := a.outcomes[p.baseline], a.outcomes[p.mcp]
	switch {
	case a.settings.Convention.Code:
		return ""
	case x.Model != "" && y.Model != "" && x.Model != y.Model:
		return modelMismatch
	case x.Harness != "" && y.Harness != "" && x.Harness != y.Harness:
		return harnessMismatch
	}
	return ""
}

func (a *analysis) perTask(p matched) result.MatchedTask {
	t := result.MatchedTask{RunID: p.baseline.RunID, TaskName: p.baseline.Task, Baseline: p.baseline.Config, MCP: p.mcp.Config}
	for _, m := range compared() {
		x, y := a.round(m.of(a, p.baseline)), a.round(m.of(a, p.mcp))
		d := a.round(difference(m.of(a, p.baseline), m.of(a, p.mcp)))
		switch m.name {
		case "reward": // which the source does not round
			t.RewardBaseline, t.RewardMCP, t.RewardDelta = m.of(a, p.baseline), m.of(a, p.mcp), d
		case "file_recall":
			t.FileRecallBaseline, t.FileRecallMCP, t.FileRecallDelta = x, y, d
		case "mrr":
			t.MRRBaseline, t.MRRMCP, t.MRRDelta = x, y, d
		}
	}
	return t
}

// difference returns y − x, nil unless both are known.
func difference(x, y *float64) *float64 {
	if x == nil || y == nil {
		return nil
	}
	return new(*y - *x)
}
