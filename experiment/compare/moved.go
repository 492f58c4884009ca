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
	sizes := s.differences()
	for i, d := range sizes {
		if sizes[i] = magnitude(d); d == 0 {
			sizes[i] = -1
		}
	}
	places := largest(sizes, settings.Moved) // by id, which is the order of pairs
	ordered.Stable(places, func(x, y int) int { return cmp.Compare(sizes[y], sizes[x]) })
	var list []result.MovedQuery
	for _, i := range places {
		a, b := p.a.Query(p.qa[s.at[i]]), p.b.Query(p.qb[s.at[i]])
		if sizes[i] < 0 {
			break // this and what follows did not move
		}
		list = append(list, result.MovedQuery{
			QueryID: a.QueryID, Stratum: a.Stratum, Text: a.Text,
			A: s.a[i], B: s.b[i], Difference: s.b[i] - s.a[i],
			Documents: ranks(a.Relevant, b.Relevant),
		})
	}
	return list
}

// largest returns the places of the n largest sizes, the first of equal ones, in order.
func largest(sizes []float64, n int) (places []int) {
	var order []float64
	most := math.Inf(-1) // of what is not among them
	for i, size := range sizes {
		if size > most {
			order = append(order, size)
		}
		if len(order) >= 2*n+1000 || i == len(sizes)-1 {
			slices.Sort(order)
			order = slices.Delete(order, 0, max(0, len(order)-n))
			if len(order) == n && n > 0 {
				most = order[0]
			}
		}
	}
	alike := 0 // the least of them, of which others may be left out
	for alike < len(order) && order[alike] == order[0] {
		alike++
	}
	for i, size := range sizes {
		if len(order) == 0 || size < order[0] || size == order[0] && alike == 0 {
			continue
		}
		if size == order[0] {
			alike--
		}
		places = append(places, i)
	}
	return places
}

// ranks sets the two arms' ranks of the same documents side by side.
func ranks(a, b []result.RankedRelevant) []result.MovedRanked {
	if a == nil || b == nil {
		return []result.MovedRanked{} // of several runs, which have no ranking together
	}
	inB := ordered.Map(b, func(d result.RankedRelevant) (string, int) { return d.DocID, d.Rank })
	return ordered.Each(a, func(d result.RankedRelevant) result.MovedRanked {
		return result.MovedRanked{DocID: d.DocID, Grade: d.Grade, RankA: d.Rank, RankB: inB[d.DocID]}
	})
}

// magnitude returns |d| without the digits in which equal differences differ by rounding alone.
func magnitude(d float64) float64 { return math.Round(math.Abs(d)*1e12) / 1e12 }
