package bridge

import (
	"errors"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// compared gives every system term the interval that a comparison of A and B on
// the new version prints: on all of its queries, or on the kept ones where the
// bridge goes through these.
func (c Crossing) compared(b *result.Bridge) error {
	a, candidate := *c.NewA, *c.NewB
	if b.Form == result.BridgeChained {
		a.KeepQueries(c.keptIn(&a))
		candidate.KeepQueries(c.keptIn(&candidate))
	}
	with, err := compare.Against(&a, []*scoring.Table{&candidate}, compare.Settings{Alpha: 1 - c.level(), Ungrouped: true})
	if with == nil {
		return err
	}
	var coverage *compare.CoverageError
	if err != nil && !errors.As(err, &coverage) {
		return err
	}
	for m := range b.Measures {
		for _, pair := range with.Comparisons[0].Measures {
			if pair.Measure == b.Measures[m].Measure {
				terms := b.Measures[m].Terms
				terms[len(terms)-1].Interval = pair.Interval
			}
		}
	}
	b.Warnings = append(b.Warnings, with.Comparisons[0].Health...)
	return nil
}

// keptIn returns the places of the queries that both versions ask in the same words.
func (c Crossing) keptIn(t *scoring.Table) []int {
	texts := textsOf(c.OldA)
	var at []int
	for i := range t.Queries {
		if text, ok := texts[t.Queries[i].QueryID]; ok && text == t.Queries[i].Text {
			at = append(at, i)
		}
	}
	return at
}
