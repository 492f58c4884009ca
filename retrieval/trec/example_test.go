package trec_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func ExampleScanRun() {
	ctx := context.Background()
	qrels, err := trec.ReadQrels(ctx, trec.Bytes("small.qrels", []byte("q1 0 d2 1\nq1 0 d9 2\nq2 0 d7 1\n")), trec.QrelsOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run := trec.Bytes("small.run", []byte("q1 Q0 d1 1 3.5 bm25\nq1 Q0 d2 2 3.1 bm25\nq2 Q0 d7 1 9.0 bm25\n"))

	var mu sync.Mutex // fn is called by several goroutines
	reciprocal := make([]float64, qrels.Len())
	stats, err := trec.ScanRun(ctx, run, trec.RunOptions{}, func(r *trec.Ranking) error {
		i, judged := qrels.Index(r.Query)
		if !judged {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		for _, m := range qrels.Match(i, r, nil) {
			if m.Grade > 0 {
				reciprocal[i] = 1 / float64(m.Rank)
				break
			}
		}
		return nil
	}, func() { clear(reciprocal) })
	fmt.Println(reciprocal, stats.Hits, stats.Tag, err)
	// Output: [0.5 1] 3 bm25 <nil>
}

func ExampleWriteRun() {
	hits := []retrieval.Hit{{ID: "d7", Score: 12.25}, {ID: "d3", Score: 11}}
	if err := trec.WriteRun(os.Stdout, "bm25", "q1", hits); err != nil {
		fmt.Println(err)
	}
	// Output:
	// q1 Q0 d7 1 12.25 bm25
	// q1 Q0 d3 2 11 bm25
}

func ExampleWriteQrels() {
	judged := []trec.Judgment{{Query: "q1", Doc: "d2", Grade: 1, Gain: 1}, {Query: "q1", Doc: "d9", Grade: 2, Gain: 2}}
	if err := trec.WriteQrels(os.Stdout, slices.Values(judged)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// q1 0 d2 1
	// q1 0 d9 2
}
