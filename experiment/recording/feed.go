package recording

import (
	"context"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// A Feed gives back what is recorded under a key.
type Feed struct {
	Recorder result.Recorder
	Key      result.RecordingKey
}

// Rankings returns what is recorded for the given queries, in their order.
func (f Feed) Rankings(ctx context.Context, queries []retrieval.Query) ([]result.Ranking, error) {
	ids := make([]string, len(queries))
	for i, q := range queries {
		ids[i] = q.ID
	}
	recordings, err := f.Recorder.Recordings(ctx, f.Key, ids...)
	if err != nil {
		return nil, &result.StoreError{Err: err}
	}
	list := make([]result.Ranking, len(queries))
	for i, id := range ids {
		r, ok := recordings[id]
		if !ok {
			r.Error = "its recording has gone from the store; --refresh asks again"
		}
		list[i] = RankingOf(r)
		list[i].Absent = !ok
	}
	return list, nil
}

// RankingOf returns what a recording says.
func RankingOf(r result.Recording) result.Ranking {
	return result.Ranking{Hits: r.Hits, Written: r.Answer, LatencyMS: &r.LatencyMS, Failure: r.Error}
}
