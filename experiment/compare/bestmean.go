package compare

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
)

// bestMean returns the best mean of measure m that any system could reach on these
// queries: that of all relevant documents on top, the highest grade first. Nil
// where the relevant documents are not known, or where that is not the best.
func (p *pairing) bestMean(m int) *float64 {
	best, known := p.best[m]
	if !known {
		best = p.findBestMean(m)
		p.best[m] = best
	}
	return best
}

func (p *pairing) findBestMean(m int) *float64 {
	measure := p.a.Measures[m]
	if metrics.LevelOf(measure) != rankedLevel(p.a.Measures) {
		return nil
	}
	sum, n := 0.0, 0.0
	type score struct {
		best    float64
		defined bool
	}
	of, grades := map[string]score{}, []byte{} // many queries have as many relevant documents of each grade
	for i, qa := range p.qa {
		is := max(p.a.Value(m, qa), p.b.Value(p.mb[m], p.qb[i]))
		if math.IsNaN(is) {
			continue
		}
		relevant := p.a.Query(qa).Relevant
		if relevant == nil {
			return nil
		}
		grades = grades[:0]
		for _, d := range relevant {
			grades = binary.AppendVarint(grades, int64(d.Grade))
		}
		ideal, known := of[string(grades)]
		if !known {
			ideal.best, ideal.defined = measure.Score(idealOf(relevant))
			of[string(grades)] = ideal
		}
		if !ideal.defined && len(relevant) > 0 || ideal.best < is-rounding {
			return nil // it depends on more than the relevant documents
		}
		sum += float64(p.known.weight(i) * ideal.best)
		n += p.known.weight(i)
	}
	if n == 0 {
		return nil
	}
	return new(sum / n)
}

// idealOf returns the ranking of relevant documents alone, the highest grade first.
func idealOf(relevant []result.RankedRelevant) *metrics.Judged {
	judged := &metrics.Judged{Retrieved: len(relevant)}
	judged.Ideal = ordered.Each(relevant, func(d result.RankedRelevant) int { return d.Grade })
	slices.SortFunc(judged.Ideal, func(a, b int) int { return b - a })
	for r, grade := range judged.Ideal {
		judged.Hits = append(judged.Hits, metrics.Hit{Rank: r + 1, Grade: grade})
	}
	return judged
}
