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

func (s *storeFlag) open(ctx context.Context) (store.Store, error) { return store.Open(ctx, s.store) }

// openExisting is for reading: a missing file is an error, not a new store.
func (s *storeFlag) openExisting(ctx context.Context) (store.Store, error) {
	return store.OpenExisting(ctx, s.store)
}
