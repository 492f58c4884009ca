package scoring

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// addRanking notes what ranking a query has, as a level sees it. Of the first
// level it is what was not known before.
func (s *Table) addRanking(l *scoredLevel, q int, r *trec.Ranking) {
	const prime = 1099511628211 // of FNV-1a, 64 bits
	h := uint64(14695981039346656037)
	if !l.judged {
		h = s.Queries[q].Ranking
	}
	for i, id := range r.Hashes {
		h = (h ^ id ^ uint64(r.Rank(i))) * prime
	}
	s.Queries[q].Ranking = h
}

// HashRankings returns a hash of the rankings of all queries, the same for two
// systems that rank alike. It is empty where a query failed or a ranking is not
// known, as of scores that were read.
func (s *Table) HashRankings() string {
	if s.Rankings != "" {
		return s.Rankings
	}
	order := make([]int, len(s.Queries))
	for q, row := range s.Queries {
		order[q] = q
		if row.Status == result.Failed || row.Ranking == 0 && row.Status != result.Missing {
			return ""
		}
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(s.Queries[a].QueryID, s.Queries[b].QueryID) })
	all := sha256.New()
	for _, q := range order {
		row := &s.Queries[q]
		all.Write(binary.BigEndian.AppendUint64(append([]byte(row.QueryID), 0), row.Ranking))
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
}

// A JudgedList is one query's ranking that has met its judgments elsewhere.
type JudgedList struct {
	QueryID string
	Stratum string
	Group   string // of wordings of one need
	Text    string
	Judged  metrics.Judged
}

// JudgedLists scores rankings that were joined with their judgments by someone
// else, such as the reader of a trace, who has neither a run nor qrels. Every
// measure sees the list as it is, whatever its level. The lists are not changed.
func JudgedLists(name string, lists []JudgedList, measures []metrics.Measure, profile metrics.Profile, set result.TestSetInfo) *Table {
	t := newTable(name, profile, set, measures, len(lists))
	s := scorer{zero: profile.Undefined == metrics.Zero, scores: t, chunks: new(atomic.Bool)}
	level := scoredLevel{level: metrics.DocumentLevel, measures: measures, groups: metrics.Groups(measures), judged: true}
	for m := range measures {
		level.at = append(level.at, m)
	}
	for q := range lists {
		l := &lists[q]
		t.Queries[q] = result.Row{QueryID: l.QueryID, Stratum: l.Stratum, Group: l.Group, Text: l.Text}
		s.score(&level, q, new(l.Judged))
	}
	t.Health = append(t.Health, s.noScoreFinding()...)
	return t
}
