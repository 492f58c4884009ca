package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// idsAtOnce is how many query ids one statement names. SQLite takes 32 766
// variables (https://sqlite.org/limits.html, SQLITE_MAX_VARIABLE_NUMBER), but
// it looks each $n up among those before it, so that a long list costs the
// square of its length.
const idsAtOnce = 256

// Recorded lists the queries under key with what is known of them without
// their hits.
func (d *DB) Recorded(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	found := map[string]result.RecordingState{}
	if !d.schema.tables["recordings"] { // an older store, opened for reading
		return found, nil
	}
	err := d.read(ctx, func(conn *sql.Conn) error {
		return eachRow(ctx, conn, func(row scanner) error {
			var query, at string
			var have result.RecordingState
			if err := row.Scan(&query, &have.Error, &have.LatencyMS, &at, &have.Repeats, &have.Changed, &have.Content); err != nil {
				return err
			}
			var err error
			if have.At, err = time.Parse(time.RFC3339, at); err != nil {
				return fmt.Errorf("query %q: recorded_at: %w", query, err)
			}
			found[query] = have
			return nil
		}, d.schema.selectStates(), key.Component, key.TestSet)
	})
	if err != nil {
		return nil, d.wrap(err, "recorded queries of component %s", key.Component)
	}
	return found, nil
}

// Recordings returns what is recorded under key for these queries, or for all
// when none is named, by query id. All of it is read from one state of the
// store. Scores come back bit for bit; an empty ranking, an empty list of
// spans and one of citations as nil.
func (d *DB) Recordings(ctx context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	found := map[string]result.Recording{}
	if !d.schema.tables["recordings"] { // an older store, opened for reading
		return found, nil
	}
	err := d.read(ctx, func(conn *sql.Conn) error {
		if len(queries) == 0 {
			return d.scanRecordings(ctx, conn, found, key)
		}
		for ids := range slices.Chunk(queries, idsAtOnce) {
			if err := d.scanRecordings(ctx, conn, found, key, ids...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, d.wrap(err, "recordings of component %s", key.Component)
	}
	return found, nil
}

// scanRecordings adds one statement's recordings to found.
func (d *DB) scanRecordings(ctx context.Context, q querier, found map[string]result.Recording, key result.RecordingKey, ids ...string) error {
	args := []any{key.Component, key.TestSet}
	for _, id := range ids {
		args = append(args, id)
	}
	return eachRow(ctx, q, func(row scanner) error {
		r, err := d.scanRecording(row)
		found[r.QueryID] = r
		return err
	}, d.schema.selectRecordings()+among("query_id", len(args)-len(ids), len(ids)), args...)
}

// scanRecording reads one row of selectRecordings.
func (d *DB) scanRecording(row scanner) (r result.Recording, err error) {
	var hits, answer sql.RawBytes // decoding copies what it keeps
	if err := row.Scan(&r.QueryID, &hits, &r.LatencyMS, &r.Error, &answer, &r.Attempts, &r.Repeats, &r.Changed, &r.Content); err != nil {
		return r, err
	}
	if r.Hits, err = d.codec.Decode(hits); err != nil {
		return r, fmt.Errorf("query %q: %w", r.QueryID, err)
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

const underKey = " FROM recordings WHERE component_key = $1 AND test_set_key = $2"

// answerColumns are the columns of recordings that migrations 4 and 5 added, with
// what an older store that is opened for reading has in their place.
var answerColumns = [...]ownColumn{
	{"answer_json", "NULL"},
	{"attempts", "1"},
	{"repeats", "0"},
	{"changed", "0"},
	{"content", "''"},
}

// selectRecordings gives the columns that scanRecording reads.
func (s schema) selectRecordings() string {
	columns := []string{"query_id", "hits", "latency_ms", "error"}
	columns = appendColumns(columns, s.recordingColumns, answerColumns[:])
	return "SELECT " + strings.Join(columns, ", ") + underKey
}

// selectStates gives the columns that Recorded reads.
func (s schema) selectStates() string {
	columns := []string{"query_id", "error", "latency_ms", "recorded_at"}
	columns = appendColumns(columns, s.recordingColumns, answerColumns[2:]) // repeats, changed and content
	return "SELECT " + strings.Join(columns, ", ") + underKey
}

// among is the condition that column is one of n variables, which follow the
// given number of others; no condition when n is 0.
func among(column string, before, n int) string {
	if n == 0 {
		return ""
	}
	variables := make([]string, n)
	for i := range variables {
		variables[i] = "$" + strconv.Itoa(before+i+1)
	}
	return " AND " + column + " IN (" + strings.Join(variables, ", ") + ")"
}
