package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// KebabReport writes the Markdown that kebab writes to report.md, alone.
func KebabReport(w io.Writer, c *result.KebabComparison) error {
	text, err := kebabMarkdown(c)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// kebabMarkdown is kebab's own document.
func kebabMarkdown(c *result.KebabComparison) (string, error) {
	var d markdownDocument
	d.add("# Eval compare: " + code(c.RunA) + " vs " + code(c.RunB))
	t := table{columns: []column{{head: "metric"}, {head: "a", right: true}, {head: "b", right: true}, {head: "Δ (b - a)", right: true}}}
	unlike := false
	for _, delta := range c.Deltas {
		difference := emDash(signed(delta.Delta), delta.Delta)
		if !delta.Comparable {
			difference, unlike = difference+" (not comparable)", true
		}
		t.add(delta.Name, emDash(score(delta.A), delta.A), emDash(score(delta.B), delta.B), difference)
	}
	d.table("## Aggregate deltas", t)
	d.add("chunker_version_match: " + code(c.Matched.Mode))
	if unlike {
		d.add(escape(strings.Join(kebabMatched(c, func(s string) string { return s })[1:], " ")))
	}
	n := kebabKinds(c)
	d.add(fmt.Sprintf("## Wins (%d) / Losses (%d) / Regressions (%d)", n["win"], n["loss"], n["regression"]))
	queries := table{columns: []column{{head: "query", code: true}, {head: "kind"}, {head: "a rank", right: true}, {head: "b rank", right: true}, {head: "note"}}}
	for _, v := range c.Verdicts {
		queries.add(v.QueryID, v.Kind, rankText(v.A, "—"), rankText(v.B, "—"), noteText(v.Note, ""))
	}
	d.table("", queries)
	return d.finish()
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
	text, err := kebabMarkdown(c)
	if err != nil {
		return "", err
	}
	var d markdownDocument
	d.add(strings.TrimSuffix(text, "\n"))
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
