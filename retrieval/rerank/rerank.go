package rerank

import (
	"context"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// A Passage is a candidate as a reranker sees it.
type Passage struct {
	ID   string // of the document, for messages; models do not see it
	Text string
}

// A Reranker scores passages by how well they answer a query. Implementations are safe for concurrent use.
type Reranker interface {
	// Rerank returns one score for each passage. The passages come in the order of the ranking, best first, which a
	// reranker may take into account. When ctx ends first, Rerank returns ctx's error; an engine that is down is
	// [retrieval.ErrUnavailable]. There are no partial scores: with an error, none count, and Scores has at most its
	// Attempts and Retries.
	Rerank(ctx context.Context, q retrieval.Query, passages []Passage) (Scores, error)
}

// Scores is what a reranker says to one query.
type Scores struct {
	Values []float64 // of each passage, in the order of the passages; finite, higher is better

	// Attempts counts the calls that it took, retries included: one or more for each batch. Retries counts those among
	// them that repeated one before, so that three batches without a fault are 3 attempts and 0 retries. Took is the time of the calls that succeeded, added
	// up over the batches, because waiting before a retry is not the model's latency. Zero values: nothing was
	// called, and what it took is for anyone who asked to measure.
	Attempts int
	Retries  int
	Took     time.Duration
}

// calls returns what is left of scores that do not count.
func (s Scores) calls() Scores { return Scores{Attempts: s.Attempts, Retries: s.Retries} }

// Func lets a plain function be a [Reranker]. The function has to keep the contract of [Reranker.Rerank].
type Func func(ctx context.Context, q retrieval.Query, passages []Passage) (Scores, error)

// Rerank calls f.
func (f Func) Rerank(ctx context.Context, q retrieval.Query, passages []Passage) (Scores, error) {
	return f(ctx, q, passages)
}

var _ Reranker = Func(nil)
