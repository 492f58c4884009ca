package kebab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// figures returns the numbers of an aggregate by their short names, in the order of
// kebab's tables.
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
		share := shares[k]
		list = append(list, result.KebabFigure{Name: fmt.Sprintf(format, k), Value: &share})
	}
	return list
}

// changes returns the figures in which two aggregates differ. One that either lacks
// is undefined there.
func changes(before, after scoring.KebabAggregate) []result.KebabChange {
	was := map[string]*float64{}
	for _, f := range figures(before) {
		was[f.Name] = f.Value
	}
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
