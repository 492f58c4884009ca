package retrieval_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

// The order is that of trec_eval 10: score descending, then id bytes
// descending. "é" is 0xC3 0xA9, after every ASCII letter.
func TestSort(t *testing.T) {
	hits := []retrieval.Hit{
		{ID: "a", Score: 1},
		{ID: "low", Score: math.Inf(-1)},
		{ID: "é", Score: 1},
		{ID: "z", Score: 1},
		{ID: "7", Score: 0},
		{ID: "007", Score: math.Copysign(0, -1)},
		{ID: "top", Score: math.Inf(1)},
		{ID: "zz", Score: 1},
		{ID: "", Score: 1},
	}
	retrievaltest.Sort(hits)
	var got []string
	for _, h := range hits {
		got = append(got, h.ID)
	}
	want := []string{"top", "é", "zz", "z", "a", "", "7", "007", "low"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	retrievaltest.Sort(nil)
}

// one returns a collection of two documents.
func one(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	hits := []retrieval.Hit{{ID: "b", Score: 2}, {ID: "a", Score: 2}}
	return hits[:max(0, min(k, len(hits)))], nil
}

func TestFuncPassesTheSuite(t *testing.T) {
	retrievaltest.Run(t, func(testing.TB) retrieval.Retriever { return retrieval.Func(one) }, retrieval.Query{ID: "1", Text: "one"})
}

func ExampleFunc() {
	var r retrieval.Retriever = retrieval.Func(one)
	hits, err := r.Retrieve(context.Background(), retrieval.Query{ID: "1", Text: "a question"}, 1)
	fmt.Println(hits[0].ID, hits[0].Score, err)
	// Output: b 2 <nil>
}
