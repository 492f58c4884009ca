package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment"
)

// Recordings returns what is recorded under key, by query id. Scores come
// back bit for bit, an empty ranking as nil.
func (d *DB) Recordings(ctx context.Context, key experiment.RecordingKey) (map[string]experiment.Recording, error) {
	if !d.schema.tables["recordings"] { // an older store, opened for reading
		return map[string]experiment.Recording{}, nil
	}
	var found map[string]experiment.Recording
	err := d.read(ctx, func(conn *sql.Conn) (err error) {
		found, err = d.scanRecordings(ctx, conn, key)
		return err
	})
	if err != nil {
		return nil, d.wrap(err, "recordings of component %s", key.Component)
	}
	return found, nil
}

func (d *DB) scanRecordings(ctx context.Context, q querier, key experiment.RecordingKey) (map[string]experiment.Recording, error) {
	found := map[string]experiment.Recording{}
	err := eachRow(ctx, q, func(row scanner) (err error) {
		var r experiment.Recording
		var blob sql.RawBytes // decoding copies what it keeps
		if err := row.Scan(&r.QueryID, &blob, &r.LatencyMS, &r.Error); err != nil {
			return err
		}
		if r.Hits, err = d.codec.Decode(blob); err != nil {
			return fmt.Errorf("query %q: %w", r.QueryID, err)
		}
		found[r.QueryID] = r
		return nil
	}, `SELECT query_id, hits, latency_ms, error FROM recordings
		WHERE component_key = $1 AND test_set_key = $2`, key.Component, key.TestSet)
	return found, err
}

// Record adds recordings under key; one for the same query is replaced.
// Either all of them are kept or none. A latency must be finite.
func (d *DB) Record(ctx context.Context, key experiment.RecordingKey, recordings []experiment.Recording) error {
	err := d.record(ctx, key, recordings)
	return d.wrap(err, "record %d queries of component %s", len(recordings), key.Component)
}

func (d *DB) record(ctx context.Context, key experiment.RecordingKey, recordings []experiment.Recording) error {
	if key.Component == "" || key.TestSet == "" {
		return errors.New("the key is incomplete")
	}
	blobs := make([][]byte, len(recordings)) // made before anybody has to wait for this write
	for i, r := range recordings {
		if math.IsNaN(r.LatencyMS) || math.IsInf(r.LatencyMS, 0) {
			return fmt.Errorf("query %q: latency %v ms is not finite", r.QueryID, r.LatencyMS)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		blobs[i] = d.codec.Encode(r.Hits)
	}
	return d.write(ctx, func(tx *sql.Tx) error {
		return repeat(ctx, tx, len(recordings), func(insert *sql.Stmt, i int) error {
			r := recordings[i]
			_, err := insert.Exec(key.Component, key.TestSet, r.QueryID, blobs[i], r.LatencyMS, r.Error)
			return err
		}, `
			INSERT INTO recordings (component_key, test_set_key, query_id, hits, latency_ms, error, recorded_at)
			VALUES ($1, $2, $3, $4, $5, $6, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
			ON CONFLICT (component_key, test_set_key, query_id) DO UPDATE SET
				hits = excluded.hits, latency_ms = excluded.latency_ms,
				error = excluded.error, recorded_at = excluded.recorded_at`)
	})
}
