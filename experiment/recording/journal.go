package recording

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"math"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
)

// What a killed run can lose is bounded by the time since the last flush, and by the engine time not
// yet kept: a ranking that took a millisecond is kept before its worker asks for the next one. Quicker
// ones wait for each other, since a transaction costs 0.2 ms.
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
	ids := ordered.Each(queries, func(q retrieval.Query) string { return q.ID })
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

// States is what is known of recordings without their hits, read once for each
// key and kept up to date as rankings come.
type States struct {
	recorder result.Recorder
	known    map[result.RecordingKey]map[string]result.RecordingState
}

// NewStates knows nothing yet.
func NewStates(recorder result.Recorder) *States {
	return &States{recorder: recorder, known: map[result.RecordingKey]map[string]result.RecordingState{}}
}

// Of returns what is recorded under a key, by query. The map is the caller's to keep up to date.
func (s *States) Of(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	if known, ok := s.known[key]; ok {
		return known, nil
	}
	known, err := s.recorder.Recorded(ctx, key)
	if err != nil {
		return nil, &result.StoreError{Err: err}
	}
	s.known[key] = known
	return known, nil
}

// Digest tells the recordings under some keys from later ones, by what was answered and the time it
// took; empty when there is not a key. Scores of a component asked again by another experiment must not
// mix with those of its old recordings.
func (s *States) Digest(ctx context.Context, keys []result.RecordingKey, queries []retrieval.Query) (string, error) {
	if len(keys) == 0 {
		return "", nil
	}
	sum := sha256.New()
	for _, key := range keys {
		known, err := s.Of(ctx, key)
		if err != nil {
			return "", err
		}
		for _, q := range queries {
			addState(sum, known[q.ID])
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

func addState(to hash.Hash, s result.RecordingState) {
	var b []byte
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.LatencyMS))
	b = binary.AppendUvarint(b, uint64(len(s.Error)))
	b = append(b, s.Error...)
	to.Write(append(b, s.Content...)) // of a known length where there is no error, and none where there is one
}
