package experiment

import (
	"fmt"
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

// An answer is what one system has to say to one query.
type answer struct {
	hits      []retrieval.Hit
	fused     []retrieval.Hit   // the ranking before it was reranked; nil when it was not
	written   *retrieval.Answer // nil when the system only searches
	latencyMS *float64          // nil when not measured, as for most run files
	failure   string            // empty when it was answered
	absent    bool              // not in the store
	rerankMS  *float64          // part of latencyMS
	missing   bool              // a run file does not have the query: an empty ranking
}

// A tally scores one system's answers as they come, in any order and from
// several goroutines, and keeps none of the rankings.
type tally struct {
	scores    *Scores
	scorer    scorer
	judgments *judgments.Judgments
	measures  []metrics.Measure
	profile   metrics.Profile
	retrieved []int        // hits of each query
	dropped   atomic.Int64 // duplicate documents
}

func newTally(name string, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile) *tally {
	s := newScores(name, profile, j.Info, measures, j.Len())
	return &tally{
		scores: s, scorer: newScorer(j, measures, profile, s),
		judgments: j, measures: measures, profile: profile, retrieved: make([]int, j.Len()),
	}
}

// add scores the answer to query i, once for each i.
func (t *tally) add(i int, a answer) {
	q := t.judgments.Query(i)
	row := &t.scores.Queries[i]
	*row = ScoredQuery{ID: q.ID, Stratum: q.Stratum, Text: q.Text, LatencyMS: a.latencyMS, RerankMS: a.rerankMS}
	if a.failure != "" {
		row.Status, row.Error = result.Failed, a.failure
		a.hits, a.fused, a.written = nil, nil, nil // of a step before the one that failed
	} else if a.missing {
		row.Status = result.Missing
	}
	if t.scores.leftOut(i) {
		return
	}
	t.retrieved[i] = len(a.hits)
	t.dropped.Add(int64(t.scorer.scoreHits(i, a.hits)))
	t.scorer.answers.score(t.scores, i, response{len(a.hits), a.failure != "", a.written})
	row.noteFused(a.fused)
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

// finish returns the table with what its reader should know.
func (t *tally) finish() *Scores {
	s := t.scores
	s.Health = liveFindings(s, int(t.dropped.Load()))
	s.Health = append(s.Health, strangerFinding(s)...)
	s.Health = append(s.Health, undefinedFinding(t.judgments, t.profile)...)
	s.Health = append(s.Health, t.scorer.levelFinding(t.judgments, t.measures)...)
	s.Health = append(s.Health, t.scorer.answers.findings()...)
	s.Health = append(s.Health, t.scorer.noScoreFinding()...)
	return s
}

func liveFindings(s *Scores, dropped int) []result.Finding {
	list := failedFinding(s, ", until --retry-failed asks again")
	if n := s.Count(result.Missing); n > 0 {
		list = append(list, result.Warned(result.FindingMissing, fmt.Sprintf("%d of %d judged queries are not in the run and %s", n, len(s.Queries), s.missingAre())))
	}
	if dropped > 0 {
		list = append(list, droppedFinding(dropped))
	}
	return list
}

// failedFinding lists the queries that have no ranking, and says what helps.
func failedFinding(s *Scores, remedy string) []result.Finding {
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
func (s *Scores) missingAre() string {
	if s.common {
		return "are left out"
	}
	return "score 0"
}

// failedAre says what becomes of failed queries.
func (s *Scores) failedAre() string {
	if s.Profile.CountsFailed {
		return "count as misses under profile " + s.Profile.Name
	}
	return "are left out"
}

func droppedFinding(dropped int) result.Finding {
	return result.Warned(result.FindingDuplicates, prose.Plural(dropped, "duplicate document")+" dropped, the first of each kept")
}
