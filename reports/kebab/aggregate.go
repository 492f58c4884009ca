package kebab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteAggregate writes a run of kebab summed up. As Kebab it is kebab's own
// AggregateMetrics, and nothing else.
func WriteAggregate(w io.Writer, a *result.KebabAggregation, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) {
			d.Lines(summed(a, d.Safe)...)
			d.Table("", summedTable(a))
			d.Lines(document.Each(a.Remarks, d.Safe)...)
			d.Lines(storedLine(a))
		},
		JSON: a,
		CSV: func() (string, error) {
			s := document.NewCSV("run_id", "measure", "value")
			for _, figure := range a.Figures {
				s.Row(a.RunID, figure.Name, s.Number(figure.Value))
			}
			return s.Finish()
		},
		Other: map[reports.Format]reports.Builder{reports.Kebab: func() (string, error) { return ownDocument(a.Aggregate) }},
	})
}

// ownDocument returns a document of kebab, as its command prints one.
func ownDocument(document json.RawMessage) (string, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, document, "", "  "); err != nil {
		return "", err
	}
	b.WriteByte('\n')
	return b.String(), nil
}

func summed(a *result.KebabAggregation, safe func(string) string) []string {
	r := a.Rows
	return []string{
		"run " + safe(a.RunID) + " by golden list " + safe(a.Golden.Label()) + ", profile " + a.Profile,
		fmt.Sprintf("%s, %d failed, %d without a hit, %d with an answer", document.Plural(r.Queries, "query", "queries"), r.Failed, r.Empty, r.Answered),
	}
}

// summedTable returns the aggregate, with what stood there before where that
// differs.
func summedTable(a *result.KebabAggregation) document.Table {
	t := figuresTable(a.Figures)
	if a.Strict != nil {
		t.Add("citation_coverage_strict", document.Score(a.Strict))
	}
	if a.Before == nil || len(a.Before.Changed) == 0 {
		return t
	}
	t.Columns = append(t.Columns, document.Numbers("before")...)
	for i := range t.Rows {
		before := document.Cell{}
		for _, c := range a.Before.Changed {
			if c.Name == t.Rows[i][0].Text {
				before.Text = document.Score(c.Before)
			}
		}
		t.Rows[i] = append(t.Rows[i], before)
	}
	return t
}

func storedLine(a *result.KebabAggregation) string {
	if a.Stored {
		return "stored in eval_runs.aggregate_json of this run"
	}
	return "computed, and not stored"
}
