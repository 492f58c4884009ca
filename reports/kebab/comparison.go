package kebab

import (
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteComparison writes a comparison of two runs of kebab. As Kebab it is kebab's CompareReport as JSON, and nothing
// else; Markdown begins with kebab's own document and goes on with what that lacks. CSV has a row a query.
func WriteComparison(w io.Writer, c *result.KebabComparison, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Text: func(d *document.Document) { comparedText(d, c, o.Long()) },
		JSON: c,
		CSV: func() (string, error) {
			s := document.NewCSV("query_id", "kind", "a_hit_rank", "b_hit_rank", "note")
			for _, v := range c.Verdicts {
				s.Row(v.QueryID, v.Kind, document.Count(v.A, ""), document.Count(v.B, ""), noteText(v.Note, ""))
			}
			return s.Finish()
		},
		Other: map[reports.Format]reports.Builder{
			reports.Kebab:    func() (string, error) { return ownDocument(c.Report) },
			reports.Markdown: func() (string, error) { return comparedMarkdown(c) },
		},
	})
}

// movedShown is how many queries the text lists unless everything is wanted.
const movedShown = 10

func comparedText(d *document.Document, c *result.KebabComparison, long bool) {
	d.Lines(verdictLines(c, document.Printable)...)
	d.Lines(append([]string{
		fmt.Sprintf("a %s against b %s by golden list %s, profile %s", document.Printable(c.RunA), document.Printable(c.RunB), document.Printable(c.Golden.Label()), c.Profile),
	}, matchedLines(c, document.Printable)...)...)
	d.Table("", deltaTable(c, reports.Mark), legend(c)...)
	d.Lines(countsLine(c))
	moved, rest := movedTable(c, long)
	d.Table("queries that moved", moved, rest)
	d.Table("settings that differ", differences(c))
	d.Lines(ordered.Each(c.Remarks, document.Printable)...)
	if c.Gate != nil {
		reports.GateText(d, c.Gate)
	}
}

// verdictLines says what the figures that can be compared decide.
func verdictLines(c *result.KebabComparison, safe func(string) string) []string {
	if c.Comparison == nil {
		if c.NoEvidence == "" {
			return nil
		}
		return []string{"no verdict: " + safe(c.NoEvidence)}
	}
	var lines []string
	for _, p := range c.Comparison.Comparisons {
		h := reports.NewHeadline(c.Comparison, p, safe)
		lines = append(lines, h.Claim+h.On+h.Tail)
		if why := reports.Reason(c.Comparison, p); why != "" {
			lines = append(lines, safe(why))
		}
	}
	return lines
}

// matchedLines says how hits were recognized.
func matchedLines(c *result.KebabComparison, safe func(string) string) []string {
	lines := []string{"chunker_version_match: " + c.Matched.Mode}
	if c.Matched.Why != "" {
		lines[0] += " (" + safe(c.Matched.Why) + ")"
		lines = append(lines, "hit@k, MRR and precision are not comparable: they count chunk ids; no verdict rests on them")
	}
	return lines
}

// deltaTable returns kebab's table with what it lacks: an interval, p and a verdict.
func deltaTable(c *result.KebabComparison, last func(result.Verdict) document.Cell) document.Table {
	level := 0.95
	compared := map[string]result.MeasureComparison{}
	if c.Comparison != nil {
		for _, p := range c.Comparison.Comparisons {
			level = reports.HeadLevel(c.Comparison, p)
			for _, m := range p.Measures {
				compared[m.Measure] = m
			}
		}
	}
	t := document.NewTable(document.Words("measure"), document.Numbers("a", "b", "b - a", reports.IntervalHead(level), "p"), document.Words(""))
	for _, delta := range c.Deltas {
		row := t.Add(delta.Name, document.Score(delta.A), document.Score(delta.B), document.Signed(delta.Delta), document.Undefined, document.Undefined, "")
		m, ok := compared[delta.Measure]
		switch {
		case !delta.Comparable:
			row[4].Text = "not comparable"
		case ok:
			verdict := last(reports.ShownVerdict(m))
			if m.Primary {
				row[0].Text += "*"
			}
			row[3].Tone = verdict.Tone
			row[4].Text, row[5].Text, row[6] = document.Interval(m.Interval), document.P(m.PAdjusted), verdict
		}
	}
	return t
}

func legend(c *result.KebabComparison) []string {
	if c.Comparison == nil {
		return nil
	}
	return []string{"* decides; + better, - worse, = equivalent, ~ not shown; intervals and p of the queries that both runs have, p adjusted (" + c.Comparison.Settings.Correction + ")"}
}

// countsLine counts wins and losses. A regression is a loss too.
func countsLine(c *result.KebabComparison) string {
	n := kinds(c)
	return fmt.Sprintf("%s: %d won, %d lost, of which %d no longer found (regressions), %d drawn",
		document.Plural(len(c.Verdicts), "query", "queries"), n["win"], n["loss"]+n["regression"], n["regression"], n["draw"])
}

func kinds(c *result.KebabComparison) map[string]int {
	n := map[string]int{}
	for _, v := range c.Verdicts {
		n[v.Kind]++
	}
	return n
}

// movedTable returns the queries that are no draw, what was lost first.
func movedTable(c *result.KebabComparison, long bool) (t document.Table, rest string) {
	t = document.NewTable(document.IDs("query"), document.Words("kind"), document.Numbers("rank a", "rank b"))
	left := 0
	for _, kind := range []string{"regression", "loss", "win"} {
		for _, v := range c.Verdicts {
			switch {
			case v.Kind != kind:
			case len(t.Rows) == movedShown && !long:
				left++
			default:
				t.Add(v.QueryID, v.Kind, document.Count(v.A, "–"), document.Count(v.B, "–"))
			}
		}
	}
	if left > 0 {
		rest = fmt.Sprintf("and %d more: --details", left)
	}
	return t, rest
}

func differences(c *result.KebabComparison) document.Table {
	t := document.NewTable(document.Words("setting"), document.Names("a", "b"))
	for _, s := range c.Settings {
		t.Add(s.Name, orDash(s.A), orDash(s.B))
	}
	return t
}

func noteText(note *string, none string) string {
	if note == nil {
		return none
	}
	return *note
}
