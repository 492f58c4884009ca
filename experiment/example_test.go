package experiment_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/retrieval/trec"
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
	scores, err := experiment.Evaluate(context.Background(), search, set, run.EvaluateOptions{Name: "search"})
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

// Scores that another program computed are compared query by query.
func ExampleCompare() {
	read := func(name, rows string) *scoring.Table {
		s, err := scorefile.Read(name, strings.NewReader("query_id,RR\n"+rows))
		if err != nil {
			log.Fatal(err)
		}
		return s
	}
	baseline := read("baseline", "q1,0.5\nq2,0.5\nq3,0.5\nq4,0.25\nq5,0.5\nq6,0.5\nq7,0.5\nq8,0.2\n")
	candidate := read("candidate", "q1,1\nq2,1\nq3,1\nq4,1\nq5,1\nq6,1\nq7,1\nq8,1\n")
	c, err := experiment.Compare(baseline, []*scoring.Table{candidate}, compare.Settings{})
	if err != nil {
		log.Fatal(err)
	}
	pair := c.Comparisons[0]
	m := pair.Measures[0]
	// The interval is t plus two, 0.455 ± 2.3646 · 0.4609/√10: see docs/semantics.md.
	fmt.Println(pair.Verdict)
	fmt.Println(pair.VerdictReason)
	fmt.Printf("%d wins, %d losses, %d ties; exact randomization p = 2/2^8 = %.4f\n", m.Wins, m.Losses, m.Ties, *m.Randomization.PValue)
	// Output:
	// better
	// RR: difference +0.5687, 95 % interval [+0.1103, +0.7997], p 0.0078
	// 8 wins, 0 losses, 0 ties; exact randomization p = 2/2^8 = 0.0078
}

// An experiment file names a test set, what can be retrieved, and the
// configurations to compare.
func ExampleRun() {
	dir, remove := clinical()
	defer remove()
	plan, err := experiment.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	c, err := experiment.Run(ctx, plan, wingtest.NewMemory(), run.Options{})
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

// A sweep tries every setting of a grid on rankings that were retrieved once,
// and says what choosing the best of them is worth on other queries.
func ExampleSweep() {
	dir, remove := clinical()
	defer remove()
	plan, err := experiment.Load(filepath.Join(dir, "sweep.yaml"), kinds.All(nil)...)
	if err != nil {
		log.Fatal(err)
	}
	s, err := experiment.Sweep(context.Background(), plan, wingtest.NewMemory(), run.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(s.Settings), "settings,", s.Duplicates, "left out as the same,", s.Queries.Used, "queries")
	fmt.Println("best:", s.Best)
	// Output:
	// 26 settings, 0 left out as the same, 50 queries
	// best: wsum norm=zmuv bm25=0.5 dense=0.5
}

// A run file is scored while it is read; qrels or a test set say what is right.
func ExampleScoreRun() {
	ctx := context.Background()
	qrels := trec.Bytes("small.qrels", []byte("q1 0 d2 1\nq2 0 d7 1\n"))
	j, err := judgments.Read(ctx, qrels, trec.QrelsOptions{})
	if err != nil {
		log.Fatal(err)
	}
	profile, err := metrics.ProfileByName("trec")
	if err != nil {
		log.Fatal(err)
	}
	measures, err := profile.ParseList("RR, P@5")
	if err != nil {
		log.Fatal(err)
	}
	ranked := trec.Bytes("bm25.run", []byte("q1 Q0 d1 1 3.5 bm25\nq1 Q0 d2 2 3.1 bm25\nq2 Q0 d7 1 9.0 bm25\n"))
	scores, err := experiment.ScoreRun(ctx, ranked, j, measures, profile, scoring.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range scores.Summarize(false).Measures {
		fmt.Printf("%-3s %.4f over %d queries\n", m.Measure, *m.Mean, m.N)
	}
	// Output:
	// RR  0.7500 over 2 queries
	// P@5 0.2000 over 2 queries
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
