package experiment

import (
	"cmp"
	"math"
	"slices"
)

// moved are the queries with the largest differences on the primary measure,
// largest first, with the ranks of their relevant documents in both arms.
func moved(p *pairing, settings CompareSettings) []MovedQuery {
	m := slices.Index(p.a.Measures, settings.Primary)
	s := p.sample(m, false, nil)
	var list []MovedQuery
	for i, at := range s.at {
		if s.a[i] == s.b[i] {
			continue
		}
		a, b := &p.a.Queries[p.qa[at]], &p.b.Queries[p.qb[at]]
		list = append(list, MovedQuery{
			QueryID: a.ID, Stratum: a.Stratum, Text: a.Text,
			A: s.a[i], B: s.b[i], Difference: s.b[i] - s.a[i],
			Documents: ranks(a.Relevant, b.Relevant),
		})
	}
	slices.SortStableFunc(list, func(x, y MovedQuery) int {
		return cmp.Or(
			cmp.Compare(magnitude(y.Difference), magnitude(x.Difference)),
			cmp.Compare(x.QueryID, y.QueryID))
	})
	return slices.Clip(list[:min(settings.Moved, len(list))])
}

// ranks sets the two arms' ranks of the same documents side by side: those
// first that an arm found, by grade and by the better rank.
func ranks(a, b []RankedRelevant) []MovedRanked {
	inB := make(map[string]int, len(b))
	for _, d := range b {
		inB[d.DocID] = d.Rank
	}
	out := make([]MovedRanked, len(a))
	for i, d := range a {
		out[i] = MovedRanked{DocID: d.DocID, Grade: d.Grade, RankA: d.Rank, RankB: inB[d.DocID]}
	}
	slices.SortStableFunc(out, func(x, y MovedRanked) int {
		bx, by := x.best(), y.best()
		return cmp.Or(
			cmp.Compare(min(by, 1), min(bx, 1)),
			cmp.Compare(y.Grade, x.Grade), cmp.Compare(bx, by), cmp.Compare(x.DocID, y.DocID))
	})
	return out
}

// magnitude is |d| without the digits in which equal differences differ by
// rounding alone.
func magnitude(d float64) float64 { return math.Round(math.Abs(d)*1e12) / 1e12 }

// best is the better of both ranks, 0 when neither arm found the document.
func (d MovedRanked) best() int {
	if d.RankA == 0 || d.RankB != 0 && d.RankB < d.RankA {
		return d.RankB
	}
	return d.RankA
}
