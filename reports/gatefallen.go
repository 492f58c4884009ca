package reports

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// failedTable lists the queries that could not be run.
func failedTable(g *result.Gate, most int) document.Table {
	t := document.NewTable(document.IDs("query", "text"), document.Names("error"))
	for _, q := range g.Failing {
		if q.Error != "" && len(t.Rows) < most {
			t.Add(q.QueryID, document.Truncate(document.Printable(q.Text), longestText), document.Truncate(document.Printable(q.Error), longestText))
		}
	}
	return withoutTexts(t)
}

// fallenTable lists the queries that fell below a rule.
func fallenTable(g *result.Gate, most int, short func(string) string) document.Table {
	t := document.NewTable(document.IDs("query", "text"), document.Names("rule"), document.Numbers("before", "now"), document.Sentences(ranksHead(g)))
	for _, q := range g.Failing {
		if q.Error == "" && len(t.Rows) < most {
			t.Add(q.QueryID, document.Truncate(document.Printable(q.Text), longestText), short(q.Rule), document.Score(q.Baseline), document.Score(q.Current), ranksOf(q))
		}
	}
	return withoutTexts(t)
}

// ofOneRule gives the table of queries a title, and what the rule took to the rest
// where there is one rule alone: a screen is narrow.
func ofOneRule(t document.Table) (title string, _ document.Table) {
	at := slices.IndexFunc(t.Columns, func(c document.Column) bool { return c.Head == "rule" })
	for _, row := range t.Rows {
		if row[at].Text != t.Rows[0][at].Text {
			return "queries that fell below a rule", t
		}
	}
	if len(t.Rows) == 0 {
		return "", t
	}
	title = "queries that fell below " + document.Printable(t.Rows[0][at].Text)
	t.Only(false, "rule")
	return title, t
}

// ranksHead heads the ranks of relevant documents; a baseline of means or scores has none.
func ranksHead(g *result.Gate) string {
	if slices.ContainsFunc(g.Failing, func(q result.GateQuery) bool { return q.Before != nil }) {
		return "relevant (grade): rank before→now"
	}
	return "relevant (grade): rank now"
}

// withoutTexts takes the second column out where no query has a text.
func withoutTexts(t document.Table) document.Table {
	t.Only(slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return row[1].Text != "" }), "text")
	return t
}

// moreFailing counts the queries that the tables leave out, and of them those that are
// below other rules than the last one that is shown.
func moreFailing(g *result.Gate, most int) string {
	fallen := slices.DeleteFunc(slices.Clone(g.Failing), func(q result.GateQuery) bool { return q.Error != "" })
	more := max(0, len(g.Failing)-len(fallen)-most) + max(0, len(fallen)-most)
	if more == 0 {
		return ""
	}
	text := fmt.Sprintf("%d more in the JSON report", more)
	others := 0
	for i, q := range fallen {
		if i >= most && q.Rule != fallen[most-1].Rule {
			others++
		}
	}
	if others > 0 {
		text += fmt.Sprintf(", %d of them below other rules", others)
	}
	return text
}

// ranksOf writes where a query's relevant documents stood before and now.
func ranksOf(q result.GateQuery) string {
	before := ordered.Map(q.Before, func(d result.RankedRelevant) (string, int) { return d.DocID, d.Rank })
	documents := ordered.Each(q.Relevant, func(d result.RankedRelevant) result.MovedRanked {
		return result.MovedRanked{DocID: d.DocID, Grade: d.Grade, RankA: before[d.DocID], RankB: d.Rank}
	})
	return moves(documents, q.Before != nil)
}
