package compare

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// A RankingsError says that bounds were asked for of scores without rankings.
type RankingsError struct{ System string }

// Error says what to do about it.
func (e *RankingsError) Error() string {
	return e.System + ": its rankings are not there, only its scores; bounds and unjudged documents need the rankings: score the run files (scoring.Options.KeepUnjudged)"
}

// An open pair is one query of a pairing with what no one has judged of it, at one level.
type openPair struct {
	a, b   *scoring.JudgedRanking
	places []metrics.Place
	docs   []string // of the places
}

// openAt puts together which unjudged documents stand where in pair i. The order is that of a's ranking, then of b's.
func (p *pairing) openAt(i int, level metrics.Level) (openPair, error) {
	o := openPair{a: p.a.Ranking(p.qa[i], level), b: p.b.Ranking(p.qb[i], level)}
	switch {
	case o.a == nil:
		return o, &RankingsError{p.a.Name}
	case o.b == nil:
		return o, &RankingsError{p.b.Name}
	}
	at := make(map[string]int, len(o.a.Unjudged))
	for _, d := range o.a.Unjudged {
		at[d.DocID] = len(o.places)
		o.places, o.docs = append(o.places, metrics.Place{A: d.Rank}), append(o.docs, d.DocID)
	}
	for _, d := range o.b.Unjudged {
		if n, both := at[d.DocID]; both {
			o.places[n].B = d.Rank
			continue
		}
		o.places, o.docs = append(o.places, metrics.Place{B: d.Rank}), append(o.docs, d.DocID)
	}
	return o, nil
}

// weights returns the shares that the pairs of a sample have in the mean difference:
// units weigh alike, and the queries of a unit.
func (p *pairing) weights(s sample) []float64 {
	if p.known.hasWeights() {
		return p.weightsOf(sample{at: ordered.Each(s.at, p.unitOf), weights: ordered.Each(s.at, p.known.weight)}).Parts()
	}
	size := map[int]int{}
	for _, at := range s.at {
		size[p.unitOf(at)]++
	}
	return ordered.Each(s.at, func(at int) float64 { return 1 / float64(len(size)*size[p.unitOf(at)]) })
}

// boundDifferences adds how far the mean difference of every measure could move
// if the unjudged documents were judged, over all queries and in every stratum.
func boundDifferences(p *pairing, measures []result.MeasureComparison, settings Settings) error {
	for m := range measures {
		s, err := p.bounded(m, settings)
		if err != nil {
			return fmt.Errorf("%s: %w", measures[m].Measure, err)
		}
		if s == nil {
			continue
		}
		measures[m].Bounds = p.meanBounds(s, nil)
		for i := range s.at {
			measures[m].Bounds.ByQuery = append(measures[m].Bounds.ByQuery, result.QueryBounds{QueryID: p.a.ID(p.qa[s.at[i]]), Low: s.ranges[i].Low, High: s.ranges[i].High})
		}
		for i, stratum := range measures[m].Strata {
			in := func(at int) bool { return p.a.Stratum(p.qa[at]) == stratum.Stratum }
			measures[m].Strata[i].Bounds = p.meanBounds(s, in)
		}
	}
	return nil
}

// A boundedSample is the pairs of one measure with the range of each difference,
// and how many unjudged documents the measure looks at in it.
type boundedSample struct {
	sample
	ranges []metrics.Range
	open   []int
}

// bounded returns nil where the measure has no bounds.
func (p *pairing) bounded(m int, settings Settings) (*boundedSample, error) {
	if metrics.AggregateOf(p.a.Measures[m]) == metrics.GeometricMean {
		return nil, nil
	}
	s := p.sample(m, nil, nil)
	if len(s.at) == 0 {
		return nil, nil
	}
	ranges, open, bounded, err := p.ranges(m, s, settings)
	if err != nil || !bounded {
		return nil, err
	}
	return &boundedSample{s, ranges, open}, nil
}

// meanBounds returns those of the mean difference over the pairs that are kept; nil when none is.
func (p *pairing) meanBounds(s *boundedSample, keep func(at int) bool) *result.DifferenceBounds {
	var part sample
	var from []int
	for i, at := range s.at {
		if keep == nil || keep(at) {
			part.at, from = append(part.at, at), append(from, i)
		}
	}
	if len(from) == 0 {
		return nil
	}
	b := &result.DifferenceBounds{Method: result.BoundsExact, MaxGrade: p.a.Top}
	for n, weight := range p.weights(part) {
		i := from[n]
		b.Low += float64(weight * s.ranges[i].Low)
		b.High += float64(weight * s.ranges[i].High)
		if s.ranges[i].Outer {
			b.Method = result.BoundsOuter
		}
		b.Documents += s.open[i]
		if s.open[i] > 0 {
			b.Queries++
		}
	}
	return b
}

// ranges returns those of the difference of each pair of a sample, and how many
// unjudged documents the measure looks at.
func (p *pairing) ranges(m int, s sample, settings Settings) (ranges []metrics.Range, open []int, bounded bool, err error) {
	measure := p.a.Measures[m]
	ranges, open = make([]metrics.Range, len(s.at)), make([]int, len(s.at))
	without := make([]bool, len(s.at))
	if metrics.LevelOf(measure) == metrics.AnswerLevel { // no label of a document moves it
		for i := range ranges {
			d := s.b[i] - s.a[i]
			ranges[i] = metrics.Range{Low: d, High: d}
		}
		return ranges, open, true, nil
	}
	var group errgroup.Group
	group.SetLimit(workers(settings))
	for i, at := range s.at {
		group.Go(func() error {
			o, err := p.openAt(at, metrics.LevelOf(measure))
			if err != nil {
				return err
			}
			r, ok := metrics.DifferenceBounds(measure, &o.a.Judged, &o.b.Judged, o.places, p.a.Top)
			d := s.b[i] - s.a[i] // that of scores that the profile may have rounded
			ranges[i] = metrics.Range{Low: min(r.Low, d), High: max(r.High, d), Outer: r.Outer}
			open[i], without[i] = len(metrics.PlacesSeen(measure, o.places)), !ok
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, false, err
	}
	if slices.Contains(without, true) {
		return nil, nil, false, nil
	}
	return ranges, open, true, nil
}

func workers(settings Settings) int { return cmp.Or(max(settings.Workers, 0), runtime.GOMAXPROCS(0)) }

// labelsFinding warns where labels could undo what the queries show: the
// interval alone leaves no doubt about the primary measure, and the bounds do.
func labelsFinding(measures []result.MeasureComparison, settings Settings) []result.Finding {
	for _, m := range measures {
		if !m.Primary || m.Bounds == nil {
			continue
		}
		b, shown := m.Bounds, ""
		switch {
		case m.Interval == nil:
		case (m.Interval.Low > 0 || m.Interval.High < 0) && b.Low < 0 && b.High > 0:
			shown = fmt.Sprintf("the interval [%+.4f, %+.4f] alone shows its sign", m.Interval.Low, m.Interval.High)
		case m.Verdict == result.Equivalent && math.Max(-b.Low, b.High) > settings.Margin:
			shown = fmt.Sprintf("the interval alone is inside ±%g", settings.Margin)
		}
		if shown == "" {
			continue
		}
		return []result.Finding{result.Warned(result.FindingLabels, fmt.Sprintf(
			"labels decide this, not queries: the mean difference of %s could be anything from %+.4f to %+.4f once %s in %s are judged, while %s; judge more of them (--unjudged lists those that matter most)",
			m.Measure, b.Low, b.High, prose.Plural(b.Documents, "unjudged document"), prose.Plural(b.Queries, "query"), shown))}
	}
	return nil
}

// boundPairs adds to every pair of systems how far labels of unjudged documents could move its mean
// difference, over the queries that all systems have a score of. Orders are the systems of each measure,
// best first, by their place among the tables: the baseline's is 0.
func boundPairs(all *result.AllPairs, pairings []*pairing, orders [][]int, settings Settings) error {
	between := pairsOf(pairings, settings)
	for n := range all.Measures {
		by := &all.Measures[n]
		m := slices.Index(metrics.Texts(pairings[0].a.Measures), by.Measure)
		kept := func(at int) bool { return !missingSomewhere(pairings, m, at, nil) }
		for k, pair := range by.Pairs {
			p, err := between(orders[n][pair.A], orders[n][pair.B])
			if err != nil {
				return err
			}
			s, err := p.bounded(metrics.Index(p.a.Measures, pairings[0].a.Measures[m]), settings)
			if err != nil {
				return fmt.Errorf("%s: %w", by.Measure, err)
			}
			if s == nil {
				break // the measure has none
			}
			by.Pairs[k].Bounds = p.meanBounds(s, kept)
		}
	}
	return nil
}

// pairsOf pairs any two of the systems, each two once.
func pairsOf(pairings []*pairing, settings Settings) func(x, y int) (*pairing, error) {
	tables := []*scoring.Table{pairings[0].a}
	known := map[[2]int]*pairing{}
	for i, p := range pairings {
		tables = append(tables, p.b)
		known[[2]int{0, i + 1}] = p
	}
	return func(x, y int) (*pairing, error) {
		if p, ok := known[[2]int{x, y}]; ok {
			return p, nil
		}
		p, err := pair(tables[x], tables[y])
		if err != nil {
			return nil, err
		}
		p.known = pairings[0].known
		if settings.Ungrouped {
			p.ungroup()
		}
		known[[2]int{x, y}] = p
		return p, nil
	}
}
