package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// movedTable shows the queries that moved most and where their relevant
// documents went. For a terminal, which has no room for another column, the
// documents stand under the query's text.
func movedTable(c *result.Comparison, p result.Pair, below bool) table {
	a, b := names(c, p)
	difference := column{head: "difference", right: true}
	documents := column{head: "relevant (grade): rank before→after", elastic: true, prose: true}
	t := table{columns: []column{{head: "query", elastic: true, code: true}, {head: "text", elastic: true, prose: true, code: true}, a, b, difference}}
	if below {
		t.columns[1].head += ", " + documents.head
	} else {
		t.columns = append(t.columns, documents, column{head: "stratum"})
	}
	for _, q := range p.Moved {
		row := []cell{
			{text: q.QueryID},
			{text: cut(printable(q.Text), longestText)},
			{text: score(&q.A)},
			{text: score(&q.B)},
			{signed(&q.Difference), toneOf(q.Difference)},
		}
		switch where := moves(q.Documents); {
		case !below:
			t.rows = append(t.rows, append(row, cell{text: where}, cell{text: q.Stratum}))
		case q.Text == "":
			row[1].text = where
			t.rows = append(t.rows, row)
		default:
			t.rows = append(t.rows, row)
			if where != "" {
				t.add("", where, "", "", "")
			}
		}
	}
	return t
}

// Even a report of any width cuts a query's text here, and lists no more than
// a handful of its documents.
const (
	longestText   = 52
	mostDocuments = 4
)

func toneOf(difference float64) tone {
	switch {
	case difference > 0:
		return good
	case difference < 0:
		return bad
	}
	return neutral
}

// moves writes "d12(3): 7→1, d4(1): –→9".
func moves(documents []result.MovedRanked) string {
	var parts []string
	for i, d := range documents {
		if i == mostDocuments {
			parts = append(parts, fmt.Sprintf("%d more", len(documents)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s(%d): %s→%s", d.DocID, d.Grade, rank(d.RankA), rank(d.RankB)))
	}
	return strings.Join(parts, ", ")
}

func rank(r int) string {
	if r <= 0 {
		return undefined
	}
	return strconv.Itoa(r)
}
