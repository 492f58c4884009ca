package kebab

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"github.com/mattn/go-sqlite3"

	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/sqlite"
)

// A source is one way to open a file.
type source int

const (
	locked   source = iota // reads under SQLite's locks
	frozen                 // reads without any, where no one writes
	writing                // for the one statement
	creating               // fills the empty file of a new store
)

func connect(path string, how source) (*sql.DB, error) {
	params := url.Values{"mode": {map[source]string{locked: "ro", frozen: "ro", writing: "rw", creating: "rw"}[how]}}
	if how == frozen {
		params.Set("immutable", "1")
	}
	if how == creating { // no one sees the file before it is whole
		params.Set("_journal_mode", "MEMORY")
	}
	name, err := sqlite.Source(path, params)
	if err != nil {
		return nil, err
	}
	return sql.Open("sqlite3", name)
}

func at(path string, opts []tables.Option) *DB {
	d := &DB{path: path, patience: tables.Patience{Advice: ", probably kebab at work: wait until it is done, or end it, and try again"}}
	for _, opt := range opts {
		opt(&d.patience)
	}
	return d
}

func (d *DB) retry(ctx context.Context, attempt func() error) error {
	return d.patience.Retry(ctx, d.path, sqlite.Reason, attempt)
}

// wrap names the store, and says what SQLite's own words mean for one.
func (d *DB) wrap(err error) error {
	if err == nil {
		return nil
	}
	e, _ := errors.AsType[sqlite3.Error](err) // of any other error it has no code
	switch {
	case e.Code == sqlite3.ErrNotADB:
		err = sqlite.ErrNotADatabase
	case e.Code == sqlite3.ErrCorrupt:
		err = fmt.Errorf("the file is damaged: %w", err)
	case e.Code == sqlite3.ErrFull:
		err = fmt.Errorf("no space left, nothing of this was stored: %w", err)
	case e.ExtendedCode == sqlite3.ErrReadonlyRollback || e.Code == sqlite3.ErrCantOpen && hasJournal(d.path):
		err = fmt.Errorf("kebab was interrupted while it wrote: open it once with kebab, which takes the unfinished write back: %w", err)
	case e.Code == sqlite3.ErrReadonly:
		err = fmt.Errorf("the file or its folder cannot be written, nothing was changed: %w", err)
	case e.Code == sqlite3.ErrCantOpen:
		err = fmt.Errorf("the file cannot be opened: %w", err)
	}
	return fmt.Errorf("store %s: %w", d.path, err)
}
