package experiment

import (
	"context"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// batchSize is how many queries are held at once while rankings are fused and
// scored: enough to keep the processors busy, few enough that memory does not
// grow with the test set.
const batchSize = 256

// A feed gives back what one component answered.
type feed interface {
	// answers returns those to the given queries, in their order.
	answers(ctx context.Context, queries []retrieval.Query) ([]result.Ranking, error)
}

// A runFeed answers from a run file. A query that the file lacks is an empty
// ranking, not a failure; one that had failed when it was written is one.
type runFeed struct {
	run   *runfile.Run
	depth int
}

func (f runFeed) answers(_ context.Context, queries []retrieval.Query) ([]result.Ranking, error) {
	list := make([]result.Ranking, len(queries))
	for i, q := range queries {
		r, ok := f.run.Result(q.ID)
		list[i] = result.Ranking{
			Hits: r.Hits[:min(f.depth, len(r.Hits))], Written: r.Answer,
			LatencyMS: r.LatencyMS, Failure: r.Error, Missing: !ok,
		}
	}
	return list, nil
}

// A storeFeed answers from recordings.
type storeFeed struct {
	recorder result.Recorder
	key      result.RecordingKey
}

func (f storeFeed) answers(ctx context.Context, queries []retrieval.Query) ([]result.Ranking, error) {
	ids := make([]string, len(queries))
	for i, q := range queries {
		ids[i] = q.ID
	}
	recordings, err := f.recorder.Recordings(ctx, f.key, ids...)
	if err != nil {
		return nil, &result.StoreError{Err: err}
	}
	list := make([]result.Ranking, len(queries))
	for i, id := range ids {
		r, ok := recordings[id]
		if !ok {
			r.Error = "its recording has gone from the store; --refresh asks again"
		}
		list[i] = answered(r)
		list[i].Absent = !ok
	}
	return list, nil
}

func answered(r result.Recording) result.Ranking {
	return result.Ranking{Hits: r.Hits, Written: r.Answer, LatencyMS: &r.LatencyMS, Failure: r.Error}
}
