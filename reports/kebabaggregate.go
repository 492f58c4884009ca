package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
)

// KebabAggregate writes a run of kebab summed up. As Kebab it is kebab's own
// AggregateMetrics, and nothing else.
func KebabAggregate(w io.Writer, a *result.KebabAggregation, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Kebab: func() (string, error) { return kebabJSON(a.Aggregate) },
		JSON:  func() (string, error) { return indented(a) },
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(kebabSummed(a, printable)...)
			d.table("", kebabSummedTable(a))
			d.sentences(safely(a.Remarks, printable)...)
			d.sentences(kebabStored(a))
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.lines(kebabSummed(a, escape)...)
			d.table("", kebabSummedTable(a))
			d.lines(safely(a.Remarks, escape)...)
			d.lines(kebabStored(a))
			return d.finish()
		},
		CSV: func() (string, error) {
			s := newSheet("run_id", "measure", "value")
			for _, figure := range a.Figures {
				s.row(a.RunID, figure.Name, s.number(figure.Value))
			}
			return s.finish()
		},
	})
}

// kebabJSON is a document of kebab, as its command prints one.
func kebabJSON(document json.RawMessage) (string, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, document, "", "  "); err != nil {
		return "", err
	}
	b.WriteByte('\n')
	return b.String(), nil
}

func kebabSummed(a *result.KebabAggregation, safe func(string) string) []string {
	r := a.Rows
	return []string{
		"run " + safe(a.RunID) + " by golden list " + safe(a.Golden.Label()) + ", profile " + a.Profile,
		fmt.Sprintf("%s, %d failed, %d without a hit, %d with an answer", plural(r.Queries, "query", "queries"), r.Failed, r.Empty, r.Answered),
	}
}

// kebabSummedTable is the aggregate, with what stood there before where that
// differs.
func kebabSummedTable(a *result.KebabAggregation) table {
	t := kebabFigures(a.Figures)
	if a.Strict != nil {
		t.add("citation_coverage_strict", score(a.Strict))
	}
	if a.Before == nil || len(a.Before.Changed) == 0 {
		return t
	}
	t.columns = append(t.columns, column{head: "before", right: true})
	for i := range t.rows {
		before := cell{}
		for _, c := range a.Before.Changed {
			if c.Name == t.rows[i][0].text {
				before.text = score(c.Before)
			}
		}
		t.rows[i] = append(t.rows[i], before)
	}
	return t
}

func kebabStored(a *result.KebabAggregation) string {
	if a.Stored {
		return "stored in eval_runs.aggregate_json of this run"
	}
	return "computed, and not stored"
}

func safely(texts []string, safe func(string) string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = safe(text)
	}
	return list
}
