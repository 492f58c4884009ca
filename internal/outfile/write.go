package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrReadOnly is about a file that no one may write by its permissions. A new file could be put in its
// place, and root could write into it: anyone who took the permissions away wants neither.
var ErrReadOnly = errors.New("is read-only, and stays as it is; make it writable, or name another file")

func readOnly(info fs.FileInfo) bool { return info.Mode().IsRegular() && info.Mode().Perm()&0o222 == 0 }

// Write writes a file whole or not at all. What is there keeps its permissions, a link still leads to it,
// and what is not a regular file, a device or a pipe, is written as it is: nothing may take its place. The
// error wraps ErrReadOnly where a file is there that may not be written.
func Write(path string, data []byte) error { return write(path, data, 0, Create) }

// WriteMode returns Write of a file that has these permissions afterwards, whatever
// was there and whatever the process gives to new files.
func WriteMode(path string, data []byte, perm fs.FileMode) error {
	return write(path, data, perm, Create)
}

// WriteOneOf returns Write into a folder of many files, which it does not look through
// for what dead processes left: [Clear] does, once for all of them.
func WriteOneOf(path string, data []byte) error { return write(path, data, 0, begin) }

// Stream returns [Write] of what is not in memory. An error of content keeps the file
// from its place, and is returned as it is.
func Stream(path string, content func(io.Writer) error) error {
	return stream(path, 0, Create, content)
}

// StreamOneOf returns [WriteOneOf] of what is not in memory. An error of content keeps
// the file from its place, and is returned as it is.
func StreamOneOf(path string, content func(io.Writer) error) error {
	return stream(path, 0, begin, content)
}

// write writes with permissions of their own, unless mode is 0.
func write(path string, data []byte, mode fs.FileMode, create func(string, fs.FileMode) (*File, error)) error {
	return stream(path, mode, create, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// stream returns write of what is not in memory.
func stream(path string, mode fs.FileMode, create func(string, fs.FileMode) (*File, error), content func(io.Writer) error) error {
	perm := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		switch {
		case !info.Mode().IsRegular():
			return streamInto(path, content)
		case readOnly(info):
			return fmt.Errorf("%s: %w", path, ErrReadOnly)
		}
		perm = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	f, err := create(path, perm)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := content(f); err != nil {
		return err
	}
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	return f.Commit()
}

func streamInto(path string, content func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(content(f), f.Close())
}

// WriteNew writes a file that is not there yet, whole or not at all. Where something of the name is there,
// also if it came meanwhile, that stays as it is and the error wraps [fs.ErrExist].
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

func exists(path string) error { return fmt.Errorf("%s: %w", path, fs.ErrExist) }

// CommitNew returns Commit for a place where nothing may be: what is there stays, and the error wraps [fs.ErrExist].
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
