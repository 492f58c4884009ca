package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// KebabComparison writes a comparison of two runs of kebab. As Kebab it is
// kebab's CompareReport as JSON, and nothing else; Markdown begins with kebab's
// own document and goes on with what that lacks. CSV has a row a query.
func KebabComparison(w io.Writer, c *result.KebabComparison, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Kebab:    func() (string, error) { return kebabJSON(c.Report) },
		JSON:     func() (string, error) { return indented(c) },
		Text:     func() (string, error) { return kebabComparedText(c, o) },
		Markdown: func() (string, error) { return kebabComparedMarkdown(c) },
		CSV: func() (string, error) {
			s := newSheet("query_id", "kind", "a_hit_rank", "b_hit_rank", "note")
			for _, v := range c.Verdicts {
				s.row(v.QueryID, v.Kind, rankText(v.A, ""), rankText(v.B, ""), noteText(v.Note, ""))
			}
			return s.finish()
		},
	})
}

// movedShown is how many queries the text lists unless everything is wanted.
const movedShown = 10

func kebabComparedText(c *result.KebabComparison, o Options) (string, error) {
	d := textDocument{o: o}
	d.sentences(kebabVerdict(c, printable)...)
	d.sentences(append([]string{
		fmt.Sprintf("a %s against b %s by golden list %s, profile %s", printable(c.RunA), printable(c.RunB), printable(c.Golden.Label()), c.Profile),
	}, kebabMatched(c, printable)...)...)
	d.table("", kebabDeltaTable(c, mark), kebabLegend(c)...)
	d.sentences(kebabCounts(c))
	moved, rest := kebabMoved(c, o)
	d.table("queries that moved", moved, rest)
	d.table("settings that differ", kebabDifferences(c))
	d.sentences(safely(c.Remarks, printable)...)
	if c.Gate != nil {
		text, err := gateText(c.Gate, o)
		d.fail(err)
		d.add(strings.TrimSpace(text))
	}
	return d.finish()
}

// kebabVerdict says what the figures that can be compared decide.
func kebabVerdict(c *result.KebabComparison, safe func(string) string) []string {
	if c.Comparison == nil {
		if c.NoEvidence == "" {
			return nil
		}
		return []string{"no verdict: " + safe(c.NoEvidence)}
	}
	var lines []string
	for _, p := range c.Comparison.Comparisons {
		h := newHeadline(c.Comparison, p, safe)
		lines = append(lines, h.claim+h.on+h.tail)
		if why := reason(c.Comparison, p); why != "" {
			lines = append(lines, safe(why))
		}
	}
	return lines
}

// kebabMatched says how hits were recognized.
func kebabMatched(c *result.KebabComparison, safe func(string) string) []string {
	lines := []string{"chunker_version_match: " + c.Matched.Mode}
	if c.Matched.Why != "" {
		lines[0] += " (" + safe(c.Matched.Why) + ")"
		lines = append(lines, "hit@k, MRR and precision are not comparable: they count chunk ids; no verdict rests on them")
	}
	return lines
}

// kebabDeltaTable is kebab's table with what it lacks: an interval, p and a
// verdict.
func kebabDeltaTable(c *result.KebabComparison, last func(result.Verdict) cell) table {
	level := 0.95
	compared := map[string]result.MeasureComparison{}
	if c.Comparison != nil {
		for _, p := range c.Comparison.Comparisons {
			level = headLevel(c.Comparison, p)
			for _, m := range p.Measures {
				compared[m.Measure] = m
			}
		}
	}
	t := table{columns: []column{
		{head: "measure"},
		{head: "a", right: true},
		{head: "b", right: true},
		{head: "b - a", right: true},
		{head: intervalHead(level), right: true},
		{head: "p", right: true},
		{head: ""},
	}}
	for _, delta := range c.Deltas {
		row := []cell{{text: delta.Name}, {text: score(delta.A)}, {text: score(delta.B)}, {text: signed(delta.Delta)}, {text: "–"}, {text: "–"}, {}}
		m, ok := compared[delta.Measure]
		switch {
		case !delta.Comparable:
			row[4] = cell{text: "not comparable"}
		case ok:
			verdict := last(shownVerdict(m))
			if m.Primary {
				row[0].text += "*"
			}
			row[3].tone = verdict.tone
			row[4], row[5], row[6] = cell{text: interval(m.Interval)}, cell{text: pValue(m.PAdjusted)}, verdict
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func kebabLegend(c *result.KebabComparison) []string {
	if c.Comparison == nil {
		return nil
	}
	return []string{"* decides; + better, - worse, = equivalent, ~ no difference seen; intervals and p of the queries that both runs have, p adjusted (" + c.Comparison.Settings.Correction + ")"}
}

// kebabCounts counts wins and losses. A regression is a loss too.
func kebabCounts(c *result.KebabComparison) string {
	n := kebabKinds(c)
	return fmt.Sprintf("%s: %d won, %d lost, of which %d no longer found (regressions), %d drawn",
		plural(len(c.Verdicts), "query", "queries"), n["win"], n["loss"]+n["regression"], n["regression"], n["draw"])
}

func kebabKinds(c *result.KebabComparison) map[string]int {
	n := map[string]int{}
	for _, v := range c.Verdicts {
		n[v.Kind]++
	}
	return n
}

// kebabMoved are the queries that are no draw, what was lost first.
func kebabMoved(c *result.KebabComparison, o Options) (t table, rest string) {
	t = table{columns: []column{{head: "query", code: true, elastic: true}, {head: "kind"}, {head: "rank a", right: true}, {head: "rank b", right: true}}}
	left := 0
	for _, kind := range []string{"regression", "loss", "win"} {
		for _, v := range c.Verdicts {
			switch {
			case v.Kind != kind:
			case len(t.rows) == movedShown && !o.long():
				left++
			default:
				t.add(v.QueryID, v.Kind, rankText(v.A, "–"), rankText(v.B, "–"))
			}
		}
	}
	if left > 0 {
		rest = fmt.Sprintf("and %d more: --details", left)
	}
	return t, rest
}

func kebabDifferences(c *result.KebabComparison) table {
	t := table{columns: []column{{head: "setting"}, {head: "a", elastic: true}, {head: "b", elastic: true}}}
	for _, s := range c.Settings {
		t.add(s.Name, orDash(s.A), orDash(s.B))
	}
	return t
}

func rankText(rank *int, none string) string {
	if rank == nil {
		return none
	}
	return fmt.Sprint(*rank)
}

func noteText(note *string, none string) string {
	if note == nil {
		return none
	}
	return *note
}
