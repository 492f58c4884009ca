package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// WriteNew writes a file that is not there yet, whole or not at all. Where
// something of the name is there, also if it came meanwhile, that stays as it is
// and the error wraps [fs.ErrExist].
func WriteNew(path string, data []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return exists(path)
	}
	f, err := Create(path, 0o666)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.CommitNew()
}

func exists(path string) error {
	return fmt.Errorf("%s: %w", path, fs.ErrExist)
}

// CommitNew returns Commit for a place where nothing may be: what is there stays, and
// the error wraps [fs.ErrExist].
func (f *File) CommitNew() error {
	// A second name for the part is given only where none is; on file systems
	// without second names the place is taken by an empty file first.
	err := os.Link(f.Name(), f.path)
	switch {
	case err == nil:
		f.Discard()
		return nil
	case errors.Is(err, fs.ErrExist):
		return exists(f.path)
	}
	empty, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(empty.Close(), f.Commit())
}
