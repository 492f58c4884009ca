package scoring

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/internal/plainjson"
)

// A KebabAggregate is kebab's AggregateMetrics: what its store keeps of a run in eval_runs.aggregate_json,
// and what an evaluation under profile kebab has as its [result.RunEvaluation].Aggregate. All numbers are
// shares of 4 decimals; only CitationCoverage and RefusalCorrectness can be undefined, which is nil.
type KebabAggregate struct {
	HitAtK             map[int]float64 `json:"hit_at_k"`
	MRR                float64         `json:"mrr"`
	RecallAtKDoc       map[int]float64 `json:"recall_at_k_doc"`
	PrecisionAtKChunk  map[int]float64 `json:"precision_at_k_chunk"` // empty in what kebab stored before it had the measure
	CitationCoverage   *float64        `json:"citation_coverage"`
	Groundedness       float64         `json:"groundedness"`
	EmptyResultRate    float64         `json:"empty_result_rate"`
	RefusalCorrectness *float64        `json:"refusal_correctness"`
	TotalQueries       uint            `json:"total_queries"`
	FailedQueries      uint            `json:"failed_queries"`
}

// ParseKebabAggregate reads one, of any version of kebab. Fields that are not
// known are ignored; one that is missing is an error, other than the precision.
func ParseKebabAggregate(data []byte) (KebabAggregate, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil {
		return KebabAggregate{}, fmt.Errorf("aggregate of kebab: %w", err)
	}
	if len(given) == 0 {
		return KebabAggregate{}, fmt.Errorf("aggregate of kebab: %s says nothing: the run was stored and not summed up yet", data)
	}
	a := KebabAggregate{PrecisionAtKChunk: map[int]float64{}}
	for _, name := range []string{
		"hit_at_k", "mrr", "recall_at_k_doc", "citation_coverage", "groundedness",
		"empty_result_rate", "refusal_correctness", "total_queries", "failed_queries",
	} {
		if _, ok := given[name]; !ok {
			return KebabAggregate{}, fmt.Errorf("aggregate of kebab: %s is missing", name)
		}
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return KebabAggregate{}, fmt.Errorf("aggregate of kebab: %w", err)
	}
	return a, nil
}

// MarshalJSON writes it as kebab does: its order of the fields, ascending cutoffs, and 0.0 for a share of 0.
func (a KebabAggregate) MarshalJSON() ([]byte, error) {
	return plainjson.Object{
		{"hit_at_k", byCutoff(a.HitAtK)},
		{"mrr", figure(&a.MRR, true)},
		{"recall_at_k_doc", byCutoff(a.RecallAtKDoc)},
		{"precision_at_k_chunk", byCutoff(a.PrecisionAtKChunk)},
		{"citation_coverage", figure(a.CitationCoverage, true)},
		{"groundedness", figure(&a.Groundedness, true)},
		{"empty_result_rate", figure(&a.EmptyResultRate, true)},
		{"refusal_correctness", figure(a.RefusalCorrectness, true)},
		{"total_queries", a.TotalQueries},
		{"failed_queries", a.FailedQueries},
	}.MarshalJSON()
}

func byCutoff(shares map[int]float64) plainjson.Object {
	o := plainjson.Object{}
	for _, k := range slices.Sorted(maps.Keys(shares)) {
		o.Add(strconv.Itoa(k), figure(new(shares[k]), true))
	}
	return o
}
