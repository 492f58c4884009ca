package run

import (
	"context"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// A column is what one component has to say to all queries.
type column struct {
	feed interface {
		// Rankings returns those for the given queries, in their order.
		Rankings(ctx context.Context, queries []retrieval.Query) ([]result.Ranking, error)
	}
	findings []result.Finding // what the reader noticed about a run file, or about a corpus
	stale    []result.Finding // judged ids that no corpus has; the same for all columns
	missing  int              // queries that a run file lacks
	dropped  int              // duplicate documents, counted as the rankings are read
}

// A runFeed answers from a run file. A query that the file lacks is an empty
// ranking, not a failure; one that had failed when it was written is one.
type runFeed struct {
	run   *runfile.Run
	depth int
}

func (f runFeed) Rankings(_ context.Context, queries []retrieval.Query) ([]result.Ranking, error) {
	list := make([]result.Ranking, len(queries))
	for i, q := range queries {
		r, ok := f.run.Result(q.ID)
		list[i] = result.Ranking{
			Hits: retrieval.TopRanks(r.Hits, f.depth), Written: r.Answer,
			LatencyMS: r.LatencyMS, Failure: r.Error, Missing: !ok,
		}
	}
	return list, nil
}

// Row returns what the components say to query i of a batch.
func Row(columns map[string][]result.Ranking, i int) map[string]result.Ranking {
	parts := make(map[string]result.Ranking, len(columns))
	for name, rankings := range columns {
		parts[name] = rankings[i]
	}
	return parts
}

// unique leaves each document once in every ranking, and says how many repetitions there were.
func unique(rankings []result.Ranking) (dropped int) {
	for i := range rankings {
		kept := retrieval.Unique(rankings[i].Hits)
		dropped += len(rankings[i].Hits) - len(kept)
		rankings[i].Hits = kept
	}
	return dropped
}
