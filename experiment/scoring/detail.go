package scoring

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Detail returns everything that the table knows of each query, by the bytes of the
// ids. Hits are there as far as they were kept, at most depth of each query.
func (s *Table) Detail(depth int) result.SystemDetail {
	d := result.SystemDetail{Name: s.Name, Measures: slices.Clone(s.names), Queries: s.Rows(), Depth: depth}
	for _, m := range s.Measures {
		d.Better = append(d.Better, better(m))
	}
	return d
}

func better(m metrics.Measure) int {
	switch metrics.DirectionOf(m) {
	case metrics.LowerIsBetter:
		return -1
	case metrics.Neutral:
		return 0
	}
	return 1
}

// keepHits remembers the first hits of a ranking with their grades in a row.
func keepHits(q *result.Row, r *trec.Ranking, matches []trec.Match, depth int) {
	if depth > 0 {
		q.Retrieved, q.Hits = r.Len(), withoutMarks(judgedHits(r, matches, depth))
	}
}

func judgedHits(r *trec.Ranking, matches []trec.Match, depth int) []result.JudgedHit {
	hits := make([]result.JudgedHit, min(depth, r.Len()))
	for i := range hits {
		hits[i] = result.JudgedHit{DocID: string(r.Doc(i)), Grade: result.Unjudged, Score: r.Scores[i]}
	}
	for _, m := range matches {
		if m.Rank <= len(hits) && m.Grade >= 0 {
			hits[m.Rank-1].Grade = m.Grade
		}
	}
	return hits
}

// A Grader says which of a ranking's hits are judged, at the level whose ranks a table keeps.
type Grader struct {
	scorer scorer
	at     *scoredLevel
}

// NewGrader makes a grader for rankings that are scored by some measures.
func NewGrader(j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile) *Grader {
	g := &Grader{scorer: newScorer(j, measures, profile, nil)}
	g.at = &g.scorer.levels[0]
	return g
}

// Grade returns the first hits of a ranking of query i in the order in which they came, each as the
// measures see it. Of a hit that comes twice the first counts.
func (g *Grader) Grade(i int, hits []retrieval.Hit, depth int) []result.JudgedHit {
	hits = retrieval.Unique(hits)
	r := trec.NewRanking("", g.scorer.at(g.at.level, hits))
	_, matches := g.at.match(i, r, hits, nil)
	return withoutMarks(judgedHits(r, matches, depth))
}

// withoutMarks gives the further chunks of a document their ids back.
func withoutMarks(hits []result.JudgedHit) []result.JudgedHit {
	for n := range hits {
		hits[n].DocID = strings.TrimPrefix(hits[n].DocID, furtherChunk)
	}
	return hits
}

// A keeper remembers rankings in a table.
type keeper struct {
	table *Table
	depth int // how deep the measures look, 0: all of it
}

func newKeeper(t *Table, j *judgments.Judgments) *keeper {
	t.Top, t.kept = j.Top(), make([]judgedRankings, t.Len())
	k := &keeper{table: t}
	for _, m := range t.Measures {
		if metrics.LevelOf(m) == metrics.AnswerLevel {
			continue
		}
		if metrics.LooksPastCutoff(m) {
			k.depth = 0
			break
		}
		k.depth = max(k.depth, m.Cutoff())
	}
	return k
}

// add remembers the ranking of query i at a level. Different queries may be added at once.
func (k *keeper) add(level metrics.Level, i int, judged *metrics.Judged, r *trec.Ranking) {
	kept := &JudgedRanking{Judged: *judged}
	kept.Judged.Hits, kept.Judged.Pooled = slices.Clone(judged.Hits), slices.Clone(judged.Pooled)
	kept.Judged.Gains, kept.Judged.Subtopics = slices.Clone(judged.Gains), nil
	hit := 0
	for rank := 1; rank <= judged.Retrieved && (k.depth == 0 || rank <= k.depth); rank++ {
		if hit < len(judged.Hits) && judged.Hits[hit].Rank == rank {
			hit++
			continue
		}
		if id := string(r.Doc(rank - 1)); !strings.HasPrefix(id, furtherChunk) {
			kept.Unjudged = append(kept.Unjudged, UnjudgedHit{DocID: id, Rank: rank})
		}
	}
	*k.table.kept[i].at(level) = kept
}

// hits remembers a live ranking of query i.
func (k *keeper) hits(s *scorer, i int, hits []retrieval.Hit) {
	kept := retrieval.Unique(hits)
	for at := range s.levels {
		l := &s.levels[at]
		r := trec.NewRanking(k.table.ID(i), s.at(l.level, kept))
		item, matches := l.match(i, r, kept, nil)
		k.add(l.level, i, Join(item, matches, r.Len(), new(Joined)), r)
	}
}

// A RankingKeeper adds rankings to a table that was scored before without keeping them.
type RankingKeeper struct {
	keeper keeper
	scorer scorer
}

// KeepRankings starts adding rankings to a table over all queries of the judgments.
func KeepRankings(t *Table, j *judgments.Judgments) *RankingKeeper {
	return &RankingKeeper{keeper: *newKeeper(t, j), scorer: newScorer(j, t.Measures, t.Profile, t)}
}

// Add remembers the ranking of query i in the order of the judgments.
func (k *RankingKeeper) Add(i int, hits []retrieval.Hit) { k.keeper.hits(&k.scorer, i, hits) }
