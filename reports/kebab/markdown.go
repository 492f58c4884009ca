package kebab

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteReport writes the Markdown that kebab writes to report.md, alone.
func WriteReport(w io.Writer, c *result.KebabComparison) error {
	_, err := io.WriteString(w, ownMarkdown(c))
	return err
}

// ownMarkdown returns kebab's own document, byte for byte: its tables are not padded. What kebab does not
// say, that figures of chunks mean nothing after another chunking, is added.
func ownMarkdown(c *result.KebabComparison) string {
	var b strings.Builder
	row := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	b.WriteString("# Eval compare: " + document.Code(c.RunA) + " vs " + document.Code(c.RunB) + "\n\n## Aggregate deltas\n\n")
	row("metric", "a", "b", "Δ (b - a)")
	b.WriteString("|---|---|---|---|\n")
	unlike := false
	for _, delta := range c.Deltas {
		difference := signedDifference(delta.Delta)
		if !delta.Comparable {
			difference, unlike = difference+" (not comparable)", true
		}
		row(delta.Name, emDash(document.Score(delta.A), delta.A), emDash(document.Score(delta.B), delta.B), difference)
	}
	b.WriteString("\nchunker_version_match: " + document.Code(c.Matched.Mode) + "\n\n")
	if unlike {
		b.WriteString(document.Escape(strings.Join(matchedLines(c, func(s string) string { return s })[1:], " ")) + "\n\n")
	}
	n := kinds(c)
	fmt.Fprintf(&b, "## Wins (%d) / Losses (%d) / Regressions (%d)\n\n", n["win"], n["loss"], n["regression"])
	row("query_id", "kind", "rank_a", "rank_b", "note")
	b.WriteString("|---|---|---|---|---|\n")
	for _, v := range c.Verdicts {
		row(document.Escape(v.QueryID), v.Kind, document.Count(v.A, "—"), document.Count(v.B, "—"), noteText(v.Note, ""))
	}
	return b.String()
}

// signedDifference returns a difference as kebab writes it, with a sign before no difference too.
func signedDifference(v *float64) string {
	if v != nil && *v == 0 {
		return "+" + document.Signed(v)
	}
	return emDash(document.Signed(v), v)
}

// emDash returns what kebab writes for undefined.
func emDash(text string, v *float64) string {
	if v == nil {
		return "—"
	}
	return text
}

// comparedMarkdown returns kebab's document, and what it lacks below.
func comparedMarkdown(c *result.KebabComparison) (string, error) {
	d := document.New(document.Markdown, document.Screen{})
	d.Add(strings.TrimSuffix(ownMarkdown(c), "\n"))
	d.Add("## What the differences are worth")
	d.Lines(verdictLines(c, document.Escape)...)
	if c.Comparison != nil {
		d.Table("", deltaTable(c, func(v result.Verdict) document.Cell { return document.Cell{Text: reports.Meaning(v)} }))
		d.Lines(document.Escape(strings.TrimPrefix(legend(c)[0], "* decides; + better, - worse, = equivalent, ~ not shown; ")), document.Escape(countsLine(c)))
	}
	d.Table("## Settings that differ", differences(c))
	if c.Matched.Why != "" {
		d.Lines(document.Escape(c.Matched.Why))
	}
	d.Lines(ordered.Each(c.Remarks, document.Escape)...)
	if c.Gate != nil {
		gate, err := reports.GateMarkdown(c.Gate)
		if err != nil {
			return "", err
		}
		d.Add(strings.TrimSpace(gate))
	}
	return d.Finish()
}
