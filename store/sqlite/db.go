package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	_ "github.com/mattn/go-sqlite3" // the driver, registered as "sqlite3"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/internal/hitblob"
)

// Memory is the path of a store that lives in memory, for as long as its DB.
const Memory = ":memory:"

// openConnections bounds the connections to a file: one writes, the others
// read beside it.
const openConnections = 8

// A Mode says what Open may do to the file.
type Mode int

// The modes of Open.
const (
	Create   Mode = iota // create the file when it is absent, bring its tables up to date
	Existing             // the same, but an absent file is an error
	ReadOnly             // change nothing, not even the tables of an older store
)

// A DB is an open store.
type DB struct {
	path   string
	mode   Mode
	db     *sql.DB
	codec  *hitblob.Codec
	schema schema
	turn   chan struct{} // room for one: the writers of this process take turns

	waiting waiting // for other processes
}

var (
	_ result.Recorder = (*DB)(nil)
	_ result.Archive  = (*DB)(nil)
)

// Open opens the store in the file at path, or a new one in memory when path
// is Memory. It refuses, without touching it, a file that is not a SQLite
// database, a database of another program, and a store that a newer version
// of this program has written. An absent file that may not be created gives
// an error wrapping fs.ErrNotExist.
func Open(ctx context.Context, path string, mode Mode, opts ...Option) (*DB, error) {
	d, err := open(ctx, path, mode, opts...)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, explain(err))
	}
	return d, nil
}

func open(ctx context.Context, path string, mode Mode, opts ...Option) (*DB, error) {
	exists, err := checkPath(path, mode)
	if err != nil {
		return nil, err
	}
	codec, err := hitblob.NewCodec()
	if err != nil {
		return nil, err
	}
	d := &DB{path: path, mode: mode, codec: codec, turn: make(chan struct{}, 1)}
	for _, opt := range opts {
		opt(d)
	}
	if err := d.connect(ctx, exists); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// connect opens the database. A file that exists is looked at first, since
// opening it for writing would already change it to WAL mode.
func (d *DB) connect(ctx context.Context, exists bool) error {
	how := creating
	if exists {
		if err := d.look(ctx); err != nil || d.mode == ReadOnly {
			return err
		}
		if d.isProtected() {
			d.mode = ReadOnly
			return nil
		}
		if err := d.db.Close(); err != nil {
			return err
		}
		how = writing
	}
	if err := d.attach(ctx, how); err != nil {
		return err
	}
	return d.migrate(ctx)
}

// isProtected reports whether nobody may write the file by its permissions.
// SQLite would find that out by trying, which tells root nothing.
func (d *DB) isProtected() bool {
	info, err := os.Stat(d.path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o222 == 0
}

// look opens a file for reading.
func (d *DB) look(ctx context.Context) error {
	err := d.attach(ctx, reading)
	if !d.isFrozen(err) {
		return err
	}
	if err := d.db.Close(); err != nil {
		return err
	}
	return d.attach(ctx, frozen)
}

// isFrozen reports whether err came because SQLite could not write beside the
// file, while no WAL waits there that would have to be read with it.
func (d *DB) isFrozen(err error) bool {
	if !isUnwritable(err) {
		return false
	}
	_, err = os.Stat(d.path + "-wal")
	return errors.Is(err, fs.ErrNotExist)
}

// attach opens the database and finds out which tables there are.
func (d *DB) attach(ctx context.Context, how source) error {
	name, err := dataSource(d.path, how)
	if err != nil {
		return err
	}
	if d.db, err = sql.Open("sqlite3", name); err != nil {
		return err
	}
	d.db.SetMaxOpenConns(openConnections)
	d.db.SetMaxIdleConns(openConnections)
	if d.path == Memory {
		d.db.SetMaxOpenConns(1) // each connection would be a database of its own
	}
	d.schema, err = d.readSchema(ctx)
	return err
}

// Close closes the store. A memory store is gone with it.
func (d *DB) Close() error {
	var err error
	if d.db != nil {
		err = d.db.Close()
	}
	if err := errors.Join(err, d.codec.Close()); err != nil {
		return fmt.Errorf("close store %s: %w", d.path, explain(err))
	}
	return nil
}
