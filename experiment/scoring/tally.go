package scoring

import (
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Tally scores one system's answers as they come, in any order and from
// several goroutines, and keeps of the rankings no more than KeepTop says.
type Tally struct {
	Table     *Table
	scorer    scorer
	judgments *judgments.Judgments
	measures  []metrics.Measure
	profile   metrics.Profile
	Retrieved []int        // hits of each query
	dropped   atomic.Int64 // duplicate documents
}

// NewTally starts an empty table over all queries of the judgments.
func NewTally(name string, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile) *Tally {
	s := newTable(name, profile, j.Info, measures, j.Len())
	return &Tally{
		Table: s, scorer: newScorer(j, measures, profile, s),
		judgments: j, measures: measures, profile: profile, Retrieved: make([]int, j.Len()),
	}
}

// KeepTop has the first hits of each ranking kept, for a run that is stored. It comes before Add.
func (t *Tally) KeepTop(hits int) { t.scorer.keepHits = hits }

// Add scores the answer to query i, once for each i.
func (t *Tally) Add(i int, a result.Ranking) {
	q := t.judgments.Query(i)
	row := t.Table.Edit(i)
	*row = result.Row{QueryID: q.ID, Stratum: q.Stratum, Group: q.Group, Weight: q.Weight, Text: q.Text, LatencyMS: a.LatencyMS, RerankMS: a.RerankMS}
	if a.Failure != "" {
		row.Status, row.Error = result.Failed, a.Failure
		a.Hits, a.Fused, a.Written = nil, nil, nil // of a step before the one that failed
	} else if a.Missing {
		row.Status = result.Missing
	}
	if t.Table.LeftOut(i) {
		return
	}
	t.Retrieved[i] = len(a.Hits)
	t.dropped.Add(int64(t.scorer.scoreHits(i, a.Hits)))
	t.scorer.answers.score(t.Table, i, response{len(a.Hits), a.Failure != "", a.Written})
	if a.Fused != nil {
		t.noteFused(i, row, retrieval.Unique(a.Fused))
	}
}

// noteFused remembers where the relevant documents of a row were before the rerank.
func (t *Tally) noteFused(i int, row *result.Row, fused []retrieval.Hit) {
	quiet := t.scorer.levels[0]
	quiet.ids = nil // the same hits are watched in their final order
	r := trec.NewRanking(row.QueryID, t.scorer.at(quiet.level, fused))
	item, matches := quiet.match(i, r, fused, nil)
	for d, was := range item.Ranks(matches, 0) {
		row.Relevant[d].FusedRank = new(was.Rank)
	}
}

// Finish returns the table with what its reader should know.
func (t *Tally) Finish() *Table {
	s := t.Table
	s.Unmatched = t.scorer.unmatched()
	s.Health = liveFindings(s, int(t.dropped.Load()))
	s.Health = append(s.Health, t.judgments.Notes()...)
	s.Health = append(s.Health, strangerFinding(s, t.judgments)...)
	s.Health = append(s.Health, undefinedFinding(t.judgments, t.profile)...)
	t.scorer.conclude(t.judgments, t.measures)
	return s
}
