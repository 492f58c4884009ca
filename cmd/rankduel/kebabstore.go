package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// inKebab opens a store of kebab, and says when kebab wrote to it meanwhile.
func (s *storeFlag) inKebab(ctx context.Context, do func(*kebab.DB) error) error {
	db, err := kebab.Open(ctx, s.store, s.onKebabWait())
	if err != nil {
		return err
	}
	err = do(db)
	return errors.Join(err, db.Close())
}

func (s *storeFlag) onKebabWait() kebab.Option {
	stderr := s.stderr
	return kebab.OnWait(func(w store.Wait) { fmt.Fprintf(stderr, "rankduel: %v\n", w) })
}
