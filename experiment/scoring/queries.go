package scoring

import (
	"github.com/rankduel/rankduel/experiment/result"
)

// queries are what a table knows of each query but for its scores: of most an id and a hash
// of the ranking, which are columns, and of others a row, which has the id as well.
type queries struct {
	ids      []string
	rankings []uint64 // hash of the ids of the whole ranking in their order; 0 when it is not known
	relevant [][]result.RankedRelevant
	more     []*result.Row
}

func newQueries(n int, ranks bool) queries {
	q := queries{ids: make([]string, n), rankings: make([]uint64, n), more: make([]*result.Row, n)}
	if ranks {
		q.relevant = make([][]result.RankedRelevant, n)
	}
	return q
}

// Len returns the number of queries.
func (s *Table) Len() int { return len(s.queries.ids) }

// ID returns that of query q.
func (s *Table) ID(q int) string {
	if row := s.queries.more[q]; row != nil {
		return row.QueryID
	}
	return s.queries.ids[q]
}

// Status returns why query q has no ranking.
func (s *Table) Status(q int) result.Status {
	if row := s.queries.more[q]; row != nil {
		return row.Status
	}
	return result.Scored
}

// Query returns what is known of query q but for its scores.
func (s *Table) Query(q int) result.Row {
	row := result.Row{QueryID: s.queries.ids[q]}
	if more := s.queries.more[q]; more != nil {
		row = *more
	}
	row.Ranking = s.queries.rankings[q]
	if s.queries.relevant != nil && s.queries.relevant[q] != nil {
		row.Relevant = s.queries.relevant[q]
	}
	return row
}

// Edit returns the row of query q to be changed, all but its ranking.
func (s *Table) Edit(q int) *result.Row {
	if s.queries.more[q] == nil {
		row := s.Query(q)
		s.queries.more[q] = &row
	}
	if s.queries.relevant != nil && s.queries.relevant[q] != nil {
		s.queries.more[q].Relevant, s.queries.relevant[q] = s.queries.relevant[q], nil
	}
	return s.queries.more[q]
}

// setQuery makes a row what is known of query q. A row of an id alone is kept as that.
func (s *Table) setQuery(q int, row result.Row) {
	s.queries.ids[q], s.queries.rankings[q], s.queries.more[q] = row.QueryID, row.Ranking, nil
	if s.queries.relevant != nil {
		s.queries.relevant[q], row.Relevant = row.Relevant, nil
	}
	texts := row.Stratum + row.Group + row.Text + string(row.Status) + row.Error + row.RelString
	times := row.Weight != nil || row.LatencyMS != nil || row.RerankMS != nil || row.FailedRuns+row.MissingRuns > 0
	if texts != "" || times || row.Relevant != nil || row.Hits != nil || row.Retrieved > 0 {
		more := row // a copy, so that no other row is on the heap
		s.queries.more[q] = &more
	}
}

// SameQueries reports whether two tables have the same queries at the same places.
func (s *Table) SameQueries(other *Table) bool {
	for q := range s.Len() {
		if s.Len() != other.Len() || s.ID(q) != other.ID(q) {
			return false
		}
	}
	return s.Len() == other.Len()
}
