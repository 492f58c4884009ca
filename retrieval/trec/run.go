package trec

import (
	"context"
	"slices"
	"sync"

	"github.com/rankduel/rankduel/retrieval"
)

// A Run is a whole run file in memory. It answers queries by id as a
// [retrieval.Retriever].
type Run struct {
	Tag string

	queries []string
	hits    map[string][]retrieval.Hit
}

var _ retrieval.Retriever = (*Run)(nil)

// ReadRun reads a whole run into memory. See [ScanRun] for the rules.
func ReadRun(ctx context.Context, src Source, opts RunOptions) (*Run, RunStats, error) {
	type entry struct {
		offset int64
		query  string
		hits   []retrieval.Hit
	}
	var (
		mu      sync.Mutex
		entries []entry
	)
	stats, err := ScanRun(ctx, src, opts, func(r *Ranking) error {
		e := entry{r.Offset, string(r.Query), r.list()}
		mu.Lock()
		defer mu.Unlock()
		entries = append(entries, e)
		return nil
	}, func() { entries = nil })
	if err != nil {
		return nil, RunStats{}, err
	}
	slices.SortFunc(entries, func(a, b entry) int { return int(a.offset - b.offset) })
	run := &Run{Tag: stats.Tag, hits: make(map[string][]retrieval.Hit, len(entries))}
	for _, e := range entries {
		run.queries = append(run.queries, e.query)
		run.hits[e.query] = e.hits
	}
	return run, stats, nil
}

// Queries returns the query ids in file order.
func (r *Run) Queries() []string { return slices.Clone(r.queries) }

// Hits returns the hits of a query, best first; nil when the run lacks it. The
// list belongs to the run.
func (r *Run) Hits(query string) []retrieval.Hit { return r.hits[query] }

// Retrieve returns the first k hits of the query with q's id. A query that the
// run lacks has an empty ranking and no error, as a judged query missing from
// a run file scores 0 and is counted; ask [Run.Has] to count it.
func (r *Run) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	hits := r.hits[q.ID]
	return slices.Clone(hits[:max(0, min(k, len(hits)))]), nil
}
