package kebab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/store/internal/tables"
)

// SetAggregate replaces eval_runs.aggregate_json of one run of the store at path, and nothing else. A run
// that is not there is an error wrapping result.ErrNotFound; none is ever added.
func SetAggregate(ctx context.Context, path, run string, aggregate []byte, opts ...tables.Option) (err error) {
	d := at(path, opts)
	if !json.Valid(aggregate) {
		return d.wrap(fmt.Errorf("aggregate of run %s: it is not JSON", run))
	}
	if _, err := isWAL(path); err != nil { // no database, and not to be made one
		return d.wrap(err)
	}
	if err := outfile.Check(path); errors.Is(err, outfile.ErrReadOnly) { // SQLite would try, which tells root nothing
		return d.wrap(err)
	}
	if d.db, err = connect(path, writing); err != nil {
		return d.wrap(err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	err = d.retry(ctx, func() error {
		done, err := d.db.ExecContext(ctx, "UPDATE eval_runs SET aggregate_json = ? WHERE run_id = ?", string(aggregate), run)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		if err == nil && n == 0 {
			return result.ErrNotFound
		}
		return err
	})
	if err != nil {
		return d.wrap(fmt.Errorf("aggregate of run %s: %w", run, err))
	}
	return nil
}
