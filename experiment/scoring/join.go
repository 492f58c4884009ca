package scoring

import (
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Joined is one query's ranking next to its judgments, as measures see it. Its room is used again by the next Join.
type Joined struct {
	Judged    metrics.Judged
	query     int
	subtopics metrics.Subtopics // to which Judged points
}

// Join puts a ranking together with the judgments of its query: how many hits it has, and which of them are
// judged, by ascending rank. Every score of a ranking comes from here.
func Join(item judgments.Item, matches []trec.Match, retrieved int, to *Joined) *metrics.Judged {
	j := &to.Judged
	hits, gains, pooled := j.Hits[:0], j.Gains[:0], j.Pooled[:0]
	*j = item.Judged()
	j.Retrieved, j.Hits, j.Gains, j.Pooled = retrieved, hits, gains, pooled
	for _, m := range matches {
		if m.Grade < 0 {
			j.Pooled = append(j.Pooled, m.Rank)
			continue
		}
		j.Hits = append(j.Hits, metrics.Hit{Rank: m.Rank, Grade: m.Grade})
		if item.Real {
			j.Gains = append(j.Gains, m.Gain)
		}
	}
	joinSubtopics(item.Subtopics, to, matches)
	return j
}

// joinSubtopics adds what the hits are relevant to.
func joinSubtopics(s *judgments.Subtopics, to *Joined, matches []trec.Match) {
	if s == nil {
		to.Judged.Subtopics = nil
		return
	}
	t := &to.subtopics
	t.Count, t.Documents, t.Hits = s.Count, s.Documents, t.Hits[:0]
	for _, m := range matches {
		for _, g := range s.ByJudgment[m.Judgment] {
			t.Hits = append(t.Hits, metrics.SubtopicHit{Rank: m.Rank, Subtopic: g.Subtopic, Grade: g.Grade})
		}
	}
	to.Judged.Subtopics = t
}

// batchQueries is how many queries wait until they are scored together.
const batchQueries = 64

// A batch holds queries that were joined and not scored yet. With a hundred measures it is much faster to score a batch
// measure by measure than query by query: the code of one measure and one column of the table stay at hand.
type batch struct {
	list []Joined // the first n wait; what follows is room that was used before
	n    int
}

// next returns room for one more query, with the slices of an earlier one.
func (b *batch) next(query int) *Joined {
	if b.list == nil {
		b.list = make([]Joined, batchQueries) // in place: they point into themselves
	}
	b.n++
	b.list[b.n-1].query = query
	return &b.list[b.n-1]
}

// take empties the batch. The queries are valid until the next one comes.
func (b *batch) take() []Joined {
	taken := b.list[:b.n]
	b.n = 0
	return taken
}
