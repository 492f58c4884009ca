package kebab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// figures returns the numbers of an aggregate by their short names, in the order of kebab's tables.
func figures(a scoring.KebabAggregate) []result.KebabFigure {
	list := byCutoff("hit@%d", a.HitAtK)
	list = append(list, result.KebabFigure{Name: "MRR", Value: &a.MRR})
	list = append(list, byCutoff("recall@%d_doc", a.RecallAtKDoc)...)
	list = append(list, byCutoff("precision@%d_chunk", a.PrecisionAtKChunk)...)
	return append(list,
		result.KebabFigure{Name: "citation_coverage", Value: a.CitationCoverage},
		result.KebabFigure{Name: "groundedness", Value: &a.Groundedness},
		result.KebabFigure{Name: "empty_result_rate", Value: &a.EmptyResultRate},
		result.KebabFigure{Name: "refusal_correctness", Value: a.RefusalCorrectness},
	)
}

func byCutoff(format string, shares map[int]float64) []result.KebabFigure {
	var list []result.KebabFigure
	for _, k := range slices.Sorted(maps.Keys(shares)) {
		list = append(list, result.KebabFigure{Name: fmt.Sprintf(format, k), Value: new(shares[k])})
	}
	return list
}

// changes returns the figures in which two aggregates differ. One that either lacks is undefined there.
func changes(before, after scoring.KebabAggregate) []result.KebabChange {
	was := ordered.Map(figures(before), func(f result.KebabFigure) (string, *float64) { return f.Name, f.Value })
	list := []result.KebabChange{}
	for _, f := range figures(after) {
		if b := was[f.Name]; (b == nil) != (f.Value == nil) || b != nil && *b != *f.Value {
			list = append(list, result.KebabChange{Name: f.Name, Before: b, After: f.Value})
		}
	}
	for _, c := range []struct {
		name          string
		before, after uint
	}{{"total_queries", before.TotalQueries, after.TotalQueries}, {"failed_queries", before.FailedQueries, after.FailedQueries}} {
		if c.before != c.after {
			b, a := float64(c.before), float64(c.after)
			list = append(list, result.KebabChange{Name: c.name, Before: &b, After: &a})
		}
	}
	return list
}

// byFigure returns the names of measures by those of their figures.
func (g *Golden) byFigure() map[string]string {
	names := map[string]string{}
	for _, m := range g.measures {
		key, ok := g.Profile.Named(m)
		if !ok {
			continue
		}
		field, k, inMap := strings.Cut(key, ".")
		figure := map[string]string{"hit_at_k": "hit@" + k, "mrr": "MRR", "recall_at_k_doc": "recall@" + k + "_doc", "precision_at_k_chunk": "precision@" + k + "_chunk"}[field]
		if figure == "" && !inMap {
			figure = field
		}
		names[figure] = m.String()
	}
	return names
}

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
