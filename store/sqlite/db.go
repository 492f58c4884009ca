package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/mattn/go-sqlite3" // the driver, too, registered as "sqlite3"

	"github.com/rankduel/rankduel/store/internal/tables"
)

// Memory is the path of a store that lives in memory, for as long as its DB.
const Memory = ":memory:"

// openConnections bounds the connections to a file: one writes, the others read next to it.
const openConnections = 8

// A Mode says what Open may do to the file.
type Mode = tables.Mode

// The modes of Open.
const (
	Create   = tables.Create   // create the file when it is absent, bring its tables up to date
	Existing = tables.Existing // the same, but an absent file is an error
	ReadOnly = tables.ReadOnly // change nothing, not even the tables of an older store
)

// A DB is an open store.
type DB struct {
	*tables.Tables
	file *file
}

// A file is where the tables are.
type file struct {
	path string
	mode Mode
	db   *sql.DB
	is   os.FileInfo   // which file it was when it was opened; nil until then, and in memory
	turn chan struct{} // room for one: the writers of this process take turns

	patience tables.Patience // with other processes
}

// Open opens the store in the file at path, or a new one in memory when path is Memory. It refuses,
// without touching it, what is not a SQLite database, another program's, and a newer version's store.
// An absent file that may not be created gives an error wrapping fs.ErrNotExist.
func Open(ctx context.Context, path string, mode Mode, opts ...tables.Option) (*DB, error) {
	d, err := open(ctx, path, mode, opts...)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, explain(err))
	}
	return d, nil
}

func open(ctx context.Context, path string, mode Mode, opts ...tables.Option) (*DB, error) {
	exists, err := checkPath(path, mode)
	if err != nil {
		return nil, err
	}
	d := &DB{file: &file{path: path, mode: mode, turn: make(chan struct{}, 1)}}
	for _, opt := range opts {
		opt(&d.file.patience)
	}
	if d.Tables, err = tables.New(d.file, tables.SQLite()); err != nil {
		return nil, err
	}
	if err := d.connect(ctx, exists); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if path != Memory {
		if d.file.is, err = os.Stat(path); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	return d, nil
}

// connect opens the database. A file that exists is looked at first, since
// opening it for writing would already change it to WAL mode.
func (d *DB) connect(ctx context.Context, exists bool) error {
	how := creating
	if exists {
		if err := d.look(ctx); err != nil || d.file.mode == ReadOnly {
			return err
		}
		if d.file.isProtected() {
			d.file.mode = ReadOnly
			return nil
		}
		if err := d.file.db.Close(); err != nil {
			return err
		}
		how = writing
	}
	if err := d.attach(ctx, how); err != nil {
		return err
	}
	return d.Migrate(ctx)
}

// isProtected reports whether no one may write the file by its permissions.
// SQLite would find that out by trying, which tells root nothing.
func (f *file) isProtected() bool {
	info, err := os.Stat(f.path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o222 == 0
}

// look opens a file for reading.
func (d *DB) look(ctx context.Context) error {
	err := d.attach(ctx, reading)
	if !d.file.isFrozen(err) {
		return err
	}
	if err := d.file.db.Close(); err != nil {
		return err
	}
	return d.attach(ctx, frozen)
}

// isFrozen reports whether err came because SQLite could not write next to the
// file, while no WAL waits there that would have to be read with it.
func (f *file) isFrozen(err error) bool {
	if !hasCode(err, sqlite3.ErrCantOpen, sqlite3.ErrReadonly) {
		return false
	}
	_, err = os.Stat(f.path + "-wal")
	return errors.Is(err, fs.ErrNotExist)
}

// attach opens the database and finds out which tables there are.
func (d *DB) attach(ctx context.Context, how source) error {
	if err := d.file.attach(how); err != nil {
		return err
	}
	if d.file.path == Memory {
		return d.Inspect(ctx, Create)
	}
	return d.Inspect(ctx, d.file.mode)
}

func (f *file) attach(how source) error {
	name, err := dataSource(f.path, how)
	if err != nil {
		return err
	}
	if f.db, err = sql.Open("sqlite3", name); err != nil {
		return err
	}
	f.db.SetMaxOpenConns(openConnections)
	f.db.SetMaxIdleConns(openConnections)
	if f.path == Memory {
		f.db.SetMaxOpenConns(1) // each connection would be a database of its own
	}
	return nil
}

// Name implements tables.Database.
func (f *file) Name() string { return f.path }

// Explain implements tables.Database.
func (f *file) Explain(err error) error { return explain(err) }

// Close closes the store. A memory store is gone with it.
func (d *DB) Close() error {
	var err error
	if d.file.db != nil {
		err = d.file.db.Close()
	}
	if err := errors.Join(err, d.Release()); err != nil {
		return fmt.Errorf("close store %s: %w", d.file.path, explain(err))
	}
	return nil
}
