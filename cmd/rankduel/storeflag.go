package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/store"
)

// storeFlag says where runs are kept.
type storeFlag struct {
	store  string
	stderr io.Writer // where a wait for another process is said
}

func (s *storeFlag) add(flags *pflag.FlagSet) {
	flags.StringVar(&s.store, "store", "rankduel.db", storeUsage)
}

const storeUsage = "SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing"

// name is what the store may be called in what is shown and written.
func (s *storeFlag) name() string {
	name, err := store.Name(s.store)
	if err != nil {
		return "the store of --store" // which nobody has opened, then
	}
	return name
}

// portable is the name without what says where on a machine a file is.
func (s *storeFlag) portable() string {
	if store.IsServer(s.store) {
		return s.name()
	}
	return verify.Portable(s.store)
}

// folder is where the store lies; the working folder for one that is no file.
func (s *storeFlag) folder() string {
	if store.IsServer(s.store) {
		return "."
	}
	return filepath.Dir(s.store)
}

// isThere reports whether there may be something to read: a server says so when
// it is asked.
func (s *storeFlag) isThere() bool {
	if store.IsServer(s.store) {
		return true
	}
	_, err := os.Stat(s.store)
	return err == nil
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

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// isRunFile tells a run file from the id of a stored run: what has an ending is
// no id, so that a mistyped name is not looked for in a store.
func isRunFile(path string) bool { return exists(path) || filepath.Ext(path) != "" }

// found reads a stored run where there is no file of that name.
func (s *storeFlag) found(ctx context.Context, file namedFile) (result.StoredRun, error) {
	db, err := s.openReadOnly(ctx)
	if err != nil {
		return result.StoredRun{}, fmt.Errorf("there is no file of this name, and no stored run: %w", err)
	}
	run, err := find(ctx, db, file.path)
	if file.given {
		run.Name = file.name
	}
	return run, errors.Join(err, db.Close())
}

// find reads a run by its id or the start of it.
func find(ctx context.Context, db store.Store, id string) (result.StoredRun, error) {
	full, err := db.Resolve(ctx, id)
	if err != nil {
		return result.StoredRun{}, err
	}
	return db.Run(ctx, full)
}
