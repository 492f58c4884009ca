package scoring

import (
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// ranges are how far each score could move, by measure and query. What was not
// filled in cannot move: a query that the run lacks.
type ranges struct {
	ties   [][]metrics.TieRange // nil when not asked for
	bounds [][]bound            // over the judgments of unjudged hits; nil when not asked for
	seen   []bool               // by query
	fixed  []bool               // by measure: one of answers, which no order moves
}

// A bound is the range of one score over the judgments of unjudged documents.
type bound struct {
	metrics.Range
	none bool // the measure has no bounds
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

// empty has room for the same ranges of other queries.
func (r *ranges) empty(queries int) *ranges {
	if r == nil {
		return nil
	}
	made := &ranges{seen: make([]bool, queries), fixed: r.fixed}
	for range r.ties {
		made.ties = append(made.ties, make([]metrics.TieRange, queries))
	}
	for range r.bounds {
		made.bounds = append(made.bounds, make([]bound, queries))
	}
	return made
}

// like tells whether both hold the same ranges, of the same measures.
func (r *ranges) like(other *ranges) bool {
	if r == nil || other == nil {
		return r == other
	}
	return len(r.ties) == len(other.ties) && len(r.bounds) == len(other.bounds)
}

// take makes query q what others have at a position.
func (r *ranges) take(q int, from *ranges, at int) {
	r.seen[q] = from.seen[at]
	for m := range r.ties {
		r.ties[m][q] = from.ties[m][at]
	}
	for m := range r.bounds {
		r.bounds[m][q] = from.bounds[m][at]
	}
}

// counts tells whether query q is in the mean of measure m.
func (s *Table) counts(m, q int) bool { return !s.LeftOut(q) && !math.IsNaN(s.values[m][q]) }

// tieSummary returns the mean of the tie ranges, nil when there are none.
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

// boundsSummary returns the mean of the bounds, nil when there are none.
func (s *Table) boundsSummary(m int, queries []int) *result.BoundsSummary {
	if s.ranges.bounds == nil {
		return nil
	}
	sum, n := result.BoundsSummary{Method: result.BoundsExact, MaxGrade: s.Top}, 0.0
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
			b.Range = metrics.Range{Low: v, High: v}
		}
		sum.Low, sum.High = sum.Low+b.Low, sum.High+b.High
		if b.Outer {
			sum.Method = result.BoundsOuter
		}
	}
	if n == 0 {
		return nil
	}
	sum.Low, sum.High = sum.Low/n, sum.High/n
	return &sum
}
