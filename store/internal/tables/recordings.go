package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// Recorded lists the queries under key with what is known of them without their hits.
func (t *Tables) Recorded(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	found := map[string]result.RecordingState{}
	if !t.schema.tables["recordings"] { // an older store, opened for reading
		return found, nil
	}
	err := t.db.Read(ctx, func(q Querier) error {
		return EachRow(ctx, q, func(row Scanner) error {
			var query string
			var have result.RecordingState
			if err := row.Scan(&query, &have.Error, &have.LatencyMS, (*moment)(&have.At), &have.Content); err != nil {
				return fmt.Errorf("query %q: %w", query, err)
			}
			found[query] = have
			return nil
		}, recordingsTable.selected(t.schema.columns["recordings"], "query_id", "error", "latency_ms", "recorded_at", "content")+underKey, key.Component, key.TestSet)
	})
	return found, t.wrap(err, "recorded queries of component %s", key.Component)
}

// Recordings returns what is recorded under key for these queries, or for all when none is named, by query
// id. All of it is read from one state of the store. Scores come back bit for bit; an empty ranking, an
// empty list of spans and one of citations as nil.
func (t *Tables) Recordings(ctx context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	found := map[string]result.Recording{}
	if !t.schema.tables["recordings"] { // an older store, opened for reading
		return found, nil
	}
	err := t.db.Read(ctx, func(q Querier) error {
		if len(queries) == 0 {
			return t.scanRecordings(ctx, q, found, key)
		}
		for ids := range slices.Chunk(queries, t.dialect.idsAtOnce) {
			if err := t.scanRecordings(ctx, q, found, key, ids...); err != nil {
				return err
			}
		}
		return nil
	})
	return found, t.wrap(err, "recordings of component %s", key.Component)
}

// scanRecordings adds one statement's recordings to found.
func (t *Tables) scanRecordings(ctx context.Context, q Querier, found map[string]result.Recording, key result.RecordingKey, ids ...string) error {
	args, condition := []any{key.Component, key.TestSet}, ""
	if len(ids) > 0 {
		values, some := t.dialect.among(len(args), ids)
		args, condition = append(args, values...), " AND query_id "+some
	}
	have := t.schema.columns["recordings"]
	return EachRow(ctx, q, func(row Scanner) error {
		r, err := t.scanRecording(row, key, have[digestColumn])
		found[r.QueryID] = r
		return err
	}, recordingsTable.selected(have, recordingsTable.names()[2:]...)+underKey+condition, args...)
}

// scanRecording reads one row of a key, in all columns but those of the key, and checks its digest if it has one.
func (t *Tables) scanRecording(s Scanner, key result.RecordingKey, hasDigest bool) (r result.Recording, err error) {
	var hits, answer sql.RawBytes // decoding copies what it keeps
	var at, digest string
	var repeats, changed int64 // of versions that counted repetitions, for the digest
	if err := s.Scan(&r.QueryID, &hits, &r.LatencyMS, &r.Error, &at, &answer, &r.Attempts, &repeats, &changed, &r.Content, &digest); err != nil {
		return r, err
	}
	if r.Hits, err = t.codec.Decode(hits); err != nil {
		return r, fmt.Errorf("query %q: %w", r.QueryID, err)
	}
	content := row{key.Component, key.TestSet, r.QueryID, []byte(hits), r.LatencyMS, r.Error, at, nil, int64(r.Attempts), repeats, changed, r.Content}
	if answer != nil {
		content[7] = []byte(answer)
	}
	if hasDigest && digestOf(content) != digest {
		return r, fmt.Errorf("the recording of query %q %w", r.QueryID, ErrChanged)
	}
	if answer == nil {
		return r, nil
	}
	r.Answer = new(retrieval.Answer)
	if err := json.Unmarshal(answer, r.Answer); err != nil {
		return r, fmt.Errorf("query %q: answer_json: %w", r.QueryID, err)
	}
	return r, nil
}

const underKey = " WHERE component_key = $1 AND test_set_key = $2"
