package impact

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/traces"
)

// Understood returns of both sides of a matched comparison, the candidate first, how much of their traces was
// understood, and file recall without and with what was done in a shell. Nil is that no trace had anything to say.
func Understood(tasks []*traces.TaskMetrics, m result.MatchedComparison) []result.UnderstoodSide {
	side := func(name string, of func(result.RunPair) string) (u result.UnderstoodSide, said bool) {
		var sum traces.Understanding
		var own, with []float64
		for _, t := range tasks {
			if !slices.ContainsFunc(m.RunPairs, func(p result.RunPair) bool {
				return p.RunID == t.Provenance.RunID && of(p) == t.Provenance.ConfigName
			}) {
				continue
			}
			files := t.FileLevel
			if files.FileScores != nil {
				own = append(own, files.FileRecall)
			}
			if r := t.Reading; r == nil {
				sum = sum.Plus(traces.Understanding{Calls: t.EventSummary.TotalEvents})
			} else {
				sum, said = sum.Plus(r.Understanding), true
				if r.WithShell != nil {
					files = r.WithShell.FileLevel
				}
			}
			if files.FileScores != nil {
				with = append(with, files.FileRecall)
			}
		}
		return result.UnderstoodSide{
			Config: name, Calls: sum.Calls, ShellCalls: sum.ShellCalls, UnreadResults: sum.UnreadResults, Unseen: sum.Unseen, NotUnderstood: sum.NotUnderstood,
			Share: sum.Share(), FileRecall: mean(own), FileRecallWithShell: mean(with),
		}, said
	}
	mcp, a := side(strings.Join(m.MCPs, ", "), func(p result.RunPair) string { return p.MCP })
	baseline, b := side(strings.Join(m.Baselines, ", "), func(p result.RunPair) string { return p.Baseline })
	if !a && !b {
		return nil
	}
	return []result.UnderstoodSide{mcp, baseline}
}

// mean returns that of values, nil without any.
func mean(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	return new(ordered.Sum(values) / float64(len(values)))
}
