package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// KebabReport writes the Markdown that kebab writes to report.md, alone.
func KebabReport(w io.Writer, c *result.KebabComparison) error {
	_, err := io.WriteString(w, kebabMarkdown(c))
	return err
}

// kebabMarkdown is kebab's own document, byte for byte: its tables are not padded.
// What kebab does not say, that figures of chunks mean nothing after another
// chunking, is added.
func kebabMarkdown(c *result.KebabComparison) string {
	var b strings.Builder
	row := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	b.WriteString("# Eval compare: " + code(c.RunA) + " vs " + code(c.RunB) + "\n\n## Aggregate deltas\n\n")
	row("metric", "a", "b", "Δ (b - a)")
	b.WriteString("|---|---|---|---|\n")
	unlike := false
	for _, delta := range c.Deltas {
		difference := kebabSigned(delta.Delta)
		if !delta.Comparable {
			difference, unlike = difference+" (not comparable)", true
		}
		row(delta.Name, emDash(score(delta.A), delta.A), emDash(score(delta.B), delta.B), difference)
	}
	b.WriteString("\nchunker_version_match: " + code(c.Matched.Mode) + "\n\n")
	if unlike {
		b.WriteString(escape(strings.Join(kebabMatched(c, func(s string) string { return s })[1:], " ")) + "\n\n")
	}
	n := kebabKinds(c)
	fmt.Fprintf(&b, "## Wins (%d) / Losses (%d) / Regressions (%d)\n\n", n["win"], n["loss"], n["regression"])
	row("query_id", "kind", "rank_a", "rank_b", "note")
	b.WriteString("|---|---|---|---|---|\n")
	for _, v := range c.Verdicts {
		row(escape(v.QueryID), v.Kind, rankText(v.A, "—"), rankText(v.B, "—"), noteText(v.Note, ""))
	}
	return b.String()
}

// kebabSigned is a difference as kebab writes it, with a sign before no difference too.
func kebabSigned(v *float64) string {
	if v != nil && *v == 0 {
		return "+" + signed(v)
	}
	return emDash(signed(v), v)
}

// emDash is what kebab writes for undefined.
func emDash(text string, v *float64) string {
	if v == nil {
		return "—"
	}
	return text
}

// kebabComparedMarkdown is kebab's document, and what it lacks below.
func kebabComparedMarkdown(c *result.KebabComparison) (string, error) {
	var d markdownDocument
	d.add(strings.TrimSuffix(kebabMarkdown(c), "\n"))
	d.add("## What the differences are worth")
	d.lines(kebabVerdict(c, escape)...)
	if c.Comparison != nil {
		d.table("", kebabDeltaTable(c, func(v result.Verdict) cell { return cell{text: meaning(v)} }))
		d.lines(escape(strings.TrimPrefix(kebabLegend(c)[0], "* decides; + better, - worse, = equivalent, ~ no difference seen; ")), escape(kebabCounts(c)))
	}
	d.table("## Settings that differ", kebabDifferences(c))
	if c.Matched.Why != "" {
		d.lines(escape(c.Matched.Why))
	}
	d.lines(safely(c.Remarks, escape)...)
	if c.Gate != nil {
		gate, err := gateMarkdown(c.Gate)
		d.fail(err)
		d.add(strings.TrimSpace(gate))
	}
	return d.finish()
}
