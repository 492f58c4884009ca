package doctor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
)

// firstHits is how many hits of a query are looked up in the judgments, topHits how many are held against those of
// another run: at the persistence of .9 they have 99 % of the weight.
const (
	firstHits   = 10
	topHits     = 50
	persistence = 0.9
)

// matched holds runs against the judgments that were given with them, or the first run: what has another id cannot be scored.
func matched(all []*looked) []result.PairDiagnosis {
	pairs := []result.PairDiagnosis{}
	runs := slices.DeleteFunc(slices.Clone(all), func(l *looked) bool { return l.Kind != result.FileRun || len(l.ids) == 0 })
	at := slices.IndexFunc(all, func(l *looked) bool { return l.Kind == result.FileJudgments || l.Kind == result.FileTestSet })
	for i, l := range runs {
		if at >= 0 {
			pairs = append(pairs, match(all[at], l))
		} else if i > 0 {
			pairs = append(pairs, match(runs[0], l))
		}
		if i > 0 {
			pairs[len(pairs)-1].Overlap = overlap(runs[0], l)
		}
	}
	return pairs
}

// overlap says how alike two runs rank what both were asked, nil where that is nothing.
func overlap(a, b *looked) *result.RankOverlap {
	o := &result.RankOverlap{With: a.File, Persistence: persistence, Depth: topHits}
	var values []float64
	for _, q := range slices.Sorted(maps.Keys(a.ids)) {
		if y, both := b.ids[q]; both {
			values = append(values, agreement.RankBiasedOverlap(a.ids[q], y, persistence))
			o.PerQuery = append(o.PerQuery, result.QueryOverlap{QueryID: q, Overlap: values[len(values)-1]})
		}
	}
	d, err := stats.DifferencesOf(values)
	if err != nil {
		return nil
	}
	ordered.Stable(o.PerQuery, func(x, y result.QueryOverlap) int { return cmp.Compare(x.Overlap, y.Overlap) })
	o.Mean = d.Mean
	if t, err := (stats.TTest{Level: 0.95}).Test(d); err == nil && t.Interval != nil {
		o.Interval = &result.Interval{Method: "t", Level: t.Interval.Level, Low: max(0, t.Interval.Low), High: min(1, t.Interval.High)}
	}
	return o
}

// match says which queries both have, and how much of what was found there is judged, if they are judgments and a run.
func match(judged, run *looked) result.PairDiagnosis {
	queries := slices.Sorted(maps.Keys(judged.ids))
	p, common := inBoth(judged.File, run.File, queries, slices.Sorted(maps.Keys(run.ids)))
	hits, known := []string{}, 0
	for _, at := range common {
		q := queries[at[0]]
		found := run.ids[q]
		found = found[:min(firstHits, len(found))]
		hits = append(hits, found...)
		for i, id := range found {
			if slices.Contains(judged.ids[q], id) || slices.Contains(judged.ids[q], run.docs[q][i]) {
				known++
			}
		}
	}
	if judged.Kind == result.FileRun {
		return p
	}
	if len(hits) > 0 {
		p.Judged = result.Number(float64(known) / float64(len(hits)))
	}
	switch documents := slices.Concat(slices.Collect(maps.Values(judged.ids))...); {
	case p.Common == 0:
		p.Fault = fmt.Sprintf("no query is in both: %s has %s, %s has %s", judged.File, prose.FirstFew(p.OnlyA), run.File, prose.FirstFew(p.OnlyB))
	case judged.hasPassages() && judged.placed*run.placed+judged.texts*run.texts == 0:
		p.Fault = "passages are judged, and no hit of " + run.File + " says what it covers: " + scoring.PlaceHits
	case known == 0 && len(hits) > 0 && len(documents) > 0:
		slices.Sort(documents)
		p.Fault = fmt.Sprintf("none of the first hits is judged: %s has %s, %s has %s", judged.File, prose.FirstFew(slices.Compact(documents)), run.File, prose.FirstFew(hits))
	}
	return p
}
