// Package store keeps what experiments produced: recorded rankings, so that a
// component is asked once, and scored runs, so that they can be listed and
// compared later. It implements the interfaces that package experiment
// declares, and all SQL of the project lives below it. It computes nothing
// and decides nothing.
//
// A store is one SQLite file, which needs no server and may be written by
// several processes at once. Open is for programs that add to it,
// OpenExisting for those that change what is there, OpenReadOnly for those
// that look. Whoever writes another implementation runs storetest.Run on it.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/kebab"
	"github.com/rankduel/rankduel/store/sqlite"
)

// A Store is what Open returns. It is safe for concurrent use, by several
// processes too. A run that does not exist gives an error wrapping
// result.ErrNotFound and naming the id.
type Store interface {
	result.Recorder
	result.Archive
	Curator
	io.Closer
}

// A Curator looks after what is stored already.
type Curator interface {
	// Resolve returns the id of the run that prefix names: the run with
	// exactly this id, or else the only one that begins with it. Fewer than 6
	// characters never name a run by its beginning.
	Resolve(ctx context.Context, prefix string) (string, error)
	// Remove deletes a run and its rows. Recordings stay.
	Remove(ctx context.Context, id string) error
	// QueryResults returns the rows of a run by query id as the JSON
	// documents that were stored, whichever program stored them.
	QueryResults(ctx context.Context, id string) (map[string][]byte, error)
	// PruneRecordings deletes the recordings that were made or replaced before
	// a time, to the second, and says how many they were. Runs that rest on
	// them stay; to score one anew, its components are asked again.
	PruneRecordings(ctx context.Context, olderThan time.Time) (int, error)
}

var _ Store = (*sqlite.DB)(nil)

// An Option tunes what opens a store.
type Option = sqlite.Option

// A Wait is a store that is locked by another process.
type Wait = sqlite.Wait

// ErrBusy is in the error of an operation that another process kept from the
// store for a minute.
var ErrBusy = sqlite.ErrBusy

// ErrForeign is in the error of opening another program's store.
var ErrForeign = sqlite.ErrForeign

// OnWait has tell called when the lock of another process has held something up
// for two seconds, once each time.
func OnWait(tell func(Wait)) Option { return sqlite.OnWait(tell) }

// Open opens the store that dsn names: the path of a SQLite file, which is
// created when it is absent, or ":memory:" for one that is gone when it is
// closed. A store of an older version gets the tables and columns that it lacks;
// nothing in it is lost. A store of kebab is refused with ErrForeign: it is
// another program's, and package store/kebab reads it.
func Open(ctx context.Context, dsn string, opts ...Option) (Store, error) {
	return open(ctx, dsn, sqlite.Create, opts)
}

// OpenExisting is Open for a store that must be there already: a missing file
// gives an error wrapping fs.ErrNotExist and is not created.
func OpenExisting(ctx context.Context, dsn string, opts ...Option) (Store, error) {
	return open(ctx, dsn, sqlite.Existing, opts)
}

// OpenReadOnly opens a store that must be there already and changes nothing
// in it, not even the tables of an older one. Writing to it is an error.
func OpenReadOnly(ctx context.Context, dsn string, opts ...Option) (Store, error) {
	return open(ctx, dsn, sqlite.ReadOnly, opts)
}

func open(ctx context.Context, dsn string, mode sqlite.Mode, opts []Option) (Store, error) {
	path, err := sqlitePath(dsn)
	if err != nil {
		return nil, err
	}
	if kebab.Is(ctx, path) { // before anything is opened that could leave a trace
		return nil, fmt.Errorf("store %s: %w", path, ErrForeign)
	}
	s, err := sqlite.Open(ctx, path, mode, opts...)
	if err != nil {
		return nil, err // not s: a nil *sqlite.DB would make a Store that is not nil
	}
	return s, nil
}

// sqlitePath returns the path of a SQLite file that dsn names. A database
// with a scheme is never taken for a path, since that would silently create a
// file under a strange name; nor is its dsn repeated, which may hold a
// password.
func sqlitePath(dsn string) (string, error) {
	if dsn == "" {
		return "", errors.New("store: no path given")
	}
	scheme, _, found := strings.Cut(dsn, "://")
	switch {
	case found && (scheme == "postgres" || scheme == "postgresql"):
		return "", errors.New("store: PostgreSQL is not supported, give the path of a SQLite file")
	case found:
		return "", fmt.Errorf("store: %s:// is not supported, give the path of a SQLite file", scheme)
	case strings.HasPrefix(dsn, "file:"):
		return "", fmt.Errorf("store %s: give a plain path, without file: and parameters", dsn)
	}
	return dsn, nil
}
