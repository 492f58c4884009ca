package recording

import (
	"context"
	"errors"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// What a killed run can lose is bounded twice: by the time since the last
// flush, and by the time that the engines spent on what is not yet kept. A
// ranking that took a millisecond is kept before its worker asks for the next
// one, so that nothing but what was under way is ever asked again. Quicker ones
// wait for each other: a transaction of its own costs each 0.2 ms.
const (
	flushEvery = 200 * time.Millisecond
	flushWorth = 1.0 // ms
)

// A journal hands recordings to the store in small batches.
type journal struct {
	recorder result.Recorder
	last     time.Time
	pending  map[result.RecordingKey][]result.Recording
	worth    float64 // milliseconds of retrieval that are pending
	err      error
}

func (j *journal) add(ctx context.Context, key result.RecordingKey, r result.Recording) {
	if j.pending == nil {
		j.pending = map[result.RecordingKey][]result.Recording{}
	}
	j.pending[key] = append(j.pending[key], r)
	j.worth += r.LatencyMS
	if j.worth >= flushWorth || time.Since(j.last) >= flushEvery {
		j.flush(context.WithoutCancel(ctx)) // what was answered is kept when ctx has just ended
	}
}

func (j *journal) flush(ctx context.Context) {
	for key, batch := range j.pending {
		if err := j.recorder.Record(ctx, key, batch); err != nil {
			j.err = errors.Join(j.err, err)
		}
	}
	clear(j.pending)
	j.worth, j.last = 0, time.Now()
}

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
