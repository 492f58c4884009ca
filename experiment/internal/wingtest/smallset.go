package wingtest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// SmallSet returns a test set of n queries q000, q001, … with one relevant document each: "d" and the number.
func SmallSet(t testing.TB, n int) *testsets.TestSet {
	t.Helper()
	var text strings.Builder
	text.WriteString("name: small\nversion: v1\nqueries:\n")
	for q := range n {
		fmt.Fprintf(&text, "- {query_id: q%03d, query_text: question %d, query_type: exact_term, relevant_docs: [{doc_id: d%d, grade: 2}]}\n", q, q, q)
	}
	set, err := testsets.Parse("small.yaml", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Number returns the number of a SmallSet query.
func Number(q retrieval.Query) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(q.ID, "q"))
	return n
}

// Answering returns a hit list with the relevant document of a SmallSet query at the given rank.
func Answering(q retrieval.Query, rank int) []retrieval.Hit {
	hits := make([]retrieval.Hit, 10)
	for i := range hits {
		hits[i] = retrieval.Hit{ID: fmt.Sprintf("other%d", i), Score: float64(len(hits) - i)}
	}
	hits[rank-1].ID = fmt.Sprintf("d%d", Number(q))
	return hits
}

// Evaluated asks a retriever for RR over n queries.
func Evaluated(t testing.TB, name string, n int, by retrieval.Func) *scoring.Table {
	t.Helper()
	s, err := run.Evaluate(t.Context(), by, SmallSet(t, n), run.EvaluateOptions{
		Name: name, Measures: []metrics.Measure{metrics.ReciprocalRank{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Timed returns a system that needs the given milliseconds for each query.
func Timed(t testing.TB, ms []float64) *scoring.Table {
	t.Helper()
	now := time.Unix(0, 0)
	next := 0
	slow := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		now = now.Add(time.Duration(ms[next] * float64(time.Millisecond)))
		next++
		return Answering(q, 1), nil
	})
	s, err := run.Evaluate(t.Context(), slow, SmallSet(t, len(ms)), run.EvaluateOptions{
		Clock: func() time.Time { return now }, Retrieve: recording.Settings{Concurrency: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
