// Package store keeps what experiments produced: recorded rankings, so that a component is asked once, and
// scored runs, so that they can be listed and compared later. It implements the interfaces that package
// experiment declares, and all SQL of the project lives below it. It computes nothing and decides nothing.
//
// A store is one SQLite file, which needs no server and may be written by several processes at once, or a
// PostgreSQL database, which several people and servers share. Open is for programs that add to it,
// OpenExisting for those that change what is there, OpenReadOnly for those that look. Anyone who writes
// another implementation runs storetest.Run on it.
package store

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/kebab"
	"github.com/rankduel/rankduel/store/postgres"
	"github.com/rankduel/rankduel/store/sqlite"
)

// A Store is what Open returns. It is safe for concurrent use, by several processes too. A run that does
// not exist gives an error wrapping result.ErrNotFound and naming the id.
type Store interface {
	result.Recorder
	result.Archive
	result.Worklist
	result.TokenKeeper
	result.Sealer
	Curator
	io.Closer
}

// A Curator looks after what is stored already.
type Curator interface {
	// Resolve returns the id of the run that prefix names: the run with exactly this id, or else the only
	// one that begins with it. Fewer than 6 characters never name a run by its beginning.
	Resolve(ctx context.Context, prefix string) (string, error)
	// Remove deletes a run and its rows. Recordings stay.
	Remove(ctx context.Context, id string) error
	// QueryResults returns the rows of a run by query id as the JSON
	// documents that were stored, whichever program stored them.
	QueryResults(ctx context.Context, id string) (map[string][]byte, error)
	// PruneRecordings deletes the recordings that were made or replaced before a time, to the second, and says how many
	// they were. Runs that rest on them stay; to score one again, its components are asked again.
	PruneRecordings(ctx context.Context, olderThan time.Time) (int, error)
}

var (
	_ Store = (*sqlite.DB)(nil)
	_ Store = (*postgres.DB)(nil)
)

// An Option tunes what opens a store.
type Option = tables.Option

// A Wait is a store that has to be waited for: it is locked by another process, or its server is gone.
type Wait = tables.Wait

// ErrBusy is in the error of an operation that another process kept from the store for a minute.
var ErrBusy = tables.ErrBusy

// ErrUnreachable is in the error of a store whose server cannot be reached.
var ErrUnreachable = tables.ErrUnreachable

// ErrForeign is in the error of opening another program's store.
var ErrForeign = tables.ErrForeign

// ErrChanged is in the error of reading a run or a recording that is not what a store wrote.
var ErrChanged = tables.ErrChanged

// OnWait has tell called when the lock of another process has held something up for two seconds, once each time.
func OnWait(tell func(Wait)) Option { return tables.OnWait(tell) }

// Open opens the store that dsn names: the path of a SQLite file, which is created when it is absent, ":memory:" for
// one that is gone when it is closed, or the address of a PostgreSQL database, postgres://USER@HOST:PORT/DATABASE,
// whose tables are made when there are none. A store of an older version gets the tables and columns that it lacks. A
// store of kebab is refused with ErrForeign: package store/kebab reads it.
func Open(ctx context.Context, dsn string, opts ...Option) (Store, error) {
	return open(ctx, dsn, tables.Create, opts)
}

// OpenExisting returns Open for a store that must be there already: a missing file and a database without
// tables give an error wrapping fs.ErrNotExist and stay what they are.
func OpenExisting(ctx context.Context, dsn string, opts ...Option) (Store, error) {
	return open(ctx, dsn, tables.Existing, opts)
}

// OpenReadOnly opens a store that must be there already and changes nothing
// in it, not even the tables of an older one. Writing to it is an error.
func OpenReadOnly(ctx context.Context, dsn string, opts ...Option) (Store, error) {
	return open(ctx, dsn, tables.ReadOnly, opts)
}

func open(ctx context.Context, dsn string, mode tables.Mode, opts []Option) (Store, error) {
	if postgres.Is(dsn) {
		s, err := postgres.Open(ctx, dsn, mode, opts...)
		if err != nil {
			return nil, err // not s: a nil *postgres.DB would make a Store that is not nil
		}
		return s, nil
	}
	path, err := sqlitePath(dsn)
	if err != nil {
		return nil, err
	}
	if kebab.Is(ctx, path) { // before anything is opened that could leave a trace
		return nil, fmt.Errorf("store %s: %w", path, ErrForeign)
	}
	s, err := sqlite.Open(ctx, path, mode, opts...)
	if err != nil {
		return nil, err
	}
	return s, nil
}
