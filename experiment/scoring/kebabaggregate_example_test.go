package scoring_test

import (
	"fmt"
	"log"

	"github.com/rankduel/rankduel/experiment/scoring"
)

// What kebab keeps of a run in its store, in eval_runs.aggregate_json. The run
// was stored before kebab measured precision, and nothing was to be refused.
func ExampleParseKebabAggregate() {
	a, err := scoring.ParseKebabAggregate([]byte(`{"hit_at_k": {"1": 0.5, "3": 0.5, "5": 0.75, "10": 1.0}, "mrr": 0.6125,
		"recall_at_k_doc": {"1": 0.25, "3": 0.5, "5": 0.5, "10": 1.0}, "citation_coverage": 0.9, "groundedness": 1.0,
		"empty_result_rate": 0.0, "refusal_correctness": null, "total_queries": 4, "failed_queries": 1}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("MRR", a.MRR, "and a hit among ten for", a.HitAtK[10], "of", a.TotalQueries, "queries,", a.FailedQueries, "failed")
	fmt.Println("precision at", len(a.PrecisionAtKChunk), "cutoffs; refusals undefined:", a.RefusalCorrectness == nil)
	// Output:
	// MRR 0.6125 and a hit among ten for 1 of 4 queries, 1 failed
	// precision at 0 cutoffs; refusals undefined: true
}
