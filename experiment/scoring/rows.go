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
		}
	}
	slices.SortStableFunc(rows, func(a, b result.StoredRow) int { return strings.Compare(a.QueryID, b.QueryID) })
	return rows
}
