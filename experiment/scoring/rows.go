package scoring

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Rows returns the table's queries with their scores, as they are stored, by id.
func (s *Table) Rows() []result.Row {
	rows := slices.Clone(s.Queries)
	for q := range rows {
		rows[q].Scores, rows[q].Judged, rows[q].Top = s.Row(q), result.Number(s.JudgedShare(q)), topOf(rows[q])
	}
	slices.SortStableFunc(rows, func(a, b result.Row) int { return strings.Compare(a.QueryID, b.QueryID) })
	return rows
}

// topOf returns the beginning of a ranking as it is stored, nil where none was kept.
func topOf(q result.Row) *result.StoredTop {
	if len(q.Hits) == 0 {
		return nil
	}
	top := &result.StoredTop{Retrieved: q.Retrieved}
	for _, h := range q.Hits {
		top.DocIDs, top.Grades = append(top.DocIDs, h.DocID), append(top.Grades, h.Grade)
	}
	return top
}

// hitsOf reads what topOf wrote. A row whose two lists differ was not written
// here, and has none.
func hitsOf(row result.Row) (hits []result.JudgedHit, retrieved int) {
	top := row.Top
	if top == nil || len(top.DocIDs) != len(top.Grades) {
		return nil, 0
	}
	for i, id := range top.DocIDs {
		hits = append(hits, result.JudgedHit{DocID: id, Grade: top.Grades[i]})
	}
	return hits, top.Retrieved
}
