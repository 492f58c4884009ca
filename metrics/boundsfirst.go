package metrics

import "math"

// firstBounds returns those of the measures that look at the first relevant document. Documents need be
// tried one at a time only: the first relevant one of the system that is to win keeps its rank, and
// taking the others away never helps the other system. So the ends are exact.
func firstBounds(m Measure, a, b *Judged, places []Place, top int) (Range, bool) {
	var value func(rank int) float64
	switch m := m.(type) {
	case ReciprocalRank:
		value = func(rank int) float64 { return relevance(within(rank, m.K)) / float64(max(rank, 1)) }
	case Success:
		value = func(rank int) float64 { return relevance(within(rank, m.K)) }
	default:
		return Range{}, false
	}
	view := viewOf(m)
	if view.Condensed {
		return Range{}, false
	}
	firstA, firstB := view.first(a), view.first(b)
	is := value(firstB) - value(firstA)
	r := Range{Low: is, High: is}
	if top < view.threshold() {
		return r, true // no grade of the scale is relevant
	}
	for _, p := range places {
		r = r.with(value(earlier(firstB, p.B)) - value(earlier(firstA, p.A)))
	}
	return r, true
}

// earlier returns the better of two ranks, of which 0 is none.
func earlier(x, y int) int {
	none := func(rank int) int {
		if rank == 0 {
			return math.MaxInt
		}
		return rank
	}
	if first := min(none(x), none(y)); first < math.MaxInt {
		return first
	}
	return 0
}
