package kebab

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/plainjson"
)

// deltas returns the figures of both runs with b − a.
func (g *Golden) deltas(a, b scoring.KebabAggregate, comparable bool) []result.KebabDelta {
	var list []result.KebabDelta
	measures := g.byFigure()
	before := figures(a)
	for i, f := range figures(b) {
		list = append(list, result.KebabDelta{
			Name: f.Name, Measure: measures[f.Name], A: before[i].Value, B: f.Value, Delta: delta(before[i].Value, f.Value),
			Comparable: comparable || !ofChunks(f.Name),
		})
	}
	return list
}

// ofChunks tells the figures that chunk ids decide.
func ofChunks(name string) bool {
	return strings.HasPrefix(name, "hit@") || name == "MRR" || strings.HasPrefix(name, "precision@")
}

// ofChunkIDs are the same in kebab's own documents.
var ofChunkIDs = []string{"hit_at_k", "mrr", "precision_at_k_chunk"}

// delta returns b − a in single precision, widened, as kebab has it: .6667 − .3333 is
// 0.33340001106262207. Nil when either is undefined.
func delta(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	return new(float64(float32(*b) - float32(*a)))
}

// number returns a difference as kebab writes one: with a point, and null for nil.
func number(v *float64) json.RawMessage {
	if v == nil {
		return json.RawMessage("null")
	}
	text := strconv.FormatFloat(*v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return json.RawMessage(text)
}

// numbersByK returns differences by cutoff, in its order.
func numbersByK(a, b map[int]float64) plainjson.Object {
	o := plainjson.Object{}
	for _, k := range slices.Sorted(maps.Keys(b)) {
		va, vb := a[k], b[k]
		o.Add(strconv.Itoa(k), number(delta(&va, &vb)))
	}
	return o
}

// report returns kebab's CompareReport, its fields in kebab's order. What is comparable
// is ours, and only there when something is not.
func report(c *result.KebabComparison, sideA, sideB *side) (json.RawMessage, error) {
	a, b := sideA.Aggregate, sideB.Aggregate
	deltas := plainjson.Object{
		{"hit_at_k", numbersByK(a.HitAtK, b.HitAtK)},
		{"mrr", number(delta(&a.MRR, &b.MRR))},
		{"recall_at_k_doc", numbersByK(a.RecallAtKDoc, b.RecallAtKDoc)},
		{"precision_at_k_chunk", numbersByK(a.PrecisionAtKChunk, b.PrecisionAtKChunk)},
		{"citation_coverage", number(delta(a.CitationCoverage, b.CitationCoverage))},
		{"groundedness", number(delta(&a.Groundedness, &b.Groundedness))},
		{"empty_result_rate", number(delta(&a.EmptyResultRate, &b.EmptyResultRate))},
		{"refusal_correctness", number(delta(a.RefusalCorrectness, b.RefusalCorrectness))},
		{"chunker_version_match", c.Matched.Mode},
	}
	if !c.Matched.Comparable() {
		comparable := plainjson.Object{}
		for _, figure := range deltas[:len(deltas)-1] { // all but the match
			comparable.Add(figure[0].(string), !slices.Contains(ofChunkIDs, figure[0].(string)))
		}
		deltas.Add("comparable", comparable)
	}
	return plainjson.Line(plainjson.Object{{"run_a", c.RunA}, {"run_b", c.RunB}, {"aggregate_a", a}, {"aggregate_b", b}, {"deltas", deltas}, {"per_query", c.Verdicts}})
}
