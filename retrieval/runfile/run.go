package runfile

import (
	"iter"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Result is what a run holds of one query.
type Result struct {
	QueryID   string
	Hits      []retrieval.Hit   // best first
	Answer    *retrieval.Answer // nil when the system only searched
	LatencyMS *float64          // milliseconds the query took; nil when no one measured
	Error     string            // why the query failed, "" when it did not; then the hits are no ranking
}

// A Run is a whole run in memory.
type Run struct {
	Tag string // of a TREC run; other formats have none

	results []kept
	index   map[string]int
}

// kept is a result, whose hits may be those that are recorded.
type kept struct {
	Result
	recorded *trec.Recorded
}

func (k *kept) result() Result {
	r := k.Result
	if k.recorded != nil {
		r.Hits = k.recorded.Hits(nil)
	}
	return r
}

// newRun takes results with distinct ids.
func newRun(results []kept) *Run {
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
func (r *Run) Results() iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for i := range r.results {
			if !yield(r.results[i].result()) {
				return
			}
		}
	}
}

// Result returns what the run holds of a query; ok is false when it lacks it. Hits and answer belong to the run.
func (r *Run) Result(query string) (result Result, ok bool) {
	i, ok := r.index[query]
	if !ok {
		return Result{}, false
	}
	return r.results[i].result(), true
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
