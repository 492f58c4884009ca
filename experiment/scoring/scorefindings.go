package scoring

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// findings says what was noticed about the run, the reader's part included.
func (p *pass) findings() []result.Finding {
	var list []result.Finding
	if missing := p.missing(); len(missing) > 0 {
		list = append(list, result.Warned(result.FindingMissing, fmt.Sprintf("%d of %d judged queries are not in the run and %s: %s", len(missing), p.judgments.Len(), p.scores.missingAre(), prose.FirstFew(missing))))
	}
	if extra := p.scorer.noted.Extra; extra.Queries > 0 {
		treated := "ignored"
		if p.profile.OfRun {
			treated = "counted in the totals of profile " + p.profile.Name + " alone"
		}
		list = append(list, result.Noted(result.FindingExtra, prose.Plural(extra.Queries, "query")+" of the run not judged, "+treated))
	}
	list = append(list, p.judgments.Notes()...)
	list = append(list, p.opts.findings()...)
	for _, how := range p.profile.Departures() {
		list = append(list, result.Warned(result.FindingDeparture, how))
	}
	list = append(list, ReaderFindings(p.scorer.noted.Stats, p.scorer.noted.Order)...)
	return append(list, undefinedFinding(p.judgments, p.profile)...)
}

func (p *pass) missing() []string {
	var ids []string
	for i := range p.scores.Len() {
		if p.scores.Status(i) == result.Missing {
			ids = append(ids, p.scores.ID(i))
		}
	}
	return ids
}

// conclude adds what is found when all rankings were scored.
func (s *scorer) conclude(j *judgments.Judgments, measures []metrics.Measure) {
	t := s.scores
	t.Health = slices.Concat(t.Health, s.levelFinding(j, measures), s.unplacedFinding(), s.answers.findings(), s.noScoreFinding())
	t.forgetJudged(s)
	t.Health = append(t.Health, fewJudgedFinding(t)...)
}

// levelFinding warns of measures of documents and of chunks over one ranking: its ids are of one kind, and
// the other measures find nothing. A qrels file does not say what its ids are, so there both read the same.
func (s *scorer) levelFinding(j *judgments.Judgments, measures []metrics.Measure) []result.Finding {
	var documents, chunks []string
	for _, m := range measures {
		switch metrics.LevelOf(m) {
		case metrics.ChunkLevel:
			chunks = append(chunks, m.String())
		case metrics.DocumentLevel:
			documents = append(documents, m.String())
		}
	}
	if len(documents) > 0 && len(chunks) == 0 && j.Chunks.HasPassages() {
		return []result.Finding{result.Noted(result.FindingUnusedPassages, "passages are judged, and these measures look at their documents alone: see them with -m 'nDCG(level=chunk)@10,CharR@10'")}
	}
	if s.noted.Chunked && len(documents) > 0 {
		return []result.Finding{result.Noted(result.FindingChunks, "hits are chunks: to measures of documents, a document has the rank of its best one, and the others keep their places")}
	}
	if s.noted.Chunked || j.Documents == j.Chunks || len(documents) == 0 || len(chunks) == 0 {
		return nil
	}
	return []result.Finding{result.Warned(result.FindingMixedLevels, fmt.Sprintf("%s look at documents and %s at chunks, but the hits have one id each: the measures of the other kind are 0",
		strings.Join(documents, ", "), strings.Join(chunks, ", ")))}
}

// noScoreFinding warns of measures that no query gave a score, as far as no one has said why.
func (s *scorer) noScoreFinding() []result.Finding {
	var names []string
	_, idle := s.answers.idle()
	for m, measure := range s.scores.Measures {
		name := measure.String()
		if !slices.Contains(idle, name) && !slices.ContainsFunc(s.scores.values[m], func(v float64) bool { return !math.IsNaN(v) }) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []result.Finding{result.Warned(result.FindingNoScore, strings.Join(names, ", ")+": undefined for every query; `rankduel explain` says what they need")}
}

// strangerFinding warns of a system that found nothing, or nothing that anybody judged: ids that are
// written otherwise, or an expression that finds no hits, look like that.
func strangerFinding(s *Table, j *judgments.Judgments) []result.Finding {
	remedy := "compare the ids with those of the judgments"
	if j.Chunks.HasPassages() {
		remedy += ", and measure CharR: chunks smaller than half a passage find none"
	}
	answered, some, judged := 0, 0, 0
	for q := range s.Len() {
		if s.Status(q) != result.Scored {
			continue
		}
		answered++
		if !math.IsNaN(s.judged[q]) {
			some++
			if s.judged[q] > 0 {
				judged++
			}
		}
	}
	switch {
	case answered == 0:
		return nil
	case some == 0:
		return []result.Finding{result.Warned(result.FindingNoHits, fmt.Sprintf("no hits for any of %s", prose.Plural(answered, "query")))}
	case judged == 0 && some >= fewQueries:
		return []result.Finding{result.Warned(result.FindingNoneJudged, fmt.Sprintf("none of the first %d hits of %s is judged: %s", JudgedDepth, prose.Plural(some, "query"), remedy))}
	}
	return nil
}

// leastJudged is the share of judged documents among the first hits below which a
// score says as much of the judgments as of the system.
const leastJudged = 0.5

// fewJudgedFinding warns of a system most of whose first hits are unjudged. It says no
// share, so that what both arms of a comparison have is said once.
func fewJudgedFinding(s *Table) []result.Finding {
	sum, n := 0.0, 0
	for _, share := range s.judged {
		if !math.IsNaN(share) {
			sum, n = sum+share, n+1
		}
	}
	if n == 0 || sum >= leastJudged*float64(n) || sum == 0 && n >= fewQueries { // none at all is said already
		return nil
	}
	return []result.Finding{result.Warned(result.FindingFewJudged, fmt.Sprintf(
		"fewer than half of the first %d hits are judged (Judged@%[1]d); the others count as not relevant: scores may be far too low, see --bounds", JudgedDepth))}
}

// undefinedFinding lists the queries without a relevant document, which most measures leave out.
func undefinedFinding(j *judgments.Judgments, profile metrics.Profile) []result.Finding {
	ids := j.Undefined()
	if len(ids) == 0 {
		return nil
	}
	treated := "left out of the measures that need one"
	if profile.Undefined == metrics.Zero {
		treated = "counted 0"
		if len(profile.Departures()) == 0 {
			treated += " under profile " + profile.Name
		}
	}
	return []result.Finding{result.Noted(result.FindingUndefined, fmt.Sprintf("%s without a relevant document, %s: %s", prose.Plural(len(ids), "query"), treated, prose.FirstFew(ids)))}
}

// failedFinding lists the queries that have no ranking, and says what helps.
func failedFinding(s *Table, remedy string) []result.Finding {
	var failed []string
	for q := range s.Len() {
		if s.Status(q) == result.Failed {
			failed = append(failed, s.ID(q))
		}
	}
	if len(failed) == 0 {
		return nil
	}
	return []result.Finding{result.Warned(result.FindingFailed, fmt.Sprintf("%d of %d queries failed and %s%s: %s", len(failed), s.Len(), s.failedAre(), remedy, prose.FirstFew(failed)))}
}

func liveFindings(s *Table, dropped int) []result.Finding {
	list := failedFinding(s, ", until --retry-failed asks again")
	if n := s.Count(result.Missing); n > 0 {
		list = append(list, result.Warned(result.FindingMissing, fmt.Sprintf("%d of %d judged queries are not in the run and %s", n, s.Len(), s.missingAre())))
	}
	if dropped > 0 {
		list = append(list, DroppedFinding(dropped))
	}
	return list
}

func (s *Table) missingAre() string {
	if s.common {
		return "are left out"
	}
	return "score 0"
}

func (s *Table) failedAre() string {
	if s.Profile.CountsFailed {
		return "count as misses under profile " + s.Profile.Name
	}
	return "are left out"
}

// DroppedFinding warns of duplicate documents that were dropped from lists.
func DroppedFinding(dropped int) result.Finding {
	return result.Warned(result.FindingDuplicates, prose.Plural(dropped, "duplicate document")+" dropped, the first of each kept")
}

// tieWarning is the share of tied hits above which the order of ties, and not the system, may decide a measure.
const tieWarning = 0.05

// ReaderFindings says what the reader noticed about a run file that it read in the given order.
func ReaderFindings(run trec.RunStats, order trec.Order) []result.Finding {
	used, ties := "the scores were used", "ties are broken by document id"
	switch order {
	case trec.OrderRank:
		used, ties = "the rank column was used", "the rank column orders them"
	case trec.OrderFile:
		used, ties = "the order of the lines was used", "the order of the lines decides"
	}
	var list []result.Finding
	if run.RankContradictions > 0 {
		list = append(list, result.Noted(result.FindingContradictions, fmt.Sprintf("the rank column contradicts the scores %s; %s", prose.Plural(run.RankContradictions, "time"), used)))
	}
	if share := float64(run.Tied) / float64(max(run.Hits, 1)); share > tieWarning {
		list = append(list, result.Warned(result.FindingTies, fmt.Sprintf("%.1f %% of the hits share their score with another one of their query; %s", 100*share, ties)))
	}
	if run.Duplicates > 0 {
		list = append(list, result.Warned(result.FindingDuplicates, prose.Plural(run.Duplicates, "duplicate document")+" dropped, the best-ranked one of each kept"))
	}
	if run.Interleaved {
		list = append(list, result.Noted(result.FindingInterleaved, "lines of one query are not together; they were grouped by id"))
	}
	return list
}
