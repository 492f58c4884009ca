package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// Record adds recordings under key; one for the same query is replaced. Either all of them are kept or
// none. A latency must be finite, an answer UTF-8, and no count negative. Attempts of 0 are kept as 1.
func (t *Tables) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	err := t.record(ctx, key, recordings)
	return t.wrap(err, "record %d queries of component %s", len(recordings), key.Component)
}

func (t *Tables) record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	if key.Component == "" || key.TestSet == "" {
		return errors.New("the key is incomplete")
	}
	now, err := read(ctx, t.db, func(q Querier) (time.Time, error) { return t.clock(ctx, q) })
	if err != nil {
		return err
	}
	recordings = lastOfEach(recordings)
	rows := make([]row, len(recordings)) // before anybody has to wait for this write
	for i, r := range recordings {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.RecordedAt.IsZero() {
			r.RecordedAt = now
		}
		if rows[i], err = t.encode(key, r); err != nil {
			return fmt.Errorf("query %q: %w", r.QueryID, err)
		}
	}
	return t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		return t.put(ctx, during, tx, &recordingsTable, rows, true)
	})
}

// lastOfEach leaves of several recordings of one query the last.
func lastOfEach(recordings []result.Recording) []result.Recording {
	at := make(map[string]int, len(recordings))
	for i, r := range recordings {
		at[r.QueryID] = i
	}
	if len(at) == len(recordings) {
		return recordings
	}
	var kept []result.Recording
	for i, r := range recordings {
		if at[r.QueryID] == i {
			kept = append(kept, r)
		}
	}
	return kept
}

func (t *Tables) encode(key result.RecordingKey, r result.Recording) (row, error) {
	switch {
	case math.IsNaN(r.LatencyMS) || math.IsInf(r.LatencyMS, 0):
		return nil, fmt.Errorf("latency %v ms is not finite", r.LatencyMS)
	case r.Attempts < 0:
		return nil, fmt.Errorf("%d attempts cannot be", r.Attempts)
	}
	answer, err := encodeAnswer(r.Answer)
	if err != nil {
		return nil, err
	}
	encoded := row{
		key.Component, key.TestSet, r.QueryID, t.codec.Encode(r.Hits), r.LatencyMS, r.Error, r.RecordedAt.UTC().Format(recordedTime),
		answer, int64(max(r.Attempts, 1)), int64(0), int64(0), r.Content, "", // repetitions have recordings of their own
	}
	unit{row: encoded}.seal(&recordingsTable)
	return encoded, nil
}

// recordedTime is the form of recorded_at.
const recordedTime = "2006-01-02T15:04:05Z"

// encodeAnswer returns the JSON of an answer, nil of none. It refuses what JSON would silently change.
func encodeAnswer(a *retrieval.Answer) (any, error) {
	if a == nil {
		return nil, nil
	}
	if !utf8.ValidString(a.Text) {
		return nil, errors.New("its answer is not UTF-8")
	}
	for _, c := range a.Citations {
		if !utf8.ValidString(c.Path) {
			return nil, fmt.Errorf("its answer cites %q, which is not UTF-8", c.Path)
		}
	}
	doc, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("its answer: %w", err)
	}
	return string(doc), nil
}
