// Package retrieval says what a query, a hit and a retriever are.
//
// A [Retriever] is anything that answers a query with a ranking: a search
// engine behind HTTP, an embedded index, a run file read back from disk, or a
// fusion of these. The sub-folders hold one adapter or one file format each;
// retrieval/retrievaltest is the suite that every Retriever has to pass.
//
// The package knows nothing of judgments and measures: it ends where the
// ranking is known. Scoring is the business of metrics, meeting the judgments
// that of experiment.
package retrieval

import "context"

// A Query is one information need of a test set.
type Query struct {
	ID   string // opaque bytes, "007" and "7" are different queries
	Text string // what a user would type; may be empty for recorded runs
}

// A Hit is one retrieved document. Its rank is its position in the list, the
// first has rank 1.
type Hit struct {
	ID    string  // opaque bytes, unique in one ranking
	Score float64 // higher is better; never NaN, ±Inf allowed
	Text  string  // what was retrieved, for rerankers; "" when the retriever does not say
}

// A Retriever answers queries. Implementations are safe for concurrent use.
type Retriever interface {
	// Retrieve returns at most k hits, best first, no ID twice. A k below 1
	// asks for nothing and gets an empty list.
	//
	// A query without a match is an empty list and a nil error. When ctx ends
	// first, Retrieve returns ctx's error, never a shortened ranking with a nil
	// error: a half answer would be scored as if it were a bad one. The caller
	// owns the list.
	Retrieve(ctx context.Context, q Query, k int) ([]Hit, error)
}

// Func lets a plain function be a [Retriever]. The function has to keep the
// contract of [Retriever.Retrieve], being safe for concurrent use included.
type Func func(ctx context.Context, q Query, k int) ([]Hit, error)

// Retrieve calls f.
func (f Func) Retrieve(ctx context.Context, q Query, k int) ([]Hit, error) {
	return f(ctx, q, k)
}

var _ Retriever = Func(nil)
