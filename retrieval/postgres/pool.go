package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// errClosed answers queries after Close.
var errClosed = errors.New("postgres: the retriever is closed")

// newPool keeps connections without asking them whether they are alive before each query: that would be a second round
// trip. That one is dead is noticed by the query, which is asked again on a fresh one.
func newPool(ctx context.Context, config *pgxpool.Config, size int) (*pgxpool.Pool, error) {
	config = config.Copy()
	config.MaxConns = int32(size)
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	return pgxpool.NewWithConfig(ctx, config)
}

// use notes that a connection is used, and reports whether it was kept from an earlier use.
func use(c *pgconn.PgConn) (kept bool) {
	const key = "rankduel used"
	data := c.CustomData()
	_, kept = data[key]
	data[key] = true
	return kept
}
