package compare

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// boundPairs adds to every pair of systems how far labels of unjudged documents
// could move its mean difference, over the queries that all systems have a score
// of. Orders are the systems of each measure, best first, by their place among the
// tables: the baseline's is 0.
func boundPairs(all *result.AllPairs, pairings []*pairing, orders [][]int, settings Settings) error {
	between := pairsOf(pairings, settings)
	for n := range all.Measures {
		by := &all.Measures[n]
		m := slices.Index(metrics.Texts(pairings[0].a.Measures), by.Measure)
		gone := missingSomewhere(pairings, m)
		kept := func(at int) bool { return !gone[at] }
		for k, pair := range by.Pairs {
			p, err := between(orders[n][pair.A], orders[n][pair.B])
			if err != nil {
				return err
			}
			s, err := p.bounded(metrics.Index(p.a.Measures, pairings[0].a.Measures[m]), settings)
			if err != nil {
				return fmt.Errorf("%s: %w", by.Measure, err)
			}
			if s == nil {
				break // the measure has none
			}
			by.Pairs[k].Bounds = p.meanBounds(s, kept)
		}
	}
	return nil
}

// pairsOf pairs any two of the systems, each two once.
func pairsOf(pairings []*pairing, settings Settings) func(x, y int) (*pairing, error) {
	tables := []*scoring.Table{pairings[0].a}
	known := map[[2]int]*pairing{}
	for i, p := range pairings {
		tables = append(tables, p.b)
		known[[2]int{0, i + 1}] = p
	}
	return func(x, y int) (*pairing, error) {
		if p, ok := known[[2]int{x, y}]; ok {
			return p, nil
		}
		p, err := pair(tables[x], tables[y])
		if err != nil {
			return nil, err
		}
		if settings.Ungrouped {
			p.ungroup()
		}
		known[[2]int{x, y}] = p
		return p, nil
	}
}
