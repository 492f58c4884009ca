package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
)

// moved returns the queries with the largest differences on the primary measure,
// largest first, with the ranks of their relevant documents in both arms.
func moved(p *pairing, settings Settings) []result.MovedQuery {
	m := metrics.Index(p.a.Measures, settings.Primary)
	s := p.sample(m, nil, nil)
	var list []result.MovedQuery
	for i, at := range s.at {
		if s.a[i] == s.b[i] {
			continue
		}
		a, b := &p.a.Queries[p.qa[at]], &p.b.Queries[p.qb[at]]
		list = append(list, result.MovedQuery{
			QueryID: a.QueryID, Stratum: a.Stratum, Text: a.Text,
			A: s.a[i], B: s.b[i], Difference: s.b[i] - s.a[i],
			Documents: ranks(a.Relevant, b.Relevant),
		})
	}
	ordered.Stable(list, func(x, y result.MovedQuery) int {
		return cmp.Or(
			cmp.Compare(magnitude(y.Difference), magnitude(x.Difference)),
			cmp.Compare(x.QueryID, y.QueryID))
	})
	return slices.Clip(list[:min(settings.Moved, len(list))])
}

// ranks sets the two arms' ranks of the same documents side by side.
func ranks(a, b []result.RankedRelevant) []result.MovedRanked {
	if a == nil || b == nil {
		return []result.MovedRanked{} // of several runs, which have no ranking together
	}
	inB := make(map[string]int, len(b))
	for _, d := range b {
		inB[d.DocID] = d.Rank
	}
	out := make([]result.MovedRanked, len(a))
	for i, d := range a {
		out[i] = result.MovedRanked{DocID: d.DocID, Grade: d.Grade, RankA: d.Rank, RankB: inB[d.DocID]}
	}
	return out
}

// magnitude returns |d| without the digits in which equal differences differ by
// rounding alone.
func magnitude(d float64) float64 { return math.Round(math.Abs(d)*1e12) / 1e12 }
