package trec

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A sorter brings rankings into order. Its scratch space is used again for each of them.
type sorter struct {
	order  Order
	keys   []sortKey
	spare  Ranking
	scores []float64
}

// A sortKey is what one hit is sorted by, higher first: its score, or under OrderRank its rank, negated.
type sortKey struct {
	key   float64
	index int32
}

// sort puts r, which is in file order, into ranking order. Runs are written in ranking order as a rule, so
// it looks first and then moves only what is wrong, which is most often a few tied hits.
func (s *sorter) sort(r *Ranking) {
	switch s.order {
	case OrderFile:
	case OrderRank:
		if !rising(r.ranks) {
			s.keys = s.keys[:0]
			for i, rank := range r.ranks {
				s.keys = append(s.keys, sortKey{-float64(rank), int32(i)})
			}
			s.sortKeys(r, 0)
		}
	default:
		s.sortScores(r)
	}
}

// rising tells whether every rank is above the one before.
func rising(ranks []int32) bool {
	for i := 1; i < len(ranks); i++ {
		if ranks[i] <= ranks[i-1] {
			return false
		}
	}
	return true
}

func (s *sorter) sortScores(r *Ranking) {
	scores := r.Scores
	for i := 1; i < len(scores); i++ {
		if scores[i] < scores[i-1] {
			continue
		}
		if scores[i] > scores[i-1] {
			s.sortRange(r, 0, len(scores))
			return
		}
		end := i + 1
		for end < len(scores) && scores[end] == scores[i] {
			end++
		}
		s.sortRange(r, i-1, end)
		i = end - 1
	}
}

// sortRange sorts the hits from lo to hi (hi excluded) by score.
func (s *sorter) sortRange(r *Ranking, lo, hi int) {
	s.keys = s.keys[:0]
	for i := lo; i < hi; i++ {
		s.keys = append(s.keys, sortKey{r.Scores[i], int32(i)})
	}
	s.sortKeys(r, lo)
}

// sortKeys sorts the hits that have keys, which start at lo. Equal keys are sorted by score descending, then by the
// bytes of the id descending; what is equal even then, which only duplicates are, stays in file order.
func (s *sorter) sortKeys(r *Ranking, lo int) {
	slices.SortFunc(s.keys, func(a, b sortKey) int {
		switch {
		case a.key > b.key:
			return -1
		case a.key < b.key:
			return 1
		}
		return cmp.Or(
			cmp.Compare(r.Scores[b.index], r.Scores[a.index]),
			bytes.Compare(r.Doc(int(b.index)), r.Doc(int(a.index))),
			cmp.Compare(a.index, b.index),
		)
	})
	s.spare.truncate(0)
	for _, k := range s.keys {
		s.spare.add(r.Hashes[k.index], r.Scores[k.index], r.docs[k.index], r.ranks[k.index])
	}
	copy(r.Hashes[lo:], s.spare.Hashes)
	copy(r.Scores[lo:], s.spare.Scores)
	copy(r.docs[lo:], s.spare.docs)
	copy(r.ranks[lo:], s.spare.ranks)
}

// count adds what is to be known about a ranking in order to stats.
func (s *sorter) count(r *Ranking, stats *RunStats) {
	stats.Hits += r.Len()
	if s.order == "" || s.order == OrderScore {
		stats.Tied += tied(r.Scores)
		stats.RankContradictions += contradictions(r.ranks, r.Scores)
		return
	}
	for i := 1; i < r.Len(); i++ {
		stats.RankContradictions += contradictions(r.ranks[i-1:i+1], r.Scores[i-1:i+1])
		if r.ranks[i-1] != NoRank && r.ranks[i-1] < r.ranks[i] && r.Scores[i-1] < r.Scores[i] {
			stats.RankContradictions++
		}
	}
	s.scores = append(s.scores[:0], r.Scores...)
	slices.Sort(s.scores)
	stats.Tied += tied(s.scores)
}

// tied counts the values that stand next to an equal one.
func tied(sorted []float64) int {
	n := 0
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			n++
			if i == 1 || sorted[i-1] != sorted[i-2] {
				n++
			}
		}
	}
	return n
}

// contradictions counts the neighbors with falling scores whose ranks fall too.
func contradictions(ranks []int32, scores []float64) int {
	n := 0
	for i := 1; i < len(ranks); i++ {
		if ranks[i] < ranks[i-1] && ranks[i] != NoRank && scores[i] < scores[i-1] {
			n++
		}
	}
	return n
}

// drop removes the hits that stood before.
func (r *Ranking) drop(pairs []idtable.Pair) {
	to, next := 0, 0
	for from := range r.Len() {
		if next < len(pairs) && pairs[next].Again == from {
			next++
			continue
		}
		r.move(from, to)
		to++
	}
	r.truncate(to)
}
