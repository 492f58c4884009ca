package reports

import (
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
)

// KebabVariants writes how a run of kebab answers the wordings of each question.
// As Kebab it is kebab's own document, and nothing else.
func KebabVariants(w io.Writer, v *result.KebabVariants, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Kebab: func() (string, error) { return kebabJSON(v.Report) },
		JSON:  func() (string, error) { return indented(v) },
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(kebabWordings(v, printable)...)
			d.table("", kebabGroupTable(v))
			d.table("wordings that miss a document", kebabWordingTable(v, o.long()))
			d.sentences(safely(v.Remarks, printable)...)
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.lines(kebabWordings(v, escape)...)
			d.table("", kebabGroupTable(v))
			d.table("## Wordings", kebabWordingTable(v, true))
			d.lines(safely(v.Remarks, escape)...)
			return d.finish()
		},
		CSV: func() (string, error) {
			s := newSheet("group", "query_id", "recall@10", "recall@50", "class", "answer_ok")
			for _, g := range v.Groups {
				for _, q := range g.Variants {
					s.row(g.Group, q.QueryID, s.number(q.Narrow), s.number(q.Pool), q.Class, yesNo(q.AnswerOK, ""))
				}
			}
			return s.finish()
		},
	})
}

func kebabWordings(v *result.KebabVariants, safe func(string) string) []string {
	return []string{
		"run " + safe(v.RunID) + " by golden list " + safe(v.Golden.Label()),
		fmt.Sprintf("%s, in %d of which every wording finds all that is expected in the first 10; mean spread of recall@10 %.4f", plural(len(v.Groups), "group", "groups"), v.Consistent, v.Spread),
		fmt.Sprintf("misses: in %s rather mis-ranked (in the first 50, a better order helps), in %d rather missing", plural(v.A, "group", "groups"), v.B),
	}
}

func kebabGroupTable(v *result.KebabVariants) table {
	t := table{columns: []column{
		{head: "group", elastic: true},
		{head: "wordings", right: true},
		{head: "spread", right: true},
		{head: "worst", right: true},
		{head: "mis-ranked", right: true},
		{head: "missing", right: true},
		{head: "answers right"},
	}}
	for _, g := range v.Groups {
		spread := &g.Spread
		if g.Worst == nil {
			spread = nil // of nothing
		}
		t.add(g.Group, fmt.Sprint(len(g.Variants)), score(spread), score(g.Worst), fmt.Sprint(g.Misrank), fmt.Sprint(g.Missing), yesNo(g.Answers, "–"))
	}
	return t
}

func kebabWordingTable(v *result.KebabVariants, all bool) table {
	t := table{columns: []column{
		{head: "group", elastic: true}, {head: "query", code: true, elastic: true}, {head: "recall@10", right: true}, {head: "recall@50", right: true}, {head: "class"}, {head: "answer right"},
	}}
	for _, g := range v.Groups {
		for _, q := range g.Variants {
			if all || q.Class == "MisRanked" || q.Class == "Missing" {
				t.add(g.Group, q.QueryID, score(q.Narrow), score(q.Pool), q.Class, yesNo(q.AnswerOK, "–"))
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
