package trec

import (
	"context"
	"errors"
	"io"
	"iter"
)

// A Judgment is one line of qrels.
type Judgment struct {
	Query, Doc string
	Grade      int     // 0 not relevant; negative: in the pool but unjudged
	Gain       float64 // what was written; equal to Grade unless gains are real-valued
}

// Qrels are judgments by query, in file order, made for joining.
type Qrels struct {
	Duplicates int // lines dropped under DuplicatesKeepFirst
}

// ReadQrels reads a qrels file. Lines of a query need not stand together.
func ReadQrels(ctx context.Context, src Source, opts QrelsOptions) (*Qrels, error) {
	return nil, errors.ErrUnsupported
}

// NewQrels builds qrels from judgments held otherwise.
func NewQrels(judgments iter.Seq[Judgment]) (*Qrels, error) { return nil, errors.ErrUnsupported }

// Len is the number of queries.
func (q *Qrels) Len() int { return 0 }

// Query is the id of query i, in the order of first appearance.
func (q *Qrels) Query(i int) string { return "" }

// Index is the inverse of Query.
func (q *Qrels) Index(query []byte) (i int, ok bool) { return 0, false }

// Judgments are those of query i in file order.
func (q *Qrels) Judgments(i int) iter.Seq[Judgment] { return nil }

// All are the judgments of all queries, grouped by query.
func (q *Qrels) All() iter.Seq[Judgment] { return nil }

// Grade looks up one document of query i; ok is false when it is not there.
func (q *Qrels) Grade(i int, doc string) (j Judgment, ok bool) { return Judgment{}, false }

// A Match is a document of the qrels that a ranking holds.
type Match struct {
	Rank  int // from 1
	Grade int // may be negative
	Gain  float64
}

// Match joins a ranking with the judgments of query i: the judged hits by
// ascending rank, appended to dst. It costs what is judged, not what was
// retrieved.
func (q *Qrels) Match(i int, r *Ranking, dst []Match) []Match { return dst }

// WriteQrels writes qrels lines that read back to the same judgments.
func WriteQrels(w io.Writer, judgments iter.Seq[Judgment]) error { return errors.ErrUnsupported }
