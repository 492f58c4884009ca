package kebab

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
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

// delta returns b − a in single precision, widened, as kebab has it: .6667 − .3333 is
// 0.33340001106262207. Nil when either is undefined.
func delta(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	return new(float64(float32(*b) - float32(*a)))
}

// A number is written as kebab writes one: with a point, and null for nil.
type number struct{ v *float64 }

// MarshalJSON writes it.
func (n number) MarshalJSON() ([]byte, error) {
	if n.v == nil {
		return []byte("null"), nil
	}
	text := strconv.FormatFloat(*n.v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return []byte(text), nil
}

// byK are numbers by cutoff, in its order.
type byK struct {
	cutoffs []int
	values  []*float64
}

// MarshalJSON writes an object.
func (o byK) MarshalJSON() ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteByte('{')
	for i, k := range o.cutoffs {
		if i > 0 {
			buf.WriteByte(',')
		}
		text, err := number{o.values[i]}.MarshalJSON()
		if err != nil {
			return nil, err
		}
		buf.WriteString(strconv.Quote(strconv.Itoa(k)) + ":")
		buf.Write(text)
	}
	buf.WriteByte('}')
	return buf.Bytes(), nil
}

func deltasByK(a, b map[int]float64) byK {
	var o byK
	for _, k := range slices.Sorted(maps.Keys(b)) {
		va, vb := a[k], b[k]
		o.cutoffs, o.values = append(o.cutoffs, k), append(o.values, delta(&va, &vb))
	}
	return o
}

// compareReport is kebab's CompareReport, its fields in kebab's order.
type compareReport struct {
	RunA       string                 `json:"run_a"`
	RunB       string                 `json:"run_b"`
	AggregateA scoring.KebabAggregate `json:"aggregate_a"`
	AggregateB scoring.KebabAggregate `json:"aggregate_b"`
	Deltas     reportDeltas           `json:"deltas"`
	PerQuery   []result.KebabVerdict  `json:"per_query"`
}

type reportDeltas struct {
	Hit          byK    `json:"hit_at_k"`
	MRR          number `json:"mrr"`
	Recall       byK    `json:"recall_at_k_doc"`
	Precision    byK    `json:"precision_at_k_chunk"`
	Citation     number `json:"citation_coverage"`
	Groundedness number `json:"groundedness"`
	Empty        number `json:"empty_result_rate"`
	Refusal      number `json:"refusal_correctness"`
	Match        string `json:"chunker_version_match"`

	// Comparable is ours, and only there when something is not.
	Comparable *reportComparable `json:"comparable,omitempty"`
}

type reportComparable struct {
	Hit          bool `json:"hit_at_k"`
	MRR          bool `json:"mrr"`
	Recall       bool `json:"recall_at_k_doc"`
	Precision    bool `json:"precision_at_k_chunk"`
	Citation     bool `json:"citation_coverage"`
	Groundedness bool `json:"groundedness"`
	Empty        bool `json:"empty_result_rate"`
	Refusal      bool `json:"refusal_correctness"`
}

func report(c *result.KebabComparison, sideA, sideB *side) (json.RawMessage, error) {
	a, b := sideA.Aggregate, sideB.Aggregate
	d := reportDeltas{
		Hit: deltasByK(a.HitAtK, b.HitAtK), MRR: number{delta(&a.MRR, &b.MRR)},
		Recall: deltasByK(a.RecallAtKDoc, b.RecallAtKDoc), Precision: deltasByK(a.PrecisionAtKChunk, b.PrecisionAtKChunk),
		Citation: number{delta(a.CitationCoverage, b.CitationCoverage)}, Groundedness: number{delta(&a.Groundedness, &b.Groundedness)},
		Empty: number{delta(&a.EmptyResultRate, &b.EmptyResultRate)}, Refusal: number{delta(a.RefusalCorrectness, b.RefusalCorrectness)},
		Match: c.Matched.Mode,
	}
	if !c.Matched.Comparable() {
		d.Comparable = &reportComparable{Recall: true, Citation: true, Groundedness: true, Empty: true, Refusal: true}
	}
	var buf bytes.Buffer
	out := json.NewEncoder(&buf)
	out.SetEscapeHTML(false)
	err := out.Encode(compareReport{c.RunA, c.RunB, a, b, d, c.Verdicts})
	return bytes.TrimSpace(buf.Bytes()), err
}
