package tables

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

var _ result.TokenKeeper = (*Tables)(nil)

// AddToken keeps a token. One of the same name gives an error wrapping result.ErrExists.
func (t *Tables) AddToken(ctx context.Context, token result.Token) error {
	err := t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		n, err := affected(tx.ExecContext(during, `INSERT INTO tokens (name, scope, sha256, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (name) DO NOTHING`, token.Name, token.Scope, token.SHA256, token.CreatedAt.UTC().Format(time.RFC3339)))
		if err != nil || n > 0 {
			return err
		}
		return fmt.Errorf("%w; `rankduel token rm` removes it", result.ErrExists)
	})
	return t.wrap(err, "token %s", token.Name)
}

// Tokens lists the tokens by name. A store that was opened for reading before it had any has none.
func (t *Tables) Tokens(ctx context.Context) ([]result.Token, error) {
	if !t.schema.tables["tokens"] {
		return nil, nil
	}
	tokens, err := read(ctx, t.db, func(q Querier) ([]result.Token, error) {
		return All(ctx, q, func(row Scanner) (k result.Token, err error) {
			if err = row.Scan(&k.Name, &k.Scope, &k.SHA256, (*moment)(&k.CreatedAt)); err != nil {
				err = fmt.Errorf("token %s: %w", k.Name, err)
			}
			return k, err
		}, "SELECT name, scope, sha256, created_at FROM tokens ORDER BY name")
	})
	return tokens, t.wrap(err, "list tokens")
}

// RemoveToken forgets a token. One that is not there gives an error wrapping result.ErrNotFound.
func (t *Tables) RemoveToken(ctx context.Context, name string) error {
	err := t.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
		return one(tx.ExecContext(during, "DELETE FROM tokens WHERE name = $1", name))
	})
	return t.wrap(err, "token %s", name)
}
