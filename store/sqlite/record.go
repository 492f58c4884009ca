package sqlite

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

// Record adds recordings under key; one for the same query is replaced.
// Either all of them are kept or none. A latency must be finite, an answer
// UTF-8, and no count negative. Attempts of 0 are kept as 1.
func (d *DB) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	err := d.record(ctx, key, recordings)
	return d.wrap(err, "record %d queries of component %s", len(recordings), key.Component)
}

func (d *DB) record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	if key.Component == "" || key.TestSet == "" {
		return errors.New("the key is incomplete")
	}
	encoded := make([]encodedRecording, len(recordings)) // before anybody has to wait for this write
	for i, r := range recordings {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if encoded[i], err = d.encode(r); err != nil {
			return fmt.Errorf("query %q: %w", r.QueryID, err)
		}
	}
	return d.write(ctx, func(tx *sql.Tx) error {
		return repeat(ctx, tx, len(recordings), func(insert *sql.Stmt, i int) error {
			r, e := recordings[i], encoded[i]
			_, err := insert.Exec(key.Component, key.TestSet, r.QueryID, e.hits, r.LatencyMS, r.Error,
				e.answer, max(r.Attempts, 1), r.Repeats, r.Changed, r.Content, recordedAt(r.RecordedAt))
			return err
		}, `
			INSERT INTO recordings (component_key, test_set_key, query_id, hits, latency_ms, error,
				answer_json, attempts, repeats, changed, content, recorded_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
				coalesce($12, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))
			ON CONFLICT (component_key, test_set_key, query_id) DO UPDATE SET
				hits = excluded.hits, latency_ms = excluded.latency_ms, error = excluded.error,
				answer_json = excluded.answer_json, attempts = excluded.attempts,
				repeats = excluded.repeats, changed = excluded.changed, content = excluded.content, recorded_at = excluded.recorded_at`)
	})
}

// recordedAt is NULL for now.
func recordedAt(t time.Time) sql.NullString {
	return sql.NullString{String: t.UTC().Format("2006-01-02T15:04:05Z"), Valid: !t.IsZero()}
}

// An encodedRecording is what has to be translated for the database.
type encodedRecording struct {
	hits   []byte
	answer sql.NullString
}

func (d *DB) encode(r result.Recording) (e encodedRecording, err error) {
	switch {
	case math.IsNaN(r.LatencyMS) || math.IsInf(r.LatencyMS, 0):
		return e, fmt.Errorf("latency %v ms is not finite", r.LatencyMS)
	case r.Attempts < 0 || r.Repeats < 0 || r.Changed < 0 || r.Changed > r.Repeats:
		return e, fmt.Errorf("%d attempts, %d repeats and %d of them changed cannot be", r.Attempts, r.Repeats, r.Changed)
	}
	e.hits = d.codec.Encode(r.Hits)
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
