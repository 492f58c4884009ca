package compare

import (
	"encoding/binary"
	"math"

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
	of, key := map[string]score{}, []byte{} // many queries have as many relevant documents of each grade
	for i, qa := range p.qa {
		is := max(p.a.Value(m, qa), p.b.Value(p.mb[m], p.qb[i]))
		if math.IsNaN(is) {
			continue
		}
		grades, known := p.a.Grades(qa)
		if !known {
			return nil
		}
		key = key[:0]
		for _, grade := range grades {
			key = binary.AppendVarint(key, int64(grade))
		}
		ideal, known := of[string(key)]
		if !known {
			ideal.best, ideal.defined = measure.Score(idealOf(grades))
			of[string(key)] = ideal
		}
		if !ideal.defined && len(grades) > 0 || ideal.best < is-rounding {
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
func idealOf(grades []int) *metrics.Judged {
	judged := &metrics.Judged{Retrieved: len(grades), Ideal: grades}
	for r, grade := range grades {
		judged.Hits = append(judged.Hits, metrics.Hit{Rank: r + 1, Grade: grade})
	}
	return judged
}
