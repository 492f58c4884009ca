package scoring

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// tieSeed starts the random orders of ties, together with the query's id: the
// numbers of a query depend neither on the workers nor on the other queries.
const tieSeed = 1

// ranges are how far each score could move, by measure and query. What was not
// filled in cannot move: a query that the run lacks.
type ranges struct {
	ties   [][]metrics.TieRange // nil when not asked for
	bounds [][]bound            // nil when not asked for
	seen   []bool               // by query
	fixed  []bool               // by measure: one of answers, which no order moves
}

// A bound is the range of one score over the judgments of unjudged documents.
type bound struct {
	low, high float64
	none      bool // the measure has no bounds
}

// newRanges makes room for what the options ask for, nil if that is nothing.
func newRanges(opts Options, measures []metrics.Measure, queries int) *ranges {
	if !opts.Ties && !opts.Bounds {
		return nil
	}
	r := &ranges{seen: make([]bool, queries)}
	for _, m := range measures {
		r.fixed = append(r.fixed, metrics.LevelOf(m) == metrics.AnswerLevel)
		if opts.Ties {
			r.ties = append(r.ties, make([]metrics.TieRange, queries))
		}
		if opts.Bounds {
			r.bounds = append(r.bounds, make([]bound, queries))
		}
	}
	return r
}

// ties fills in the tie ranges of query q. judged is not narrowed yet: a tie may
// reach over the depth.
func (p *pass) ties(l *scoredLevel, q int, r *trec.Ranking, judged *metrics.Judged) {
	measures := l.measures
	if p.opts.Depth > 0 || p.opts.JudgedOnly {
		measures = make([]metrics.Measure, len(l.measures))
		for i, m := range l.measures {
			measures[i] = narrowed{m, p.opts}
		}
	}
	rng := rand.New(rand.NewPCG(tieSeed, idtable.Hash(r.Query)))
	for i, t := range metrics.Ties(measures, judged, tieGroups(r.Scores), rng) {
		p.scores.ranges.ties[l.at[i]][q] = t
	}
	p.scores.ranges.seen[q] = true
}

// tieGroups finds the runs of equal scores.
func tieGroups(scores []float64) []metrics.TieGroup {
	var groups []metrics.TieGroup
	for first := 0; first < len(scores); {
		end := first + 1
		for end < len(scores) && scores[end] == scores[first] {
			end++
		}
		if end-first > 1 {
			groups = append(groups, metrics.TieGroup{First: first + 1, Last: end})
		}
		first = end
	}
	return groups
}

// narrowed is a measure of what the options leave of a ranking.
type narrowed struct {
	metrics.Measure
	opts Options
}

// Score narrows a copy.
func (n narrowed) Score(j *metrics.Judged) (score float64, defined bool) {
	left := *j
	left.Hits = slices.Clone(j.Hits)
	if j.Subtopics != nil {
		subtopics := *j.Subtopics
		subtopics.Hits = slices.Clone(subtopics.Hits)
		left.Subtopics = &subtopics
	}
	n.opts.narrow(&left)
	return n.Measure.Score(&left)
}

// bounds fills in the bounds of query q.
func (p *pass) bounds(l *scoredLevel, q int, judged *metrics.Judged) {
	for i, m := range l.measures {
		low, high, ok := metrics.Bounds(m, judged, p.top)
		p.scores.ranges.bounds[l.at[i]][q] = bound{low, high, !ok}
	}
	p.scores.ranges.seen[q] = true
}

// counts tells whether query q is in the mean of measure m.
func (s *Table) counts(m, q int) bool {
	return !s.LeftOut(q) && !math.IsNaN(s.values[m][q])
}

// tieSummary is the mean of the tie ranges, nil when there are none.
func (s *Table) tieSummary(m int, queries []int) *result.TieSummary {
	if s.ranges.ties == nil {
		return nil
	}
	sum, n := result.TieSummary{Method: result.TiesExact}, 0.0
	for _, q := range queries {
		if !s.counts(m, q) {
			continue
		}
		n++
		t := s.ranges.ties[m][q]
		if v := s.values[m][q]; s.ranges.fixed[m] || !s.ranges.seen[q] {
			t.Min, t.Expected, t.Max = v, v, v
		}
		sum.Min, sum.Expected, sum.Max = sum.Min+t.Min, sum.Expected+t.Expected, sum.Max+t.Max
		if t.Sampled {
			sum.Method = result.TiesSampled
		}
	}
	if n == 0 {
		return nil
	}
	sum.Min, sum.Expected, sum.Max = sum.Min/n, sum.Expected/n, sum.Max/n
	return &sum
}

// boundsSummary is the mean of the bounds, nil when there are none.
func (s *Table) boundsSummary(m int, queries []int) *result.BoundsSummary {
	if s.ranges.bounds == nil {
		return nil
	}
	sum, n := result.BoundsSummary{}, 0.0
	for _, q := range queries {
		if !s.counts(m, q) {
			continue
		}
		n++
		b := s.ranges.bounds[m][q]
		if b.none {
			return nil
		}
		if v := s.values[m][q]; s.ranges.fixed[m] || !s.ranges.seen[q] {
			b.low, b.high = v, v
		}
		sum.Low, sum.High = sum.Low+b.low, sum.High+b.high
	}
	if n == 0 {
		return nil
	}
	sum.Low, sum.High = sum.Low/n, sum.High/n
	return &sum
}
