package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// Record adds recordings under key; one for the same query is replaced.
// Either all of them are kept or none. A latency must be finite, an answer
// UTF-8, and no count negative. Attempts of 0 are kept as 1.
func (t *Tables) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	err := t.record(ctx, key, recordings)
	return t.wrap(err, "record %d queries of component %s", len(recordings), key.Component)
}

func (t *Tables) record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	if key.Component == "" || key.TestSet == "" {
		return errors.New("the key is incomplete")
	}
	recordings = lastOfEach(recordings)
	encoded := make([]encodedRecording, len(recordings)) // before anybody has to wait for this write
	for i, r := range recordings {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if encoded[i], err = t.encode(r); err != nil {
			return fmt.Errorf("query %q: %w", r.QueryID, err)
		}
	}
	return t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		return t.insert(ctx, during, tx, t.intoRecordings(), len(recordings), func(i int) []any {
			r, e := recordings[i], encoded[i]
			return []any{
				key.Component, key.TestSet, t.dialect.anyBytes(r.QueryID), e.hits, r.LatencyMS, t.dialect.anyBytes(r.Error),
				e.answer, max(r.Attempts, 1), r.Repeats, r.Changed, r.Content, recordedAt(r.RecordedAt),
			}
		})
	})
}

var (
	recordingKey  = []string{"component_key", "test_set_key", "query_id"}
	recordingRest = []string{"hits", "latency_ms", "error", "answer_json", "attempts", "repeats", "changed", "content", "recorded_at"}
)

// intoRecordings gives recorded_at the time of the database where it is NULL.
func (t *Tables) intoRecordings() insertion {
	return insertion{
		table: "recordings", columns: slices.Concat(recordingKey, recordingRest), conflict: replacing(recordingKey, recordingRest),
		value: func(column, variable string) string {
			if column == "recorded_at" {
				return "coalesce(" + variable + ", " + t.dialect.now + ")"
			}
			return variable
		},
	}
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

// recordedAt returns NULL for now.
func recordedAt(t time.Time) sql.NullString {
	return sql.NullString{String: t.UTC().Format("2006-01-02T15:04:05Z"), Valid: !t.IsZero()}
}

// An encodedRecording is what has to be translated for the database.
type encodedRecording struct {
	hits   []byte
	answer sql.NullString
}

func (t *Tables) encode(r result.Recording) (e encodedRecording, err error) {
	switch {
	case math.IsNaN(r.LatencyMS) || math.IsInf(r.LatencyMS, 0):
		return e, fmt.Errorf("latency %v ms is not finite", r.LatencyMS)
	case r.Attempts < 0 || r.Repeats < 0 || r.Changed < 0 || r.Changed > r.Repeats:
		return e, fmt.Errorf("%d attempts, %d repeats and %d of them changed cannot be", r.Attempts, r.Repeats, r.Changed)
	}
	e.hits = t.codec.Encode(r.Hits)
	e.answer, err = encodeAnswer(r.Answer)
	return e, err
}

// encodeAnswer refuses what JSON would silently change.
func encodeAnswer(a *retrieval.Answer) (sql.NullString, error) {
	if a == nil {
		return sql.NullString{}, nil
	}
	if !utf8.ValidString(a.Text) {
		return sql.NullString{}, errors.New("its answer is not UTF-8")
	}
	for _, c := range a.Citations {
		if !utf8.ValidString(c.Path) {
			return sql.NullString{}, fmt.Errorf("its answer cites %q, which is not UTF-8", c.Path)
		}
	}
	doc, err := json.Marshal(a)
	if err != nil {
		return sql.NullString{}, fmt.Errorf("its answer: %w", err)
	}
	return sql.NullString{String: string(doc), Valid: true}, nil
}
