package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// shortestPrefix keeps a slip of the hand from naming a run by accident.
const shortestPrefix = 6

// ambiguousShown is how many of the runs that a prefix fits are named.
const ambiguousShown = 5

// Resolve returns the id of the run whose id is prefix, or else of the only one that begins with it; then prefix needs
// at least 6 bytes. No such run gives an error wrapping result.ErrNotFound, several an error that names them.
func (t *Tables) Resolve(ctx context.Context, prefix string) (string, error) {
	ids, err := read(ctx, t.db, func(q Querier) ([]string, error) { // by substrings: the _ of kebab's ids is a wildcard to LIKE
		return All(ctx, q, scanText, `SELECT run_id FROM eval_runs WHERE substr(run_id, 1, length($1)) = $1
			ORDER BY run_id LIMIT $2`, prefix, ambiguousShown+1)
	})
	switch {
	case err != nil:
		return "", t.wrap(err, "run %s", prefix)
	case len(ids) > 0 && ids[0] == prefix:
		return prefix, nil // the shortest comes first
	case len(prefix) < shortestPrefix:
		err := fmt.Errorf("%w; the beginning of an id needs at least %d characters", result.ErrNotFound, shortestPrefix)
		return "", t.wrap(err, "run %q", prefix)
	case len(ids) == 0:
		return "", t.wrap(result.ErrNotFound, "run %s", prefix)
	case len(ids) > 1:
		if len(ids) > ambiguousShown {
			ids[ambiguousShown] = "…"
		}
		return "", t.wrap(errors.New("several begin with it: "+strings.Join(ids, ", ")), "run %s", prefix)
	}
	return ids[0], nil
}

// Remove deletes a run and its rows. Recordings stay: other runs may rest on
// them. An unknown id gives an error wrapping result.ErrNotFound.
func (t *Tables) Remove(ctx context.Context, id string) error {
	err := t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		return one(tx.ExecContext(during, "DELETE FROM eval_runs WHERE run_id = $1", id))
	})
	return t.wrap(err, "remove run %s", id)
}

// one turns a statement that found no run into ErrNotFound.
func one(res sql.Result, err error) error {
	n, err := affected(res, err)
	if err == nil && n == 0 {
		return result.ErrNotFound
	}
	return err
}

func affected(res sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return int(n), err
}

// QueryResults returns the rows of a run by query id as the JSON documents
// that were stored, whichever program stored them.
func (t *Tables) QueryResults(ctx context.Context, id string) (map[string][]byte, error) {
	documents := map[string][]byte{}
	err := t.db.Read(ctx, func(q Querier) error {
		stored, err := t.scanStored(ctx, q, id)
		for _, r := range stored.parts {
			documents[r.text(1)] = []byte(r.text(2))
		}
		return err
	})
	return documents, t.wrap(notFound(err), "results of run %s", id)
}

// PruneRecordings deletes the recordings that were made or replaced before olderThan, to the second, and
// says how many they were. Runs stay. The file does not shrink: what is recorded next takes the room.
func (t *Tables) PruneRecordings(ctx context.Context, olderThan time.Time) (int, error) {
	before := olderThan.UTC().Format(recordedTime)
	n := 0
	err := t.db.Write(ctx, func(during context.Context, tx *sql.Tx) (err error) {
		n, err = affected(tx.ExecContext(during, "DELETE FROM recordings WHERE recorded_at < $1", before))
		return err
	})
	return n, t.wrap(err, "prune recordings older than %s", before)
}
