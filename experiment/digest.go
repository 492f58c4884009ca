package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
)

// states reads what is recorded under a key, once a run. The map is kept up to
// date as answers come.
func (r *Runner) states(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	if known, ok := r.known[key]; ok {
		return known, nil
	}
	known, err := r.recorder.Recorded(ctx, key)
	if err != nil {
		return nil, &result.StoreError{Err: err}
	}
	r.known[key] = known
	return known, nil
}

// recordingsOf tells from which recordings an arm's scores were made; empty
// when all its components are run files. A component that another experiment
// asked again has other recordings under the same key, and scores of the old
// ones must not stand beside scores of the new ones. Time tells them apart: no
// answer takes as long twice, to the nanosecond.
func (r *Runner) recordingsOf(ctx context.Context, a *arm) (string, error) {
	var keys []result.RecordingKey
	for _, name := range a.config.Components {
		if src := r.sources[name]; src.component.Run == "" {
			at, err := r.recordingKey(src)
			if err != nil {
				return "", err
			}
			keys = append(keys, at)
		}
	}
	if a.config.Rerank != nil {
		at, err := r.rerankKey(a)
		if err != nil {
			return "", err
		}
		keys = append(keys, at)
	}
	if len(keys) == 0 {
		return "", nil
	}
	sum := sha256.New()
	for _, at := range keys {
		known, err := r.states(ctx, at)
		if err != nil {
			return "", err
		}
		for i := range r.judgments.Len() {
			q := r.judgments.Query(i)
			addState(sum, known[q.ID])
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

func addState(to hash.Hash, s result.RecordingState) {
	var b []byte
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.LatencyMS))
	b = binary.AppendUvarint(b, uint64(len(s.Error)))
	to.Write(append(b, s.Error...))
}
