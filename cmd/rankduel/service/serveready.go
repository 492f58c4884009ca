package service

import (
	"context"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// readyWithin is how long a store may take that a server is ready with: anyone who asks
// whether it is does not wait until a database is back.
const readyWithin = 2 * time.Second

// answers reads a little of the store. Everybody may ask for it, so it costs little.
func answers(ctx context.Context, db store.Store) error {
	ctx, done := context.WithTimeout(ctx, readyWithin)
	defer done()
	_, err := db.Jobs(ctx, result.JobFilter{Limit: 1})
	return err
}
