// Package retrieval says what a query, a hit and a retriever are.
//
// A [Retriever] is anything that answers a query with a ranking: a search engine behind HTTP, an embedded
// index, a run file read back from disk, or a fusion of these. The sub-folders hold one adapter or one file
// format each; retrieval/retrievaltest is the suite that every Retriever has to pass.
//
// The package knows nothing of judgments and measures: it ends where the ranking is known. Scoring is the
// business of metrics, meeting the judgments that of experiment.
package retrieval

import (
	"context"
	"errors"
	"time"
)

// A Query is one information need of a test set.
type Query struct {
	ID   string // opaque bytes, "007" and "7" are different queries
	Text string // what a user would type; may be empty for recorded runs

	// Repeat is how often the query was asked before, of a system that is asked
	// repeatedly because it answers differently each time.
	Repeat int

	// Document is what a judge is to grade, and ID then names the question; nil of a
	// search. A judge responds with an answer, and without hits.
	Document *Document
}

// A Document is graded for a query, by what the guideline says of grades.
type Document struct{ Query, ID, Text, Guideline string }

// A Hit is one retrieved document, or one chunk of a document. Its rank is its position in the list, the
// first has rank 1, unless Rank says that others stood before it.
type Hit struct {
	ID       string  // opaque bytes; a live engine may repeat one, whose first place counts
	Score    float64 // higher is better; never NaN, ±Inf allowed
	Text     string  // what was retrieved, for rerankers; "" when the retriever does not say
	Document string  // that the hit is a chunk of; "" when the hit is a document, or no one says
	Spans    []Span  // of the document that the hit covers; nil when it is not known
	Rank     int     // of a recorded hit, where the list has gaps: above its position; 0: its position
	Extent
}

// An Extent is where the text of a hit is in its document, in characters (code points): from Start to before
// End, which is 0 where that is not known. Tokens is what the text takes in a prompt, 0 where it is not known.
type Extent struct{ Start, End, Tokens int32 }

// A Span is a range of lines of a document, from 1, both ends included.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// A Retriever answers queries. Implementations are safe for concurrent use.
type Retriever interface {
	// Retrieve returns at most k hits, best first. A k below 1 asks for nothing and gets an empty list.
	// An ID that a live engine repeats is passed on, and scoring keeps the first. A query without a
	// match is an empty list and a nil error. When ctx ends first, Retrieve returns ctx's error, never
	// a shortened ranking, which would be scored. The caller owns the list.
	Retrieve(ctx context.Context, q Query, k int) ([]Hit, error)
}

// A Responder is a Retriever that has more to say than its hits: a client of a
// live engine, or a system that also writes an answer.
type Responder interface {
	Retriever
	// Respond is Retrieve with everything that came back. With an error, that is how many attempts were made in vain.
	Respond(ctx context.Context, q Query, k int) (Response, error)
}

// A Texter is a Retriever that has the texts of its documents at hand, so that
// anyone who keeps its hits need not keep theirs.
type Texter interface {
	Retriever
	// Text returns the text of a document; it is not known when ok is false.
	Text(id string) (text string, ok bool)
}

// A Loader is a Retriever that may still be loading when it is opened. As many queries
// as Loading returns are asked first, for nothing, to keep that out of latencies.
type Loader interface {
	Retriever
	Loading() int
}

// A Response is what a system has to say to one query.
type Response struct {
	Hits   []Hit
	Answer *Answer // nil when the system only searches

	// Attempts counts the calls that it took, retries included. Took is the time of the last one alone, because waiting
	// before a retry is not the engine's latency. Zero values: one call, timed by anyone who made it.
	Attempts int
	Took     time.Duration
}

// An Answer is text that a system wrote from what it retrieved.
type Answer struct {
	Text      string     `json:"text"`
	Grounded  bool       `json:"grounded"` // it claims evidence; false is a refusal
	Citations []Citation `json:"citations,omitempty"`
}

// A Citation points from an answer to its evidence.
type Citation struct {
	Path string `json:"path"`
}

// ErrUnavailable is wrapped by the error of a retriever whose engine could not be reached at all, or went
// on refusing to work after all retries. It says something about the engine, where other errors say
// something about a query: a run stops after a number of them in a row.
var ErrUnavailable = errors.New("engine unavailable")

// Func lets a plain function be a [Retriever]. The function has to keep the
// contract of [Retriever.Retrieve], being safe for concurrent use included.
type Func func(ctx context.Context, q Query, k int) ([]Hit, error)

// Retrieve calls f.
func (f Func) Retrieve(ctx context.Context, q Query, k int) ([]Hit, error) { return f(ctx, q, k) }

var _ Retriever = Func(nil)

// TopRanks keeps the hits of the first k ranks.
func TopRanks(hits []Hit, k int) []Hit {
	hits = hits[:max(0, min(k, len(hits)))]
	for len(hits) > 0 && hits[len(hits)-1].Rank > k {
		hits = hits[:len(hits)-1]
	}
	return hits
}

// Unique leaves out hits of documents that came before, which a fusion or a measure would count twice. Without
// any the list itself is returned.
func Unique(hits []Hit) []Hit {
	seen, kept := make(map[string]bool, len(hits)), hits[:0:0]
	for i, h := range hits {
		if seen[h.ID] {
			continue
		}
		if seen[h.ID] = true; len(seen) == i+1 {
			kept = hits[:len(seen):len(seen)] // more are appended to a copy
		} else {
			kept = append(kept, h)
		}
	}
	return kept
}
