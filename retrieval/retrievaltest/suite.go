// Package retrievaltest is the suite that every retrieval.Retriever passes.
// It checks the contract of Retrieve, not the quality of the answers.
package retrievaltest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

// callers is how many calls run at once in the concurrency test.
const callers = 100

// Run runs the suite. newRetriever makes a fresh retriever for each part of it; queries are answered by
// that retriever, at least one of them with two hits or more, so that order and limit are worth checking.
func Run(t *testing.T, newRetriever func(testing.TB) retrieval.Retriever, queries ...retrieval.Query) {
	t.Helper()
	if len(queries) == 0 {
		t.Fatal("retrievaltest.Run needs at least one query that the retriever answers")
	}
	t.Run("order", func(t *testing.T) { order(t, newRetriever(t), queries) })
	t.Run("limit", func(t *testing.T) { limit(t, newRetriever(t), queries) })
	t.Run("nothing asked", func(t *testing.T) { nothingAsked(t, newRetriever(t), queries[0]) })
	t.Run("cancelled", func(t *testing.T) { cancelled(t, newRetriever(t), queries[0]) })
	t.Run("odd queries", func(t *testing.T) { oddQueries(t, newRetriever(t)) })
	t.Run("concurrent", func(t *testing.T) { concurrent(t, newRetriever(t), queries) })
}

// order: scores never rise, no id twice, no NaN, and the same question gets the same answer.
func order(t *testing.T, r retrieval.Retriever, queries []retrieval.Query) {
	longest := 0
	for _, q := range queries {
		hits := retrieve(t, r, q, 100)
		checkRanking(t, q, hits, 100)
		longest = max(longest, len(hits))
		if again := retrieve(t, r, q, 100); !reflect.DeepEqual(hits, again) {
			t.Errorf("query %q: asked twice, answered\n%v\nand\n%v", q.ID, hits, again)
		}
	}
	if longest < 2 {
		t.Errorf("the longest answer has %d hits: give a query with two or more", longest)
	}
}

// limit: at most k, and fewer hits asked for are the first of more.
func limit(t *testing.T, r retrieval.Retriever, queries []retrieval.Query) {
	for _, q := range queries {
		full := retrieve(t, r, q, 100)
		for _, k := range []int{1, 2, 3, 10} {
			hits := retrieve(t, r, q, k)
			checkRanking(t, q, hits, k)
			if want := min(k, len(full)); len(hits) != want {
				t.Errorf("query %q: k = %d gave %d hits, want %d (k = 100 gave %d)", q.ID, k, len(hits), want, len(full))
			}
		}
	}
}

func nothingAsked(t *testing.T, r retrieval.Retriever, q retrieval.Query) {
	for _, k := range []int{0, -1} {
		if hits := retrieve(t, r, q, k); len(hits) != 0 {
			t.Errorf("k = %d gave %d hits, want none", k, len(hits))
		}
	}
}

func cancelled(t *testing.T, r retrieval.Retriever, q retrieval.Query) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if hits, err := r.Retrieve(ctx, q, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gave %d hits and error %v, want context.Canceled", len(hits), err)
	}
	late, cancelLate := context.WithTimeout(t.Context(), 0)
	defer cancelLate()
	if hits, err := r.Retrieve(late, q, 10); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an expired context gave %d hits and error %v, want context.DeadlineExceeded", len(hits), err)
	}
}

// oddQueries need no hits, but they must not fail.
func oddQueries(t *testing.T, r retrieval.Retriever) {
	for _, text := range []string{
		"", " \t\n", "naïve café 東京 ١٢٣ 🜚", "\x00\xff\xfe", `"unbalanced (query AND [`, "?????????",
	} {
		q := retrieval.Query{ID: "retrievaltest-odd", Text: text}
		checkRanking(t, q, retrieve(t, r, q, 10), 10)
	}
}

// concurrent: many callers at once get what one caller gets.
func concurrent(t *testing.T, r retrieval.Retriever, queries []retrieval.Query) {
	want := make([][]retrieval.Hit, len(queries))
	for i, q := range queries {
		want[i] = retrieve(t, r, q, 20)
	}
	errs := make([]error, callers)
	var wg sync.WaitGroup
	for c := range callers {
		wg.Go(func() {
			i := c % len(queries)
			hits, err := r.Retrieve(t.Context(), queries[i], 20)
			if err == nil && !reflect.DeepEqual(hits, want[i]) {
				err = fmt.Errorf("query %q: one of %d callers got\n%v\nalone it was\n%v", queries[i].ID, callers, hits, want[i])
			}
			for j := range hits { // the list is the caller's: writing to it must hurt no one
				hits[j] = retrieval.Hit{ID: "overwritten"}
			}
			errs[c] = err
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

func retrieve(t *testing.T, r retrieval.Retriever, q retrieval.Query, k int) []retrieval.Hit {
	t.Helper()
	hits, err := r.Retrieve(t.Context(), q, k)
	if err != nil {
		t.Fatalf("query %q (text %q), k = %d: %v", q.ID, q.Text, k, err)
	}
	return hits
}

func checkRanking(t *testing.T, q retrieval.Query, hits []retrieval.Hit, k int) {
	t.Helper()
	if len(hits) > k {
		t.Errorf("query %q: %d hits, at most %d were asked for", q.ID, len(hits), k)
	}
	seen := make(map[string]int, len(hits))
	for i, h := range hits {
		if first, twice := seen[h.ID]; twice {
			t.Errorf("query %q: document %q at ranks %d and %d", q.ID, h.ID, first+1, i+1)
		}
		seen[h.ID] = i
		if math.IsNaN(h.Score) {
			t.Errorf("query %q: rank %d has score NaN", q.ID, i+1)
		}
		if i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("query %q: score rises from %v to %v at rank %d", q.ID, hits[i-1].Score, h.Score, i+1)
		}
	}
}
