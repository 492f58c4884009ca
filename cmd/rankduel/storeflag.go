package main

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/store"
)

// storeFlag says where runs are kept.
type storeFlag struct{ store string }

func (s *storeFlag) add(flags *pflag.FlagSet) {
	flags.StringVar(&s.store, "store", "rankduel.db", "SQLite file that keeps runs and recordings; :memory: keeps nothing")
}

// openReadOnly is for looking: a missing file is an error, not a new store,
// and an older store stays as it is.
func (s *storeFlag) openReadOnly(ctx context.Context) (store.Store, error) {
	return store.OpenReadOnly(ctx, s.store)
}
