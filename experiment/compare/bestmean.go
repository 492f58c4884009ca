package compare

import (
	"math"
	"slices"

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
	for i, qa := range p.qa {
		is := max(p.a.Value(m, qa), p.b.Value(p.mb[m], p.qb[i]))
		if math.IsNaN(is) {
			continue
		}
		relevant := p.a.Queries[qa].Relevant
		if relevant == nil {
			return nil
		}
		var judged metrics.Judged
		for _, d := range relevant {
			judged.Ideal = append(judged.Ideal, d.Grade)
		}
		slices.SortFunc(judged.Ideal, func(a, b int) int { return b - a })
		for r, grade := range judged.Ideal {
			judged.Hits = append(judged.Hits, metrics.Hit{Rank: r + 1, Grade: grade})
		}
		judged.Retrieved = len(judged.Hits)
		best, defined := measure.Score(&judged)
		if !defined && len(relevant) > 0 || best < is-rounding {
			return nil // it depends on more than the relevant documents
		}
		sum += float64(p.known.weight(i) * best)
		n += p.known.weight(i)
	}
	if n == 0 {
		return nil
	}
	return new(sum / n)
}
