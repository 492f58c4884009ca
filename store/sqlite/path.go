package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// smallestFile is the smallest page of SQLite, and so the smallest database that is not empty.
const smallestFile = 512

// busyTimeout is how long SQLite itself waits for another process's lock. It
// is short because that wait cannot be interrupted; retry adds the rest.
const busyTimeout = 250 * time.Millisecond

// checkPath says whether there is a file at path, and what is wrong with it: SQLite takes a file of one byte for an
// empty database and would write over it. It does not look inside, because closing the file would drop the locks that
// another DB of this process holds on it (https://sqlite.org/howtocorrupt.html, section 2.2).
func checkPath(path string, mode Mode) (exists bool, err error) {
	if path == Memory {
		return false, nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return true, errors.New("is a folder, want a file")
	case err == nil && !info.Mode().IsRegular():
		return true, errors.New("is not a regular file")
	case err == nil && info.Size() > 0 && info.Size() < smallestFile:
		return true, ErrNotADatabase
	case err == nil:
		return true, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	case mode != Create:
		return false, fmt.Errorf("nothing has been stored there: %w", fs.ErrNotExist)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return false, fmt.Errorf("its folder cannot be used: %w", err)
	}
	return false, nil
}

var errMoved = errors.New("the file is not where it was: it was moved, deleted or replaced while it was open; put it back, or start again")

// inPlace refuses a file that is not at its path any more. SQLite goes on with it as long as a connection is open, so
// that what is written would be kept nowhere, and opens whatever is there now with the next connection.
func (f *file) inPlace() error {
	if f.is == nil {
		return nil
	}
	now, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(f.is, now) {
		return errMoved
	}
	return nil // what cannot be looked at, SQLite will say
}

// A source is one way to open a file.
type source int

const (
	reading source = iota // changes nothing
	frozen                // the same, in a folder where nothing can be written
	writing
	creating
)

// dataSource returns the driver's name for path.
func dataSource(path string, how source) (string, error) {
	params := url.Values{}
	if path == Memory {
		return "file::memory:?" + common(params).Encode(), nil
	}
	switch how {
	case reading:
		// Not mode=ro: such a connection leaves the two files of the WAL behind when it closes.
		params.Set("mode", "rw")
		params.Set("_query_only", "on")
	case frozen:
		// SQLite needs to write next to a WAL database even to read it, unless it is told that no one else does.
		params.Set("mode", "ro")
		params.Set("immutable", "1")
	case writing, creating:
		params.Set("mode", "rw")
		if how == creating {
			params.Set("mode", "rwc")
		}
		params.Set("_journal_mode", "WAL")
		params.Set("_synchronous", "NORMAL")
	}
	return Source(path, params)
}

// common adds the parameters of every connection.
func common(params url.Values) url.Values {
	params.Set("_busy_timeout", fmt.Sprint(busyTimeout.Milliseconds()))
	params.Set("_foreign_keys", "on")
	// A transaction takes the write lock when it begins. One that read first
	// and asked for the lock later could only fail and start over.
	params.Set("_txlock", "immediate")
	return params
}

// Source returns the driver's name for a file, with these parameters and those of every connection. SQLite
// reads it as a URI, in which ?, # and % of a path must be escaped; the driver reads the parameters that
// begin with an underscore and issues them on each new connection.
func Source(path string, params url.Values) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	absolute = filepath.ToSlash(absolute)
	if !strings.HasPrefix(absolute, "/") { // C:/store.db
		absolute = "/" + absolute
	}
	return "file:" + (&url.URL{Path: absolute}).EscapedPath() + "?" + common(params).Encode(), nil
}
