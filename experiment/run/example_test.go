package run_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/testsets"
)

// A Go function is evaluated over a test set; a query that fails is recorded
// and left out.
func ExampleEvaluate() {
	set, err := testsets.Parse("fruit.yaml", []byte(`
version: v1
queries:
- {query_id: q1, query_text: apple, query_type: exact_term, relevant_docs: [{doc_id: apple pie, grade: 3}]}
- {query_id: q2, query_text: pear, query_type: exact_term, relevant_docs: [{doc_id: pear tart, grade: 2}]}
- {query_id: q3, query_text: plum, query_type: paraphrase, relevant_docs: [{doc_id: plum jam, grade: 1}]}
`))
	if err != nil {
		log.Fatal(err)
	}
	search := retrieval.Func(func(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		switch q.Text {
		case "apple":
			return []retrieval.Hit{{ID: "apple pie", Score: 2}, {ID: "pear tart", Score: 1}}, nil
		case "pear":
			return []retrieval.Hit{{ID: "apple pie", Score: 2}, {ID: "pear tart", Score: 1}}, nil
		}
		return nil, fmt.Errorf("no such fruit: %s", q.Text)
	})
	scores, err := run.Evaluate(context.Background(), search, set, run.EvaluateOptions{Name: "search"})
	if err != nil {
		log.Fatal(err)
	}
	summary := scores.Summarize(true)
	for _, m := range summary.Measures {
		fmt.Printf("%-19s %.4f over %d queries\n", m.Measure, *m.Mean, m.N)
	}
	for _, q := range summary.PerQuery {
		if q.Status == result.Failed {
			fmt.Println(q.QueryID, "failed:", q.Error)
		}
	}
	// Output:
	// nDCG(gain=exp)@10   0.8155 over 2 queries
	// R@5                 1.0000 over 2 queries
	// R@10                1.0000 over 2 queries
	// R@20                1.0000 over 2 queries
	// RR                  0.7500 over 2 queries
	// q3 failed: no such fruit: plum
}

// An experiment file names a test set, what can be retrieved, and the
// configurations to compare.
func ExamplePrepared_Run() {
	dir, remove := clinical()
	defer remove()
	planned, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	prepared, err := run.Prepare(ctx, planned, run.Options{})
	if err != nil {
		log.Fatal(err)
	}
	c, err := prepared.Run(ctx, wingtest.NewMemory())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.TestSet.Queries, "queries:", c.TestSet.Strata["exact_term"], "exact,", c.TestSet.Strata["paraphrase"], "paraphrased,", c.TestSet.Strata["complex_clinical"], "complex")
	fmt.Println(c.Retrieval.Calls, "retrieval calls,", c.Retrieval.Failed, "failed")
	for _, s := range c.Systems {
		fmt.Println(s.Role, s.Name)
	}
	// Output:
	// 50 queries: 20 exact, 15 paraphrased, 15 complex
	// 100 retrieval calls, 0 failed
	// config rrf
	// config weighted
	// component bm25
	// component dense
}

// clinical makes a copy of the clinical example, to be removed after use.
func clinical() (dir string, remove func()) {
	dir, err := os.MkdirTemp("", "clinical")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		log.Fatal(err)
	}
	return dir, func() {
		if err := os.RemoveAll(dir); err != nil {
			log.Fatal(err)
		}
	}
}
