package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// movedTable shows the queries that moved most and where their relevant documents went. For a terminal,
// which has no room for another column, the documents stand under the query's text.
func movedTable(c *result.Comparison, p result.Pair, below bool) document.Table {
	a, b := names(c, p)
	difference := document.Column{Head: "difference", Right: true}
	documents := document.Column{Head: movedDocuments, Elastic: true, Prose: true}
	t := document.NewTable(document.IDs("query"), document.Texts("text"), []document.Column{a, b, difference})
	if below {
		t.Columns[1].Head += ", " + documents.Head
	} else {
		t.Columns = append(t.Columns, documents, document.Column{Head: "stratum"})
	}
	for _, q := range p.Moved {
		where := moves(q.Documents, true)
		row := []string{q.QueryID, document.Truncate(document.Printable(q.Text), longestText), document.Score(&q.A), document.Score(&q.B), document.Signed(&q.Difference)}
		switch {
		case !below:
			row = append(row, where, q.Stratum)
		case q.Text == "":
			row[1] = where
		}
		t.Add(row...)[4].Tone = toneOf(q.Difference)
		if below && q.Text != "" && where != "" {
			t.Add("", where, "", "", "")
		}
	}
	return t
}

// movedDocuments heads what [moves] writes.
const movedDocuments = "relevant (grade): rank before→after"

// Even a report of any width cuts a query's text here, and lists no more than a handful of its documents.
const (
	longestText   = 52
	mostDocuments = 4
)

func toneOf(difference float64) document.Tone {
	switch {
	case difference > 0:
		return document.Good
	case difference < 0:
		return document.Bad
	}
	return document.Neutral
}

// moves writes "d12(3): 7→1, d4(1): –→9", the weightiest first, and without what
// was before "d12(3): 1, d4(1): 9", as they come.
func moves(documents []result.MovedRanked, before bool) string {
	var parts []string
	if before {
		documents = WeightiestFirst(documents)
	}
	for i, d := range documents {
		if i == mostDocuments {
			parts = append(parts, fmt.Sprintf("%d more", len(documents)-i))
			break
		}
		where := rank(d.RankB)
		if before {
			where = rank(d.RankA) + "→" + where
		}
		parts = append(parts, fmt.Sprintf("%s(%d): %s", d.DocID, d.Grade, where))
	}
	return strings.Join(parts, ", ")
}

// WeightiestFirst orders the relevant documents of a query by what their move, from one ranking to the other, adds to
// or takes from DCG with linear gain; then by the better rank, those last that neither ranking has.
func WeightiestFirst(documents []result.MovedRanked) []result.MovedRanked {
	discount := func(rank int) float64 {
		if rank <= 0 {
			return 0
		}
		return 1 / math.Log2(1+float64(rank))
	}
	weight := func(d result.MovedRanked) float64 {
		return math.Abs(float64(d.Grade) * (discount(d.RankA) - discount(d.RankB)))
	}
	better := func(d result.MovedRanked) int {
		return min(cmp.Or(d.RankA, math.MaxInt), cmp.Or(d.RankB, math.MaxInt))
	}
	documents = slices.Clone(documents)
	ordered.Stable(documents, func(a, b result.MovedRanked) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(better(a), better(b)), cmp.Compare(b.Grade, a.Grade))
	})
	return documents
}

func rank(r int) string {
	if r <= 0 {
		return document.Undefined
	}
	return strconv.Itoa(r)
}
