package agents

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteImpact writes what agents found next to what their trials came to.
func WriteImpact(w io.Writer, i *result.Impact, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: i, Document: func(d *document.Document) {
		all := o.Long() || d.Form == document.Markdown
		if d.Form == document.Markdown {
			d.Heading("Retrieval and outcomes")
			d.Lines(append(matchedLines(i.Matched, d.Safe), otherLines(i, d.Safe)...)...)
		} else {
			d.Lines(matchedLines(i.Matched, d.Safe)...)
			d.Lines(otherLines(i, d.Safe)...)
		}
		d.Table("", deltasTable(i.Matched, all), deltaNotes(i.Matched)...)
		d.Lines(firstOf(d, unmatchedLines(i.Matched), all)...)
		d.Lines(firstOf(d, warningTexts(i.Warnings), all)...)
		d.Lines(d.Safe(correlationLine(i.Correlation)))
		d.Table("", correlationsTable(i.Correlation, all), correlationNotes(i.Correlation)...)
		if all {
			d.Folded(d.Capital("by configuration, all trials"), configsTable(i))
			d.Folded(d.Capital("matched tasks"), matchedTable(i.Matched))
		}
		d.Lines(d.Capital(association))
	}})
}

const association = "association only: no difference and no correlation here says what is why"

// matchedLines say what was compared, and the verdict.
func matchedLines(m result.MatchedComparison, safe func(string) string) []string {
	skipped := ordered.Each(m.SkippedRuns, func(r result.SkippedRun) string { return skippedLine(r, safe) })
	if !m.Computable {
		return append([]string{"no matched comparison: " + strings.ReplaceAll(m.Reason, "_", " ")}, skipped...)
	}
	lines := append(sidesLines(m.Understood, safe),
		fmt.Sprintf("%s against %s on the reward: %s", safe(strings.Join(m.MCPs, ", ")), safe(strings.Join(m.Baselines, ", ")), m.ComparedVerdict),
		"  "+m.VerdictReason,
		fmt.Sprintf("%s in %s; only in the baseline %d, only in the other %d, not comparable %d",
			document.Plural(*m.MatchedTasks, "matched task", "matched tasks"), document.Plural(*m.RunsCompared, "run", "runs"), *m.BaselineOnly, *m.MCPOnly, len(m.Excluded)))
	return append(lines, skipped...)
}

// otherLines name the configurations of a run that were compared with none.
func otherLines(i *result.Impact, safe func(string) string) []string {
	var lines prose.Notes
	for _, pair := range i.Matched.RunPairs {
		var others []string
		for _, c := range i.Configs {
			if c.RunID == pair.RunID && c.Config != pair.Baseline && c.Config != pair.MCP {
				others = append(others, c.Config)
			}
		}
		lines.If(len(others) > 0, "run %s also has %s, compared with none: choose with --baseline and --candidate", safe(pair.RunID), safe(strings.Join(others, ", ")))
	}
	return lines
}

func skippedLine(r result.SkippedRun, safe func(string) string) string {
	line := fmt.Sprintf("run %s is not compared: %s", safe(r.RunID), strings.ReplaceAll(r.Reason, "_", " "))
	if len(r.Configs) > 0 {
		line += "; it has " + safe(strings.Join(r.Configs, ", "))
	}
	return line
}

// unmatchedLines list the tasks that are in no difference.
func unmatchedLines(m result.MatchedComparison) []string {
	return slices.Concat(ordered.Each(m.Excluded, func(t result.UnmatchedTask) string {
		return fmt.Sprintf("not comparable: %s/%s: %s", t.RunID, t.TaskName, strings.ReplaceAll(t.Reason, "_", " "))
	}), ordered.Each(m.Unmatched, func(t result.UnmatchedTask) string {
		return fmt.Sprintf("not matched: %s/%s has a valid reward in %s alone", t.RunID, t.TaskName, t.Config)
	}))
}

func warningTexts(warnings []result.Warning) []string {
	return ordered.Each(warnings, func(w result.Warning) string { return w.Text })
}

func deltasTable(m result.MatchedComparison, medians bool) document.Table {
	t := document.NewTable(document.Words("candidate\n− baseline"), document.Numbers("n", "mean"))
	if medians {
		t.Columns = append(t.Columns, document.Numbers("median")...)
	}
	t.Columns = slices.Concat(t.Columns, document.Numbers("interval", "p"), document.Words("verdict"))
	if m.Deltas == nil {
		return t
	}
	for _, d := range m.Deltas.List() {
		row := []string{d.Metric, fmt.Sprint(d.N), document.Signed(d.Mean)}
		if medians {
			row = append(row, document.Signed(d.Median))
		}
		t.Add(append(row, document.Interval(d.Interval), document.P(d.PAdjusted), string(d.Verdict))...)
	}
	return t
}

func deltaNotes(m result.MatchedComparison) []string {
	if m.Comparison == nil {
		return nil
	}
	c := m.Comparison
	notes := []string{fmt.Sprintf("interval of the mean; p adjusted for %d metrics (%s); verdicts at alpha %.4g, margin %s in each metric's unit; cost and time are better when lower",
		c.Family.Size, c.Correction, c.Alpha, reports.Plain(c.Margin))}
	seen := map[string]bool{}
	for _, t := range m.PerTask {
		if seen[t.TaskName] {
			return append(notes, "intervals, p and verdicts count a task that several runs have as one unit (a group)")
		}
		seen[t.TaskName] = true
	}
	return notes
}

func correlationLine(c result.CorrelationAnalysis) string {
	if !c.Computable {
		return "no correlations: " + strings.ReplaceAll(c.Reason, "_", " ")
	}
	return fmt.Sprintf("rank correlations over %s with retrieval and outcome", document.Plural(c.Joined, "trial", "trials"))
}

// correlationsTable has all of them, or those with the outcome that is verified.
func correlationsTable(c result.CorrelationAnalysis, all bool) document.Table {
	t := document.NewTable(document.Words("retrieval", "outcome"), document.Numbers("n", "Spearman", "p", "p adjusted"))
	for _, r := range c.Correlations {
		if all || r.Outcome == "verifier_outcome" {
			t.Add(r.Retrieval, r.Outcome, fmt.Sprint(r.N), document.Signed(r.R), document.P(r.PValue), document.P(r.PAdjusted))
		}
	}
	return t
}

func correlationNotes(c result.CorrelationAnalysis) []string {
	if c.Family == nil {
		return nil
	}
	return []string{fmt.Sprintf("p exact up to 9 trials, else from t; adjusted for all %d correlations", c.Family.Size)}
}

func configsTable(i *result.Impact) document.Table {
	t := document.NewTable(document.Names("run", "configuration"), document.Numbers("trials"), document.Words("metric"), document.Numbers("mean", "median", "n"))
	for _, c := range i.Configs {
		for _, m := range c.Metrics {
			t.Add(c.RunID, c.Config, fmt.Sprint(c.Trials), m.Metric, document.Score(&m.Mean), document.Score(&m.Median), fmt.Sprint(m.N))
		}
	}
	return t
}

func matchedTable(m result.MatchedComparison) document.Table {
	t := document.NewTable(document.Names("run", "task"), document.Numbers("reward", "candidate", "difference", "file recall", "candidate", "difference"))
	for _, p := range m.PerTask {
		t.Add(p.RunID, p.TaskName, document.Score(p.RewardBaseline), document.Score(p.RewardMCP), document.Signed(p.RewardDelta),
			document.Score(p.FileRecallBaseline), document.Score(p.FileRecallMCP), document.Signed(p.FileRecallDelta))
	}
	return t
}
