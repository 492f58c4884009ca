package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// storeFlag says where runs are kept.
type storeFlag struct {
	store  string
	stderr io.Writer // where a wait for another process is said
}

func (s *storeFlag) add(flags *pflag.FlagSet) {
	flags.StringVar(&s.store, "store", "rankduel.db", "SQLite file that keeps runs and recordings; :memory: keeps nothing")
}

// openReadOnly is for looking: a missing file is an error, not a new store,
// and an older store stays as it is.
func (s *storeFlag) openReadOnly(ctx context.Context) (store.Store, error) {
	return store.OpenReadOnly(ctx, s.store, s.onWait())
}

// lost says of an interrupted run that nothing of it was kept, where that is so.
func (s *storeFlag) lost(err error) error {
	if s.store == ":memory:" && errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; --store :memory: keeps nothing, so that the same command starts anew: %w", context.Canceled)
	}
	return err
}

func (s *storeFlag) onWait() store.Option {
	stderr := s.stderr
	return store.OnWait(func(w store.Wait) { fmt.Fprintf(stderr, "rankduel: %v\n", w) })
}

// find reads a run by its id or the start of it.
func find(ctx context.Context, db store.Store, id string) (result.StoredRun, error) {
	full, err := db.Resolve(ctx, id)
	if err != nil {
		return result.StoredRun{}, err
	}
	return db.Run(ctx, full)
}
