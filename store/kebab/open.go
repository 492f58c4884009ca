package kebab

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/sqlite" // which has the driver
)

// A DB is a store of kebab that is open for reading.
type DB struct {
	path     string
	db       *sql.DB
	patience tables.Patience
	frozen   *os.FileInfo // of the file when it was opened without locks; nil with locks
}

// Is tells whether the file at path is a store of kebab: it has the two tables of its evaluations, and none of this
// program's. Only the names of tables are looked at. What cannot be read is none; anyone who opens it will say why.
func Is(ctx context.Context, path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() < pageSize {
		return false
	}
	db, err := connect(path, frozen)
	if err != nil {
		return false
	}
	names, err := tableNames(ctx, db)
	if err := errors.Join(err, db.Close()); err != nil {
		return false
	}
	if !names[runsTable] || !names[rowsTable] {
		return false
	}
	// One of kebab's that an older version of this program added tables to.
	return !names[ownTable] || names["documents"] && names["chunks"]
}

// Open opens the store of kebab at path for reading. A missing file gives an error wrapping fs.ErrNotExist,
// one that another process holds locked for too long an error wrapping tables.ErrBusy.
func Open(ctx context.Context, path string, opts ...tables.Option) (*DB, error) {
	d := at(path, opts)
	if err := d.open(ctx); err != nil {
		return nil, errors.Join(d.wrap(err), d.Close())
	}
	return d, nil
}

func (d *DB) open(ctx context.Context) error {
	how, err := reading(d.path)
	if err != nil {
		return err
	}
	if how == frozen {
		info, err := os.Stat(d.path)
		if err != nil {
			return err
		}
		d.frozen = &info
	}
	if d.db, err = connect(d.path, how); err != nil {
		return err
	}
	var names map[string]bool
	err = d.retry(ctx, func() (err error) {
		names, err = tableNames(ctx, d.db)
		return err
	})
	if err != nil {
		return err
	}
	for _, table := range []string{runsTable, rowsTable} {
		if !names[table] {
			return fmt.Errorf("is no store of kebab: there is no table %s", table)
		}
	}
	return d.checkColumns(ctx)
}

// Close closes the store. It says so when kebab wrote to the file while it was
// read without locks: what was read may then be a mixture.
func (d *DB) Close() error {
	if d.db == nil {
		return nil
	}
	err := d.db.Close()
	d.db = nil
	return d.wrap(errors.Join(err, d.unchanged()))
}

// unchanged compares the file with what it was when it was opened.
func (d *DB) unchanged() error {
	if d.frozen == nil {
		return nil
	}
	was := *d.frozen
	info, err := os.Stat(d.path)
	if err != nil {
		return err
	}
	if !os.SameFile(info, was) || info.Size() != was.Size() || !info.ModTime().Equal(was.ModTime()) {
		return fmt.Errorf("kebab wrote to it while it was read; the same command again reads the new state: %w", ErrChanged)
	}
	return nil
}

// reading chooses how a file can be read so that nothing next to it is made or changed. A file with a
// rollback journal is read under SQLite's locks. One in WAL mode that no process has open has no -wal
// next to it; SQLite would make one, and leave it, unless told that no one writes. One with -wal and
// -shm is read through those. A -wal alone is what a copy without its -shm looks like.
func reading(path string) (source, error) {
	wal, err := isWAL(path)
	if err != nil || !wal {
		return locked, err
	}
	log, err := os.Stat(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return frozen, nil
	}
	if err != nil {
		return locked, err
	}
	if _, err := os.Stat(path + "-shm"); err == nil {
		return locked, nil
	}
	if log.Size() == 0 {
		return frozen, nil
	}
	return locked, errors.New("its last writes wait in the file ending in -wal: open it once with kebab, or copy the file ending in -shm along")
}

// isWAL reads the file's header: byte 18 is 2 in WAL mode (https://sqlite.org/fileformat2.html, section 1.3).
//
// Closing the file drops the locks that another connection of this process has
// on it; no store of kebab is held open while another one is opened.
func isWAL(path string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, fmt.Errorf("there is no such file: %w", fs.ErrNotExist)
	case err != nil:
		return false, err
	case info.IsDir():
		return false, errors.New("is a folder, want a file")
	case !info.Mode().IsRegular():
		return false, errors.New("is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	var header [20]byte
	n, err := f.ReadAt(header[:], 0)
	if err := f.Close(); err != nil {
		return false, err
	}
	if n < len(header) || string(header[:len(magic)]) != magic {
		if err != nil && n == 0 && info.Size() > 0 {
			return false, err
		}
		return false, sqlite.ErrNotADatabase
	}
	return header[18] == 2, nil
}

// ErrChanged is in the error of Close when kebab wrote to a store meanwhile.
var ErrChanged = errors.New("changed while it was read")

const (
	magic    = "SQLite format 3\x00"
	pageSize = 512 // the smallest page, and so the smallest database
)
