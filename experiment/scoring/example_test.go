package scoring_test

import (
	"context"
	"fmt"
	"log"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A run file is scored while it is read; qrels or a test set say what is right.
func ExampleRunFile() {
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
	scores, err := scoring.RunFile(ctx, ranked, j, measures, profile, scoring.Options{})
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
