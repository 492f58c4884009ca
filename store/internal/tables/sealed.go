package tables

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

var _ result.Sealer = (*Tables)(nil)

// intoSealed keeps what is there already.
var intoSealed = insertion{table: "sealed", columns: sealedTable.names(), conflict: "ON CONFLICT DO NOTHING"}

// Seal keeps facts; one that is there already stays what it is.
func (t *Tables) Seal(ctx context.Context, facts []result.Sealed) error {
	err := t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		return t.insert(ctx, during, tx, intoSealed, len(facts), func(i int) []any {
			f := facts[i]
			return []any{f.Kind, f.Key, f.At.UTC().Format(time.RFC3339), string(f.Fact)}
		})
	})
	return t.wrap(err, "remember held-out queries")
}

// Sealed returns the facts of a kind by key; "" is all, by kind and key. A store that
// was opened for reading before it had any has none.
func (t *Tables) Sealed(ctx context.Context, kind string) ([]result.Sealed, error) {
	if !t.schema.tables["sealed"] {
		return nil, nil
	}
	facts, err := read(ctx, t.db, func(q Querier) ([]result.Sealed, error) {
		return All(ctx, q, func(row Scanner) (f result.Sealed, err error) {
			if err = row.Scan(&f.Kind, &f.Key, (*moment)(&f.At), &f.Fact); err != nil {
				err = fmt.Errorf("%s %s: %w", f.Kind, f.Key, err)
			}
			return f, err
		}, "SELECT kind, fact_key, sealed_at, fact_json FROM sealed WHERE kind = $1 OR $1 = '' ORDER BY kind, fact_key", kind)
	})
	return facts, t.wrap(err, "read what is remembered of held-out queries")
}
