package experiment

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// join puts a ranking together with the judgments of its query: how many hits
// it has, and which of them are judged, by ascending rank.
func join(item *judgments.Item, to *joined, matches []trec.Match, retrieved int) *metrics.Judged {
	j := &to.judged
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

// match joins the ranks of query i's hits with its judgments.
func match(items *judgments.Items, i int, rank map[string]int) metrics.Judged {
	item := &items.Queries[i]
	var matches []trec.Match
	if item.InQrels >= 0 {
		n := 0
		for j := range items.Qrels.Judgments(item.InQrels) {
			if r, retrieved := rank[j.Doc]; retrieved {
				matches = append(matches, trec.Match{Rank: r, Grade: j.Grade, Gain: j.Gain, Judgment: n})
			}
			n++
		}
	}
	slices.SortFunc(matches, func(a, b trec.Match) int { return a.Rank - b.Rank })
	return *join(item, new(joined), matches, len(rank))
}

// joinSubtopics adds what the hits are relevant to. The matches are by ascending rank.
func joinSubtopics(s *judgments.Subtopics, to *joined, matches []trec.Match) {
	if s == nil {
		to.judged.Subtopics = nil
		return
	}
	t := &to.subtopics
	t.Count, t.Documents, t.Hits = s.Count, s.Documents, t.Hits[:0]
	for _, m := range matches {
		for _, g := range s.ByJudgment[m.Judgment] {
			t.Hits = append(t.Hits, metrics.SubtopicHit{Rank: m.Rank, Subtopic: g.Subtopic, Grade: g.Grade})
		}
	}
	to.judged.Subtopics = t
}
