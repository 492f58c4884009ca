package experiment

import (
	"context"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// batchSize is how many queries are held at once while rankings are fused and
// scored: enough to keep the processors busy, few enough that memory does not
// grow with the test set.
const batchSize = 256

// A feed gives back what one component answered.
type feed interface {
	// answers returns those to the given queries, in their order.
	answers(ctx context.Context, queries []retrieval.Query) ([]answer, error)
}

// A runFeed answers from a run file. A query that the file lacks is an empty
// ranking, not a failure.
type runFeed struct {
	run   *trec.Run
	depth int
}

func (f runFeed) answers(ctx context.Context, queries []retrieval.Query) ([]answer, error) {
	list := make([]answer, len(queries))
	for i, q := range queries {
		hits, err := f.run.Retrieve(ctx, q, f.depth)
		if err != nil {
			return nil, err
		}
		list[i] = answer{hits: hits, missing: !f.run.Has(q.ID)}
	}
	return list, nil
}

// A storeFeed answers from recordings.
type storeFeed struct {
	recorder Recorder
	key      RecordingKey
}

func (f storeFeed) answers(ctx context.Context, queries []retrieval.Query) ([]answer, error) {
	ids := make([]string, len(queries))
	for i, q := range queries {
		ids[i] = q.ID
	}
	recordings, err := f.recorder.Recordings(ctx, f.key, ids...)
	if err != nil {
		return nil, &StoreError{err}
	}
	list := make([]answer, len(queries))
	for i, id := range ids {
		r, ok := recordings[id]
		if !ok {
			r.Error = "the recording has gone from the store; run again"
		}
		list[i] = answered(r)
	}
	return list, nil
}

func answered(r Recording) answer {
	return answer{hits: r.Hits, latencyMS: &r.LatencyMS, failure: r.Error}
}
