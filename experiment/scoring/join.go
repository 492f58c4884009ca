package scoring

import (
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Joined is one query's ranking beside its judgments, as measures see it. Its
// room is used again by the next Join.
type Joined struct {
	Judged    metrics.Judged
	query     int
	subtopics metrics.Subtopics // to which Judged points
}

// Join puts a ranking together with the judgments of its query: how many hits
// it has, and which of them are judged, by ascending rank. Every score of a
// ranking comes from here.
func Join(item *judgments.Item, matches []trec.Match, retrieved int, to *Joined) *metrics.Judged {
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
