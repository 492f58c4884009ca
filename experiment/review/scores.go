package review

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// A table has the scores of evaluation queries that all past systems have.
type table struct {
	measure string
	names   []string
	set     *testsets.TestSet
	rows    []row
}

type row struct {
	query  *testsets.Query
	scores []float64 // by system
}

// scoresOf leaves out held-out queries, anyone who scored them, and queries that some system has no score of.
func scoresOf(set *testsets.TestSet, past Past) *table {
	t := &table{measure: past.Measure, set: set}
	scores := map[string][]float64{}
	for _, s := range past.Systems {
		t.names = append(t.names, s.Name)
		for _, r := range s.Rows {
			if v := r.Scores[past.Measure]; v != nil {
				scores[r.QueryID] = append(scores[r.QueryID], *v)
			}
		}
	}
	for i := range set.Queries {
		q := &set.Queries[i]
		if list := scores[q.ID]; q.Split != testsets.HeldOut && !q.Unjudged && len(list) == len(t.names) && len(list) > 0 {
			t.rows = append(t.rows, row{q, list})
		}
	}
	return t
}

// queries returns the rows, least telling first.
func (t *table) queries() []result.ReviewedQuery {
	var list []result.ReviewedQuery
	for _, r := range t.rows {
		list = append(list, result.ReviewedQuery{
			QueryID: r.query.ID, Stratum: r.query.Type, Text: r.query.Text, Judged: len(r.query.Relevant),
			Mean: meanOf(r.scores), Low: slices.Min(r.scores), High: slices.Max(r.scores), Spread: deviation(r.scores), State: state(r.scores),
		})
	}
	ordered.Stable(list, bySpread)
	return list
}

func (t *table) judge(s *result.ReviewedStratum, queries []result.ReviewedQuery) {
	perfect, nothing := 0, 0
	var spreads []float64
	for _, q := range queries {
		if s.Stratum != "" && q.Stratum != s.Stratum {
			continue
		}
		s.Scored++
		spreads = append(spreads, q.Spread)
		switch q.State {
		case "ceiling":
			perfect++
		case "floor":
			nothing++
		}
	}
	if len(t.names) >= fewestSystems {
		s.Ceiling, s.Floor = &perfect, &nothing
	}
	if len(spreads) > 0 && len(t.names) > 1 {
		s.Spread = new(meanOf(spreads))
	}
}

// differences of two systems, by units: wordings of one need are one.
func (t *table) differences(a, b int, stratum string) []float64 {
	if len(t.names) < 2 {
		return nil
	}
	var out []float64
	groups := map[string][]float64{}
	var order []string
	for _, r := range t.rows {
		if stratum != "" && r.query.Type != stratum {
			continue
		}
		d := r.scores[b] - r.scores[a]
		if g := r.query.Group; g == "" {
			out = append(out, d)
		} else {
			if groups[g] == nil {
				order = append(order, g)
			}
			groups[g] = append(groups[g], d)
		}
	}
	for _, g := range order {
		out = append(out, meanOf(groups[g]))
	}
	return out
}

// middlePair returns the pair of systems whose differences spread as those of most pairs do: the median one.
func (t *table) middlePair() (a, b int, ok bool) {
	type pair struct {
		a, b   int
		spread float64
	}
	var pairs []pair
	for i := range t.names {
		for j := range i {
			if sd := deviation(t.differences(j, i, "")); sd > 0 {
				pairs = append(pairs, pair{j, i, sd})
			}
		}
	}
	if len(pairs) == 0 {
		return 0, 0, false
	}
	ordered.Stable(pairs, func(x, y pair) int { return cmp.Compare(x.spread, y.spread) })
	middle := pairs[(len(pairs)-1)/2]
	return middle.a, middle.b, true
}

// units returns how many evaluation queries of a stratum a measure can score, wordings of one need counted once.
func (t *table) units(stratum string) int {
	n, groups := 0, map[string]bool{}
	for i := range t.set.Queries {
		q := &t.set.Queries[i]
		if q.Split == testsets.HeldOut || !q.HasRelevant() || stratum != "" && q.Type != stratum || groups[q.Unit()] {
			continue
		}
		n++
		groups[q.Unit()] = q.Unit() != ""
	}
	return n
}
