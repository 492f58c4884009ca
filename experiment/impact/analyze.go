// Package impact sets what agents found, as package traces measures it, next to what their trials came to:
// correlations over all trials, and differences between two configurations on the tasks that both ran. The
// differences go through experiment/compare as any others do, and so have intervals, tests and verdicts.
//
// All of it is association. That a configuration finds more and is rewarded more
// does not say that the one is why the other.
package impact

import (
	"fmt"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/runs"
)

// The fewest that statistics are made of.
const (
	minMatched = 3 // tasks of a run that both configurations ran
	minJoined  = 5 // trials with both retrieval and outcome, for a correlation
)

// A Trial names one trial.
type Trial struct{ RunID, Config, Task string }

// A Found is what a trial found, of those for which that is computable.
type Found struct {
	Trial
	Folder                                  string // of the trial, "" when not known
	FileRecall, MRR, MAP, ContextEfficiency float64
}

// FoundOf returns the figures of tasks that are computable.
func FoundOf(tasks []*traces.TaskMetrics) []Found {
	var list []Found
	for _, t := range tasks {
		if f := t.FileLevel; f.Computable && f.FileScores != nil {
			of := Found{
				Trial:      Trial{t.Provenance.RunID, t.Provenance.ConfigName, t.Provenance.TaskName},
				FileRecall: f.FileRecall, MRR: f.MRR, MAP: f.MAP, ContextEfficiency: f.ContextEfficiency,
			}
			if t.Provenance.TrialName != nil {
				of.Folder = *t.Provenance.TrialName
			}
			list = append(list, of)
		}
	}
	return list
}

// Settings say what is compared, and how.
type Settings struct {
	Convention traces.Convention
	Baseline   string // configuration; "": of each run the first that begins with baseline
	MCP        string // likewise; "": the first with the server
	Now        time.Time
	Compare    compare.Settings
}

// analysis is one that is under way.
type analysis struct {
	settings Settings
	profile  metrics.Profile
	found    map[Trial]Found
	outcomes map[Trial]runs.Outcome
	trials   []Trial // with an outcome, by run, configuration and task
}

// Analyze sets figures next to outcomes. Of repeated trials the last counts.
func Analyze(found []Found, outcomes []runs.Outcome, s Settings) (*result.Impact, error) {
	profile, err := metrics.ProfileByName(s.Convention.Profile())
	if err != nil {
		return nil, err
	}
	a := &analysis{settings: s, profile: profile, found: map[Trial]Found{}, outcomes: map[Trial]runs.Outcome{}}
	for _, f := range found {
		a.found[f.Trial] = f
	}
	for _, o := range outcomes {
		t := Trial{o.RunID, o.Config, o.Task}
		if _, again := a.outcomes[t]; !again {
			a.trials = append(a.trials, t)
		}
		a.outcomes[t] = o
	}
	ordered.Stable(a.trials, compareTrials)
	impact := &result.Impact{
		Schema: result.ImpactSchema, Profile: profile.Name, GeneratedAt: s.Now.UTC().Format(time.RFC3339),
		Warnings: a.forgetOthers(),
	}
	impact.Configs = a.configs()
	if impact.Correlation, err = a.correlate(); err != nil {
		return nil, err
	}
	impact.Matched, err = a.match()
	return impact, err
}

// forgetOthers leaves out figures of another trial than the outcome is of: a task that was tried again
// after its document was written. The shipped program joins them.
func (a *analysis) forgetOthers() []result.Warning {
	warnings := []result.Warning{}
	for _, t := range a.trials {
		f, o := a.found[t], a.outcomes[t]
		if a.settings.Convention.Code || f.Folder == "" || o.Folder == "" || f.Folder == o.Folder {
			continue
		}
		delete(a.found, t)
		warnings = append(warnings, result.Warning{Code: otherTrial, Text: fmt.Sprintf(
			"%s/%s/%s: what was found is of trial %s, the outcome of %s: it is left out; write the document again (traces normalize)", t.RunID, t.Config, t.Task, f.Folder, o.Folder)})
	}
	return warnings
}

func compareTrials(a, b Trial) int {
	return slices.Compare([]string{a.RunID, a.Config, a.Task}, []string{b.RunID, b.Config, b.Task})
}

// round rounds to the profile's decimals, nil of nil.
func (a *analysis) round(v *float64) *float64 {
	if v == nil {
		return nil
	}
	return new(a.profile.Round(*v))
}

// A metric is one that trials have.
type metric struct {
	name   string
	better metrics.Direction
	of     func(a *analysis, t Trial) *float64 // nil when not known
	width  float64                             // largest difference of two values, 0 where the harness decides
}

func outcome(of func(runs.Outcome) *float64) func(*analysis, Trial) *float64 {
	return func(a *analysis, t Trial) *float64 { return of(a.outcomes[t]) }
}

func figure(of func(Found) float64) func(*analysis, Trial) *float64 {
	return func(a *analysis, t Trial) *float64 {
		f, known := a.found[t]
		if !known {
			return nil
		}
		return new(of(f))
	}
}

func compared() []metric {
	return []metric{
		{"reward", metrics.HigherIsBetter, outcome(func(o runs.Outcome) *float64 { return o.Reward }), 0},
		{"cost_usd", metrics.LowerIsBetter, outcome(func(o runs.Outcome) *float64 { return o.CostUSD }), 0},
		{"wall_clock_seconds", metrics.LowerIsBetter, outcome(func(o runs.Outcome) *float64 { return o.WallClockSeconds }), 0},
		{"file_recall", metrics.HigherIsBetter, figure(func(f Found) float64 { return f.FileRecall }), 1},
		{"mrr", metrics.HigherIsBetter, figure(func(f Found) float64 { return f.MRR }), 1},
	}
}

// Metrics returns the names of those, in the order of reports.
func Metrics() []string { return ordered.Each(compared(), func(m metric) string { return m.name }) }

// configs sums up every configuration, with the tasks that no other ran too.
func (a *analysis) configs() []result.ConfigAggregate {
	list := []result.ConfigAggregate{}
	of := map[[2]string][]Trial{}
	var order [][2]string
	all := slices.Clone(a.trials)
	for t := range a.found {
		if _, known := a.outcomes[t]; !known {
			all = append(all, t)
		}
	}
	ordered.Stable(all, compareTrials)
	for _, t := range all {
		key := [2]string{t.RunID, t.Config}
		if of[key] == nil {
			order = append(order, key)
		}
		of[key] = append(of[key], t)
	}
	for _, key := range order {
		c := result.ConfigAggregate{RunID: key[0], Config: key[1], Trials: len(of[key]), Metrics: []result.ConfigMetric{}}
		for _, m := range compared() {
			if summed, ok := a.summed(m, of[key]); ok {
				c.Metrics = append(c.Metrics, summed)
			}
		}
		list = append(list, c)
	}
	return list
}

// summed sums a metric up over trials that have it; ok is false without any.
func (a *analysis) summed(m metric, trials []Trial) (c result.ConfigMetric, ok bool) {
	var values []float64
	for _, t := range trials {
		if v := m.of(a, t); v != nil {
			values = append(values, *v)
		}
	}
	s, err := stats.Summarize(values)
	if err != nil {
		return c, false
	}
	return result.ConfigMetric{Metric: m.name, Mean: a.profile.Round(s.Mean), Median: a.profile.Round(s.Median), N: s.N}, true
}

// delta sums the differences of one metric up as the source does.
func (a *analysis) delta(m metric, pairs []matched) result.ImpactDelta {
	var d []float64
	for _, p := range pairs {
		if v := difference(m.of(a, p.baseline), m.of(a, p.mcp)); v != nil {
			d = append(d, *v)
		}
	}
	delta := result.ImpactDelta{Metric: m.name, N: len(d), Direction: "higher", Verdict: result.NoVerdict}
	if m.better == metrics.LowerIsBetter {
		delta.Direction = "lower"
	}
	s, err := stats.Summarize(d)
	if err != nil {
		delta.Computable = new(false)
		delta.VerdictReason = fmt.Sprintf("no matched task has %s on both sides", m.name)
		return delta
	}
	slices.Sort(d)
	positive, negative := 0, 0
	for _, v := range d {
		if v > 0 {
			positive++
		} else if v < 0 {
			negative++
		}
	}
	share := func(n int) *float64 { return new(a.profile.Round(float64(n) / float64(len(d)))) }
	delta.Mean, delta.Median, delta.Std = a.round(&s.Mean), a.round(&s.Median), new(0.0)
	if s.SD != nil {
		delta.Std = a.round(s.SD)
	}
	delta.IQR = new(a.profile.Round(d[3*len(d)/4] - d[len(d)/4])) // by index, as the source has it
	delta.PositiveFraction, delta.NegativeFraction, delta.ZeroFraction = share(positive), share(negative), share(len(d)-positive-negative)
	delta.Interpretation = fmt.Sprintf("%s is higher in %d, lower in %d and the same in %d of %d matched tasks; a difference that was seen, which says nothing of its cause",
		m.name, positive, negative, len(d)-positive-negative, len(d))
	return delta
}
