package scoring

import (
	"fmt"
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

// A Tally scores one system's answers as they come, in any order and from
// several goroutines, and keeps none of the rankings.
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

// Add scores the answer to query i, once for each i.
func (t *Tally) Add(i int, a result.Ranking) {
	q := t.judgments.Query(i)
	row := &t.Table.Queries[i]
	*row = ScoredQuery{ID: q.ID, Stratum: q.Stratum, Text: q.Text, LatencyMS: a.LatencyMS, RerankMS: a.RerankMS}
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
	row.noteFused(a.Fused)
}

// noteFused remembers where the relevant documents stood before the rerank.
func (q *ScoredQuery) noteFused(fused []retrieval.Hit) {
	if fused == nil {
		return
	}
	at := make(map[string]int, len(fused))
	for i, h := range fused {
		at[h.ID] = i + 1
	}
	for d := range q.Relevant {
		rank := at[q.Relevant[d].DocID]
		q.Relevant[d].FusedRank = &rank
	}
}

// Finish returns the table with what its reader should know.
func (t *Tally) Finish() *Table {
	s := t.Table
	s.Health = liveFindings(s, int(t.dropped.Load()))
	s.Health = append(s.Health, strangerFinding(s)...)
	s.Health = append(s.Health, undefinedFinding(t.judgments, t.profile)...)
	s.Health = append(s.Health, t.scorer.levelFinding(t.judgments, t.measures)...)
	s.Health = append(s.Health, t.scorer.answers.findings()...)
	s.Health = append(s.Health, t.scorer.noScoreFinding()...)
	return s
}

func liveFindings(s *Table, dropped int) []result.Finding {
	list := failedFinding(s, ", until --retry-failed asks again")
	if n := s.Count(result.Missing); n > 0 {
		list = append(list, result.Warned(result.FindingMissing, fmt.Sprintf("%d of %d judged queries are not in the run and %s", n, len(s.Queries), s.missingAre())))
	}
	if dropped > 0 {
		list = append(list, DroppedFinding(dropped))
	}
	return list
}

// failedFinding lists the queries that have no ranking, and says what helps.
func failedFinding(s *Table, remedy string) []result.Finding {
	var failed []string
	for _, q := range s.Queries {
		if q.Status == result.Failed {
			failed = append(failed, q.ID)
		}
	}
	if len(failed) == 0 {
		return nil
	}
	return []result.Finding{result.Warned(result.FindingFailed, fmt.Sprintf("%d of %d queries failed and %s%s: %s", len(failed), len(s.Queries), s.failedAre(), remedy, prose.Few(failed)))}
}

// missingAre says what becomes of missing queries.
func (s *Table) missingAre() string {
	if s.common {
		return "are left out"
	}
	return "score 0"
}

// failedAre says what becomes of failed queries.
func (s *Table) failedAre() string {
	if s.Profile.CountsFailed {
		return "count as misses under profile " + s.Profile.Name
	}
	return "are left out"
}

func DroppedFinding(dropped int) result.Finding {
	return result.Warned(result.FindingDuplicates, prose.Plural(dropped, "duplicate document")+" dropped, the first of each kept")
}
