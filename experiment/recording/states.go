package recording

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

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

// Of returns what is recorded under a key, by query. The map is the caller's to keep
// up to date.
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

// Digest tells the recordings under some keys from later ones; empty when there
// is not a key. A component that another experiment asked again has other
// recordings under the same key, and scores of the old ones must not stand
// next to scores of the new ones. What was answered tells them apart, and the time
// that it took.
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
