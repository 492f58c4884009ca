package trec

import (
	"context"
	"errors"
	"io"

	"github.com/rankduel/rankduel/retrieval"
)

// ScanRun reads a run in one streaming pass and calls fn once for each query.
//
// fn is called from up to opts.Workers goroutines at once and in no fixed
// order; use Ranking.Worker for scratch space and Ranking.Offset to order what
// it finds. An error of fn ends the scan.
//
// A run whose queries are interleaved is noticed when an id returns. ScanRun
// then calls reset, which must forget all that fn has seen, and reads the run
// again through memory, one query at a time.
//
// Errors are those of the first faulty query in file order, whatever the
// number of workers. They are [*LineError] or wrap [ErrEmpty], ctx's error or
// fn's error.
func ScanRun(ctx context.Context, src Source, opts RunOptions, fn func(*Ranking) error, reset func()) (RunStats, error) {
	return RunStats{}, errors.ErrUnsupported
}

// A Run is a whole run file in memory. It answers queries by id as a
// [retrieval.Retriever].
type Run struct {
	Tag string
}

// ReadRun reads a whole run into memory. See [ScanRun] for the rules.
func ReadRun(ctx context.Context, src Source, opts RunOptions) (*Run, RunStats, error) {
	return nil, RunStats{}, errors.ErrUnsupported
}

// Queries are the query ids in file order.
func (r *Run) Queries() []string { return nil }

// Has tells whether the run has hits for a query.
func (r *Run) Has(query string) bool { return false }

// Hits are the hits of a query, best first; nil when the run lacks it. The
// list belongs to the run.
func (r *Run) Hits(query string) []retrieval.Hit { return nil }

// Retrieve returns the first k hits of the query with q's id. A query that the
// run lacks has an empty ranking and no error, as a judged query missing from
// a run file scores 0 and is counted; ask [Run.Has] to count it.
func (r *Run) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	return nil, errors.ErrUnsupported
}

var _ retrieval.Retriever = (*Run)(nil)

// WriteRun writes one query's hits as run lines, ranks from 1, in the order
// given. Scores are written so that they read back to the same float64.
func WriteRun(w io.Writer, tag, query string, hits []retrieval.Hit) error {
	return errors.ErrUnsupported
}
