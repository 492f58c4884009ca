package impact

import (
	"errors"
	"fmt"
	"maps"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// infer fills in the differences of all metrics, with what experiment/compare
// says of them: one family, decided by the same rules as any other comparison.
func (a *analysis) infer(m *result.MatchedComparison, pairs []matched) error {
	list := compared()
	m.Deltas = &result.ImpactDeltas{}
	for i, d := range m.Deltas.List() {
		*d = a.delta(list[i], pairs)
	}
	settings := a.settings.Compare
	settings.Family, settings.Primary, settings.Ranges = compare.FamilyComparison, measureOf(list[0]), ranges(settings.Ranges)
	c, err := compare.Against(a.table(m.Baseline, pairs, false), []*scoring.Table{a.table(m.MCP, pairs, true)}, settings)
	if c == nil {
		if errors.Is(err, compare.ErrNoPairs) {
			return nil
		}
		return fmt.Errorf("matched comparison: %w", err)
	}
	pair := c.Comparisons[0]
	m.ComparedVerdict, m.VerdictReason = pair.Verdict, pair.VerdictReason
	m.Comparison = &result.ImpactFamily{
		Alpha: c.Settings.Alpha, Margin: c.Settings.Margin, Seed: c.Settings.Seed, Resamples: c.Settings.Resamples,
		Test: c.Settings.Test, Interval: c.Settings.Interval, Correction: c.Settings.Correction, Family: c.Settings.Family,
		Ranges: settings.Ranges,
	}
	for _, d := range m.Deltas.List() {
		for _, of := range pair.Measures {
			if of.Measure == d.Metric && d.N > 0 {
				d.Interval, d.Test, d.PValue, d.PAdjusted = of.Interval, of.Decides, of.PValue, of.PAdjusted
				d.Verdict, d.VerdictReason, d.Warnings = of.Verdict, of.VerdictReason, of.Warnings
			}
		}
	}
	return nil
}

// ranges returns the largest differences that two values can have: those that were
// declared, and those of shares, which no one needs to declare.
func ranges(declared map[string]float64) map[string]float64 {
	all := map[string]float64{}
	for _, m := range compared() {
		if m.width > 0 {
			all[m.name] = m.width
		}
	}
	maps.Copy(all, declared)
	return all
}

// measureOf returns a metric as a measure whose scores come from elsewhere.
func measureOf(m metric) metrics.Measure {
	return metrics.Foreign{Name: m.name, Better: m.better, Declared: true}
}

// table has the scores of one side: a row a matched task. Of runs of the same task
// the tasks are the unit, as wordings of one need are.
func (a *analysis) table(name string, pairs []matched, mcp bool) *scoring.Table {
	list := compared()
	columns := scoring.NewColumns(len(list), len(pairs))
	measures := make([]metrics.Measure, len(list))
	times := map[string]int{}
	for _, p := range pairs {
		times[p.baseline.Task]++
	}
	for i, metric := range list {
		measures[i] = measureOf(metric)
		for q, p := range pairs {
			side := p.baseline
			if mcp {
				side = p.mcp
			}
			columns[i][q] = result.OrNaN(metric.of(a, side))
		}
	}
	row := func(q int) result.Row {
		p := pairs[q].baseline
		if times[p.Task] > 1 {
			return result.Row{QueryID: p.RunID + "/" + p.Task, Group: p.Task}
		}
		return result.Row{QueryID: p.RunID + "/" + p.Task}
	}
	set := result.TestSetInfo{Name: "matched tasks", Queries: len(pairs)}
	return scoring.FromScores(name, metrics.ForeignProfile(a.profile.Name), set, measures, len(pairs), row, columns)
}
