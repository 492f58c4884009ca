package kebab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteVariants writes how a run of kebab answers the wordings of each question.
// As Kebab it is kebab's own document, and nothing else.
func WriteVariants(w io.Writer, v *result.KebabVariants, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) {
			d.Lines(wordings(v, d.Safe)...)
			d.Table("", groupTable(v))
			if d.Form == document.Text {
				d.Table("wordings that miss a document", wordingTable(v, o.Long()))
			} else {
				d.Table(d.Title(2, "Wordings"), wordingTable(v, true))
			}
			d.Lines(ordered.Each(v.Remarks, d.Safe)...)
		},
		JSON: v,
		CSV: func() (string, error) {
			s := document.NewCSV("group", "query_id", "recall@10", "recall@50", "class", "answer_ok")
			for _, g := range v.Groups {
				for _, q := range g.Variants {
					s.Row(g.Group, q.QueryID, s.Number(q.Narrow), s.Number(q.Pool), q.Class, yesNo(q.AnswerOK, ""))
				}
			}
			return s.Finish()
		},
		Other: map[reports.Format]reports.Builder{reports.Kebab: func() (string, error) { return ownDocument(v.Report) }},
	})
}

func wordings(v *result.KebabVariants, safe func(string) string) []string {
	return []string{
		"run " + safe(v.RunID) + " by golden list " + safe(v.Golden.Label()),
		fmt.Sprintf("%s, in %d of which every wording finds all that is expected in the first 10; mean spread of recall@10 %.4f", document.Plural(len(v.Groups), "group", "groups"), v.Consistent, v.Spread),
		fmt.Sprintf("misses: in %s rather mis-ranked (in the first 50, a better order helps), in %d rather missing", document.Plural(v.A, "group", "groups"), v.B),
	}
}

func groupTable(v *result.KebabVariants) document.Table {
	t := document.NewTable(document.Names("group"), document.Numbers("wordings", "spread", "worst", "mis-ranked", "missing"), document.Words("answers right"))
	for _, g := range v.Groups {
		spread := &g.Spread
		if g.Worst == nil {
			spread = nil // of nothing
		}
		t.Add(g.Group, fmt.Sprint(len(g.Variants)), document.Score(spread), document.Score(g.Worst), fmt.Sprint(g.Misrank), fmt.Sprint(g.Missing), yesNo(g.Answers, "–"))
	}
	return t
}

func wordingTable(v *result.KebabVariants, all bool) document.Table {
	t := document.NewTable(document.Names("group"), document.IDs("query"), document.Numbers("recall@10", "recall@50"), document.Words("class", "answer right"))
	for _, g := range v.Groups {
		for _, q := range g.Variants {
			if all || q.Class == "MisRanked" || q.Class == "Missing" {
				t.Add(g.Group, q.QueryID, document.Score(q.Narrow), document.Score(q.Pool), q.Class, yesNo(q.AnswerOK, "–"))
			}
		}
	}
	return t
}

func yesNo(v *bool, none string) string {
	switch {
	case v == nil:
		return none
	case *v:
		return "yes"
	}
	return "no"
}

// WriteAggregate writes a run of kebab summed up. As Kebab it is kebab's own AggregateMetrics, and nothing else.
func WriteAggregate(w io.Writer, a *result.KebabAggregation, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) {
			d.Lines(summed(a, d.Safe)...)
			d.Table("", summedTable(a))
			d.Lines(ordered.Each(a.Remarks, d.Safe)...)
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

// summedTable returns the aggregate, with what stood there before where that differs.
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
