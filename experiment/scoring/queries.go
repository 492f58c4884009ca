package scoring

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// queries are what a table knows of each query but for its scores, in columns: an id, unless they are those of
// judgments at the same places, and a hash of the ranking. Of those of which more is known there is a row.
type queries struct {
	of       *judgments.Judgments
	ids      []string      // without judgments
	rankings []uint64      // hash of the ids of the whole ranking in their order; 0 when it is not known
	more     []*result.Row // nil where none of the judgments has one
	ranks    []int32       // of judged documents, by their place in items; nil when they are not kept
	items    *judgments.Items
}

func newQueries(n int) queries {
	return queries{ids: make([]string, n), rankings: make([]uint64, n), more: make([]*result.Row, n)}
}

// rows returns the rows of all queries, to be set.
func (q *queries) rows() []*result.Row {
	if q.more == nil {
		q.more = make([]*result.Row, len(q.rankings))
	}
	return q.more
}

// known returns the row of query i, nil where it has none.
func (q *queries) known(i int) *result.Row {
	if q.more == nil {
		return nil
	}
	return q.more[i]
}

// row returns what is known of query i but for ranks and scores.
func (q *queries) row(i int) result.Row {
	if row := q.known(i); row != nil {
		return *row
	}
	if q.of == nil {
		return result.Row{QueryID: q.ids[i]}
	}
	query := q.of.Query(i)
	return result.Row{QueryID: query.ID, Stratum: query.Stratum, Group: query.Group, Weight: query.Weight, Text: query.Text}
}

// Len returns the number of queries.
func (s *Table) Len() int { return len(s.queries.rankings) }

// ID returns that of query q.
func (s *Table) ID(q int) string {
	if row := s.queries.known(q); row != nil {
		return row.QueryID
	}
	if s.queries.of == nil {
		return s.queries.ids[q]
	}
	return s.queries.of.ID(q)
}

// Status returns why query q has no ranking.
func (s *Table) Status(q int) result.Status {
	if row := s.queries.known(q); row != nil {
		return row.Status
	}
	return result.Scored
}

// Stratum returns that of query q.
func (s *Table) Stratum(q int) string { return s.queries.row(q).Stratum }

// Group returns the need that query q is a wording of, "" outside a group.
func (s *Table) Group(q int) string { return s.queries.row(q).Group }

// Query returns what is known of query q but for its scores.
func (s *Table) Query(q int) result.Row {
	row := s.queries.row(q)
	row.Ranking = s.queries.rankings[q]
	if item, ranks, kept := s.ranksOf(q); kept {
		var matches []trec.Match
		for n, rank := range ranks {
			if rank > 0 {
				matches = append(matches, trec.Match{Rank: int(rank), Judgment: n})
			}
		}
		row.Relevant = item.Ranks(matches, 0)
	}
	return row
}

// ranksOf returns what is judged of query q, and the ranks of that, where they are kept in columns.
func (s *Table) ranksOf(q int) (item judgments.Item, ranks []int32, kept bool) {
	if row := s.queries.known(q); s.queries.ranks == nil || row != nil && row.Relevant != nil || s.LeftOut(q) {
		return item, nil, false
	}
	if item = s.queries.items.Query(q); item.InQrels < 0 {
		return item, nil, true
	}
	from, to := s.queries.items.Qrels.Rows(item.InQrels)
	return item, s.queries.ranks[from:to], true
}

// Grades returns those of the relevant documents of query q, the highest first, where their ranks are known.
func (s *Table) Grades(q int) (grades []int, known bool) {
	if item, _, kept := s.ranksOf(q); kept {
		return item.Judged().Ideal, true
	}
	relevant := s.queries.row(q).Relevant
	grades = ordered.Each(relevant, func(d result.RankedRelevant) int { return d.Grade })
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	return grades, relevant != nil
}

// Edit returns the row of query q to be changed, all but its ranking.
func (s *Table) Edit(q int) *result.Row {
	row := s.edit(q)
	row.Relevant = s.Query(q).Relevant
	return row
}

// edit returns the row of query q without ranks that are still being read.
func (s *Table) edit(q int) *result.Row {
	rows := s.queries.rows()
	if rows[q] == nil {
		rows[q] = new(s.queries.row(q))
	}
	return rows[q]
}

// setQuery makes a row what is known of query q. A row of an id alone is kept as that.
func (s *Table) setQuery(q int, row result.Row) {
	rows := s.queries.rows()
	s.queries.rankings[q], rows[q] = row.Ranking, nil
	texts := row.Stratum + row.Group + row.Text + string(row.Status) + row.Error + row.RelString
	times := row.Weight != nil || row.LatencyMS != nil || row.RerankMS != nil || row.FailedRuns+row.MissingRuns > 0
	if texts != "" || times || row.Relevant != nil || row.Hits != nil || row.Retrieved > 0 {
		more := row // a copy, so that no other row is on the heap
		rows[q] = &more
		return
	}
	s.queries.ids[q] = row.QueryID
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
