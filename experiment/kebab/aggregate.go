package kebab

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
)

// Aggregate sums a run up: kebab's ten keys, how its rows and the golden list fit
// together, and how that differs from what the store had.
func (g *Golden) Aggregate(run Run) (*result.KebabAggregation, error) {
	s, err := g.score(run, ranksOnly)
	if err != nil {
		return nil, err
	}
	a := &result.KebabAggregation{
		Schema: result.KebabAggregateSchema, Profile: g.Profile.Name, RunID: run.ID, Golden: g.info(),
		Aggregate: s.document(), Strict: s.Strict, Rows: s.Counts, Figures: figures(s.Aggregate), Before: before(s),
	}
	a.Remarks = remarks(s, a.Before)
	return a, nil
}

// before sets the aggregate that is stored next to the one that was computed; nil
// when there is none, or none that can be read.
func before(s *side) *result.KebabBefore {
	if !s.Run.Aggregated() {
		return nil
	}
	stored, err := scoring.ParseKebabAggregate(s.Run.Aggregate)
	if err != nil {
		return nil
	}
	return &result.KebabBefore{Aggregate: s.Run.Aggregate, Changed: changes(stored, s.Aggregate)}
}

// remarks returns what anyone who reads the numbers should know.
func remarks(s *side, before *result.KebabBefore) []string {
	c, list := s.Counts, []string{}
	add := func(n int, format string, args ...any) {
		if n > 0 {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	if c.Queries == 0 {
		list = append(list, "the run has no rows: every figure is that of nothing")
	} else if c.NoEntry == c.Queries {
		list = append(list, "no query of the run has an entry in the golden list: is it the list of this run?")
	} else {
		add(c.NoEntry, "%s of the run without an entry in the golden list: in the totals alone", prose.Plural(c.NoEntry, "query"))
	}
	add(c.NoRow, "%s of the golden list without a row in the run: counted nowhere", prose.Plural(c.NoRow, "entry"))
	add(c.NoChunks, "%s without expected chunks: skipped by hit@k, MRR and precision", prose.Plural(c.NoChunks, "query"))
	add(c.Repeated, "%s came again in one query: its first place counts", prose.Plural(c.Repeated, "chunk"))
	switch {
	case !s.Run.Aggregated():
	case before == nil:
		list = append(list, "what was stored before is not an aggregate of kebab")
	default:
		add(len(before.Changed), "%s changed since the aggregate that is stored: by another golden list (kebab records none), other rows or another profile", prose.Plural(len(before.Changed), "figure"))
	}
	return list
}
