package scoring

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
)

// Restore turns a stored run back into the table it was made from, queries by id. It can be compared with
// any other run over the same test set. Of the measures only the names are stored: known are those that it
// may have besides the ones of package metrics.
func Restore(run result.StoredRun, known ...metrics.Measure) (*Table, error) {
	var summary result.RunEvaluation
	if err := json.Unmarshal(run.Aggregate, &summary); err != nil {
		return nil, fmt.Errorf("stored run %s: aggregate: %w", run.ID, err)
	}
	if len(summary.Measures) == 0 {
		return nil, fmt.Errorf("stored run %s holds no measure of this program; score it again", run.ID)
	}
	measures := ordered.Each(summary.Measures, func(m result.MeasureSummary) metrics.Measure { return Named(m.Measure, known...) })
	s := newTable(run.Name, profileNamed(run.Profile), run.TestSet, measures, len(run.Rows))
	s.Role, s.RunID, s.SHA256, s.Health = summary.Role, run.ID, summary.SHA256, summary.Health
	s.Recordings, s.Rankings, s.Recorded, s.Unmatched = summary.Recordings, summary.Rankings, summary.Recorded, summary.Unmatched
	names := make([]string, len(measures)) // of then
	for m := range measures {
		names[m] = summary.Measures[m].Measure
	}
	s.restoreRuns(run.Rows, names)
	for q, row := range run.Rows {
		kept := row
		kept.Scores, kept.Runs, kept.Judged, kept.Top = nil, nil, nil, nil // these are columns and Hits in a table
		kept.Hits, kept.Retrieved = hitsOf(row)
		s.setQuery(q, kept)
		for m, name := range names {
			s.values[m][q] = result.OrNaN(row.Scores[name])
		}
		s.judged[q] = result.OrNaN(row.Judged)
	}
	return s, nil
}

// FromScores returns the table of scores that were computed elsewhere, a column for
// each measure; NaN is undefined. query returns what else is known of each query.
func FromScores(name string, profile metrics.Profile, set result.TestSetInfo, measures []metrics.Measure, queries int, query func(q int) result.Row, columns [][]float64) *Table {
	s := newTable(name, profile, set, measures, 0)
	s.queries, s.judged, s.values = newQueries(queries), slices.Repeat([]float64{math.NaN()}, queries), columns
	for q := range queries {
		s.setQuery(q, query(q))
	}
	return s
}

// Rows returns the table's queries with their scores, as they are stored, by id.
func (s *Table) Rows() []result.Row {
	rows := make([]result.Row, s.Len())
	for q := range rows {
		rows[q] = s.Query(q)
		rows[q].Scores, rows[q].Runs, rows[q].Judged, rows[q].Top = s.Row(q), s.scoresOfRuns(q), result.Number(s.JudgedShare(q)), topOf(rows[q])
	}
	ordered.Stable(rows, func(a, b result.Row) int { return strings.Compare(a.QueryID, b.QueryID) })
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

// hitsOf reads what topOf wrote. A row whose two lists differ was not written here, and has none.
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

// Named returns the measure of that name: one of those that are known, or else one of
// package metrics, or else a foreign one.
func Named(name string, known ...metrics.Measure) metrics.Measure {
	if i := slices.IndexFunc(known, func(m metrics.Measure) bool { return m.String() == name }); i >= 0 {
		return known[i]
	}
	if m, err := metrics.Parse(name); err == nil {
		return m
	}
	of := func(inner string) ([]metrics.Measure, error) { return []metrics.Measure{Named(inner, known...)}, nil }
	if list, is, err := metrics.ParsePass(name, of); is && err == nil {
		return list[0]
	}
	return metrics.Foreign{Name: name}
}

// profileNamed returns the profile of that name, without conventions when it is another program's.
func profileNamed(name string) metrics.Profile {
	if p, err := metrics.ProfileByName(name); err == nil {
		return p
	}
	return metrics.ForeignProfile(name)
}
