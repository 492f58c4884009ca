package scoring

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Rows are the table's queries as they are stored, by id.
func (s *Table) Rows() []result.StoredRow {
	rows := make([]result.StoredRow, len(s.Queries))
	for q, query := range s.Queries {
		rows[q] = result.StoredRow{
			QueryID: query.ID, Stratum: query.Stratum, Group: query.Group, Text: query.Text, Status: query.Status, Error: query.Error,
			LatencyMS: query.LatencyMS, RerankMS: query.RerankMS, Scores: s.Row(q), Judged: result.Number(s.JudgedShare(q)), Relevant: query.Relevant,
			Top: topOf(query),
		}
	}
	slices.SortStableFunc(rows, func(a, b result.StoredRow) int { return strings.Compare(a.QueryID, b.QueryID) })
	return rows
}

// topOf is the beginning of a ranking as it is stored, nil where none was kept.
func topOf(q ScoredQuery) *result.StoredTop {
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
func hitsOf(row result.StoredRow) (hits []result.JudgedHit, retrieved int) {
	top := row.Top
	if top == nil || len(top.DocIDs) != len(top.Grades) {
		return nil, 0
	}
	for i, id := range top.DocIDs {
		hits = append(hits, result.JudgedHit{DocID: id, Grade: top.Grades[i]})
	}
	return hits, top.Retrieved
}
