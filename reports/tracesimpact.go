package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Impact writes what agents found beside what their trials came to.
func Impact(w io.Writer, i *result.Impact, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(matchedLines(i.Matched, printable)...)
			d.sentences(otherLines(i, printable)...)
			d.table("", deltasTable(i.Matched, o.long()), deltaNotes(i.Matched)...)
			d.sentences(someOf(unmatchedLines(i.Matched), o)...)
			d.sentences(someOf(warningTexts(i.Warnings), o)...)
			d.sentences(correlationLine(i.Correlation))
			d.table("", correlationsTable(i.Correlation, o.long()), correlationNotes(i.Correlation)...)
			if o.long() {
				d.table("by configuration, all trials", configsTable(i))
				d.table("matched tasks", matchedTable(i.Matched))
			}
			d.sentences(association)
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### Retrieval and outcomes")
			impactMarkdown(&d, i)
			return d.finish()
		},
		JSON: func() (string, error) { return indented(i) },
	})
}

const association = "association only: no difference and no correlation here says what is why"

// impactMarkdown adds everything of an impact.
func impactMarkdown(d *markdownDocument, i *result.Impact) {
	d.lines(append(matchedLines(i.Matched, escape), otherLines(i, escape)...)...)
	d.table("", deltasTable(i.Matched, true), deltaNotes(i.Matched)...)
	d.lines(each(unmatchedLines(i.Matched), escape)...)
	d.lines(each(warningTexts(i.Warnings), escape)...)
	d.add(escape(correlationLine(i.Correlation)))
	d.table("", correlationsTable(i.Correlation, true), correlationNotes(i.Correlation)...)
	d.folded("By configuration, all trials", configsTable(i))
	d.folded("Matched tasks", matchedTable(i.Matched))
	d.lines(capital(association))
}

// matchedLines say what was compared, and the verdict.
func matchedLines(m result.MatchedComparison, safe func(string) string) []string {
	if !m.Computable {
		lines := []string{"no matched comparison: " + strings.ReplaceAll(m.Reason, "_", " ")}
		for _, r := range m.SkippedRuns {
			lines = append(lines, skippedLine(r, safe))
		}
		return lines
	}
	lines := []string{
		fmt.Sprintf("%s against %s on the reward: %s", safe(strings.Join(m.MCPs, ", ")), safe(strings.Join(m.Baselines, ", ")), m.ComparedVerdict),
		"  " + m.VerdictReason,
		fmt.Sprintf("%s in %s; only in the baseline %d, only in the other %d, not comparable %d",
			plural(*m.MatchedTasks, "matched task", "matched tasks"), plural(*m.RunsCompared, "run", "runs"), *m.BaselineOnly, *m.MCPOnly, len(m.Excluded)),
	}
	for _, r := range m.SkippedRuns {
		lines = append(lines, skippedLine(r, safe))
	}
	return lines
}

// otherLines name the configurations of a run that were compared with none.
func otherLines(i *result.Impact, safe func(string) string) []string {
	var lines []string
	for _, pair := range i.Matched.RunPairs {
		var others []string
		for _, c := range i.Configs {
			if c.RunID == pair.RunID && c.Config != pair.Baseline && c.Config != pair.MCP {
				others = append(others, c.Config)
			}
		}
		if len(others) > 0 {
			lines = append(lines, fmt.Sprintf("run %s also has %s, compared with none: choose with --baseline and --candidate", safe(pair.RunID), safe(strings.Join(others, ", "))))
		}
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
	var lines []string
	for _, t := range m.Excluded {
		lines = append(lines, fmt.Sprintf("not comparable: %s/%s: %s", t.RunID, t.TaskName, strings.ReplaceAll(t.Reason, "_", " ")))
	}
	for _, t := range m.Unmatched {
		lines = append(lines, fmt.Sprintf("not matched: %s/%s has a valid reward in %s alone", t.RunID, t.TaskName, t.Config))
	}
	return lines
}

func warningTexts(warnings []result.Warning) []string {
	var lines []string
	for _, w := range warnings {
		lines = append(lines, w.Text)
	}
	return lines
}

func deltasTable(m result.MatchedComparison, medians bool) table {
	t := table{columns: []column{{head: "candidate\n− baseline"}, {head: "n", right: true}, {head: "mean", right: true}}}
	if medians {
		t.columns = append(t.columns, column{head: "median", right: true})
	}
	t.columns = append(t.columns, column{head: "interval", right: true}, column{head: "p", right: true}, column{head: "verdict"})
	if m.Deltas == nil {
		return t
	}
	for _, d := range m.Deltas.List() {
		row := []string{d.Metric, fmt.Sprint(d.N), signed(d.Mean)}
		if medians {
			row = append(row, signed(d.Median))
		}
		t.add(append(row, interval(d.Interval), pValue(d.PAdjusted), string(d.Verdict))...)
	}
	return t
}

func deltaNotes(m result.MatchedComparison) []string {
	if m.Comparison == nil {
		return nil
	}
	c := m.Comparison
	notes := []string{fmt.Sprintf("interval of the mean; p adjusted for %d metrics (%s); verdicts at alpha %.4g, margin %s in each metric's unit; cost and time are better when lower",
		c.Family.Size, c.Correction, c.Alpha, plain(c.Margin))}
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
	return fmt.Sprintf("rank correlations over %s with retrieval and outcome", plural(c.Joined, "trial", "trials"))
}

// correlationsTable has all of them, or those with the outcome that is verified.
func correlationsTable(c result.CorrelationAnalysis, all bool) table {
	t := table{columns: []column{
		{head: "retrieval"}, {head: "outcome"}, {head: "n", right: true}, {head: "Spearman", right: true}, {head: "p", right: true}, {head: "p adjusted", right: true},
	}}
	for _, r := range c.Correlations {
		if all || r.Outcome == "verifier_outcome" {
			t.add(r.Retrieval, r.Outcome, fmt.Sprint(r.N), signed(r.R), pValue(r.PValue), pValue(r.PAdjusted))
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

func configsTable(i *result.Impact) table {
	t := table{columns: []column{{head: "run", elastic: true}, {head: "configuration", elastic: true}, {head: "trials", right: true}, {head: "metric"}, {head: "mean", right: true}, {head: "median", right: true}, {head: "n", right: true}}}
	for _, c := range i.Configs {
		for _, m := range c.Metrics {
			t.add(c.RunID, c.Config, fmt.Sprint(c.Trials), m.Metric, score(&m.Mean), score(&m.Median), fmt.Sprint(m.N))
		}
	}
	return t
}

func matchedTable(m result.MatchedComparison) table {
	t := table{columns: []column{
		{head: "run", elastic: true},
		{head: "task", elastic: true},
		{head: "reward", right: true},
		{head: "candidate", right: true},
		{head: "difference", right: true},
		{head: "file recall", right: true},
		{head: "candidate", right: true},
		{head: "difference", right: true},
	}}
	for _, p := range m.PerTask {
		t.add(p.RunID, p.TaskName, score(p.RewardBaseline), score(p.RewardMCP), signed(p.RewardDelta),
			score(p.FileRecallBaseline), score(p.FileRecallMCP), signed(p.FileRecallDelta))
	}
	return t
}
