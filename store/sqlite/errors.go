package sqlite

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mattn/go-sqlite3"

	"github.com/rankduel/rankduel/store/internal/tables"
)

// ErrNotADatabase is about a file that SQLite did not write.
var ErrNotADatabase = errors.New("is not a SQLite database; it was left as it is")

// Reason returns tables.Locked for an error that came because another process holds a lock.
func Reason(err error) tables.Reason {
	if hasCode(err, sqlite3.ErrBusy, sqlite3.ErrLocked) {
		return tables.Locked
	}
	return tables.None
}

func hasCode(err error, codes ...sqlite3.ErrNo) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}

// explain puts before SQLite's own words what they mean for a store.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrNotADB:
		return ErrNotADatabase
	case sqlite3.ErrCorrupt:
		return fmt.Errorf("the file is damaged: %w", err)
	case sqlite3.ErrFull:
		return fmt.Errorf("no space left, nothing of this was stored: %w", err)
	case sqlite3.ErrReadonly:
		return fmt.Errorf("the file or its folder cannot be written, nothing of this was stored: %w", err)
	case sqlite3.ErrCantOpen:
		return fmt.Errorf("the file cannot be opened or created: %w", err)
	default:
		return err
	}
}
