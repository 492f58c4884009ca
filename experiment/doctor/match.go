package doctor

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// firstHits is how many hits of a query are looked up in the judgments.
const firstHits = 10

// matched holds runs against the judgments that were given with them: what has another id cannot be scored.
func matched(all []*looked) []result.PairDiagnosis {
	pairs := []result.PairDiagnosis{}
	at := slices.IndexFunc(all, func(l *looked) bool { return l.Kind == result.FileJudgments || l.Kind == result.FileTestSet })
	if at < 0 {
		return pairs
	}
	for _, l := range all {
		if l.Kind == result.FileRun && len(l.ids) > 0 {
			pairs = append(pairs, match(all[at], l))
		}
	}
	return pairs
}

// match says which queries both have, and how much of what was found there is judged.
func match(judged, run *looked) result.PairDiagnosis {
	p := result.PairDiagnosis{A: judged.File, B: run.File, OnlyA: []string{}, OnlyB: []string{}, Detectable: map[string]*float64{}}
	hits, known := []string{}, 0
	for _, q := range slices.Sorted(maps.Keys(judged.ids)) {
		found, both := run.ids[q]
		if !both {
			p.OnlyA = append(p.OnlyA, q)
			continue
		}
		p.Common++
		hits = append(hits, found...)
		for _, doc := range found {
			if slices.Contains(judged.ids[q], doc) {
				known++
			}
		}
	}
	for _, q := range slices.Sorted(maps.Keys(run.ids)) {
		if _, both := judged.ids[q]; !both {
			p.OnlyB = append(p.OnlyB, q)
		}
	}
	if len(hits) > 0 {
		p.Judged = result.Number(float64(known) / float64(len(hits)))
	}
	switch documents := slices.Concat(slices.Collect(maps.Values(judged.ids))...); {
	case p.Common == 0:
		p.Fault = fmt.Sprintf("no query is in both: %s has %s, %s has %s", judged.File, prose.FirstFew(p.OnlyA), run.File, prose.FirstFew(p.OnlyB))
	case known == 0 && len(hits) > 0 && len(documents) > 0:
		slices.Sort(documents)
		p.Fault = fmt.Sprintf("none of the first hits is judged: %s has %s, %s has %s", judged.File, prose.FirstFew(slices.Compact(documents)), run.File, prose.FirstFew(hits))
	}
	return p
}
