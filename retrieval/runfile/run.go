package runfile

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// ErrRecorded is wrapped by the error of a query that had failed when the run
// was recorded. Asking again does not help, and the engine is not down.
var ErrRecorded = errors.New("recorded failure")

// A Result is what a run holds of one query.
type Result struct {
	QueryID   string
	Hits      []retrieval.Hit   // best first
	Answer    *retrieval.Answer // nil when the system only searched
	LatencyMS *float64          // milliseconds the query took; nil when no one measured
	Error     string            // why the query failed, "" when it did not; then the hits are no ranking
}

// A Run is a whole run in memory. It answers queries by id.
type Run struct {
	Tag string // of a TREC run; other formats have none

	results []Result
	index   map[string]int
}

var _ retrieval.Responder = (*Run)(nil)

// newRun takes results with distinct ids.
func newRun(results []Result) *Run {
	r := &Run{results: results, index: make(map[string]int, len(results))}
	for i := range results {
		r.index[results[i].QueryID] = i
	}
	return r
}

// Queries returns the query ids in file order: a query is where it came first.
func (r *Run) Queries() []string {
	ids := make([]string, len(r.results))
	for i := range r.results {
		ids[i] = r.results[i].QueryID
	}
	return ids
}

// Results goes through the run in file order. Hits and answers belong to the run.
func (r *Run) Results() iter.Seq[Result] { return slices.Values(r.results) }

// Result returns what the run holds of a query; ok is false when it lacks it. Hits and answer belong to the run.
func (r *Run) Result(query string) (result Result, ok bool) {
	i, ok := r.index[query]
	if !ok {
		return Result{}, false
	}
	return r.results[i], true
}

// Has tells whether the run has the query, be it without a hit or failed.
func (r *Run) Has(query string) bool {
	_, ok := r.index[query]
	return ok
}

// Hits returns the hits of a query, best first; nil when the run lacks it or it failed. The list belongs to the run.
func (r *Run) Hits(query string) []retrieval.Hit {
	result, _ := r.Result(query)
	if result.Error != "" {
		return nil
	}
	return result.Hits
}

// Retrieve returns the first k hits of the query with q's id. A query that the run lacks has an empty ranking and no
// error, as it scores 0; [Run.Has] tells. A query that failed is an error that wraps [ErrRecorded]. Where the list is
// the ranking, scores may rise along it, and [Stats].RankContradictions says how often they do.
func (r *Run) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	result, _ := r.Result(q.ID)
	if result.Error != "" {
		return nil, fmt.Errorf("query %q: %w: %s", q.ID, ErrRecorded, result.Error)
	}
	return slices.Clone(result.Hits[:max(0, min(k, len(result.Hits)))]), nil
}

// Respond returns Retrieve with the answer and the time that the query took when it
// was recorded; 0 when no one measured.
func (r *Run) Respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	hits, err := r.Retrieve(ctx, q, k)
	if err != nil {
		return retrieval.Response{}, err
	}
	response := retrieval.Response{Hits: hits}
	result, _ := r.Result(q.ID)
	if result.Answer != nil {
		answer := *result.Answer
		answer.Citations = slices.Clone(answer.Citations)
		response.Answer = &answer
	}
	if result.LatencyMS != nil {
		response.Took = time.Duration(*result.LatencyMS * float64(time.Millisecond))
	}
	return response, nil
}

// Stats says what a run held.
//
// Of the fields of [trec.RunStats], Lines counts rows in Parquet, and Queries includes queries without a hit and failed
// ones. RankContradictions compares scores with ranks, which in a list without ranks are the positions.
type Stats struct {
	trec.RunStats
	Format   Format
	Order    trec.Order // that was used
	Unscored int        // hits whose score was made of their rank, because the run has none
	Failed   int        // queries with an error
	Answered int        // queries with an answer
}
