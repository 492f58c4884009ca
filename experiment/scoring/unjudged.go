package scoring

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A keeper remembers rankings in a table.
type keeper struct {
	table *Table
	depth int // how deep the measures look, 0: all of it
}

func newKeeper(t *Table, j *judgments.Judgments) *keeper {
	t.Top, t.kept = j.Top(), make([]judgedRankings, len(t.Queries))
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

// add remembers the ranking of query i at a level. Different queries may be
// added at once.
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
		r := trec.NewRanking(k.table.Queries[i].QueryID, s.at(l.level, kept))
		k.add(l.level, i, Join(&l.items.Queries[i], l.match(i, r, nil), r.Len(), new(Joined)), r)
	}
}

// A RankingKeeper adds rankings to a table that was scored before without
// keeping them.
type RankingKeeper struct {
	keeper keeper
	scorer scorer
}

// KeepRankings starts adding rankings to a table over all queries of the
// judgments.
func KeepRankings(t *Table, j *judgments.Judgments) *RankingKeeper {
	return &RankingKeeper{keeper: *newKeeper(t, j), scorer: newScorer(j, t.Measures, t.Profile, t)}
}

// Add remembers the ranking of query i in the order of the judgments.
func (k *RankingKeeper) Add(i int, hits []retrieval.Hit) { k.keeper.hits(&k.scorer, i, hits) }
