package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// ending is between the name of a file and what makes that of a part its own.
const ending = ".part-"

// A File is under way next to its place. Either Commit or Discard ends it.
type File struct {
	*os.File
	path  string
	lock  held
	ended bool
}

// Create begins the file at path, in its folder, after it has removed what dead processes left of it. The permissions
// are as in [os.OpenFile]. The error wraps ErrReadOnly where a file is there that may not be written.
func Create(path string, perm fs.FileMode) (*File, error) {
	if info, err := os.Lstat(path); err == nil && readOnly(info) {
		return nil, fmt.Errorf("%s: %w", path, ErrReadOnly)
	}
	Clear(filepath.Dir(path), filepath.Base(path))
	return begin(path, perm)
}

// begin returns Create without a look around.
func begin(path string, perm fs.FileMode) (*File, error) {
	for range 100 {
		name := fmt.Sprintf("%s%s%016x", path, ending, rand.Uint64())
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if lock, ok := own(f); ok {
			return &File{File: f, path: path, lock: lock}, nil
		}
		// Someone took it for a leftover in the moment before it was locked.
		_ = f.Close()
		_ = os.Remove(name)
	}
	return nil, fmt.Errorf("%s: no name for a temporary file next to it is free", path)
}

// own locks a part and looks whether it is still there.
func own(f *os.File) (held, bool) {
	h, ok := lock(f)
	if !ok {
		return held{}, false
	}
	mine, err := f.Stat()
	if err == nil {
		var there fs.FileInfo
		if there, err = os.Lstat(f.Name()); err == nil && os.SameFile(mine, there) {
			return h, true
		}
	}
	h.release()
	return held{}, false
}

// Commit puts the file into its place, over what is there.
func (f *File) Commit() error {
	f.ended = true
	defer f.lock.release()
	if err := f.Close(); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), f.path); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Discard removes the part, and does nothing after Commit.
func (f *File) Discard() {
	if f.ended {
		return
	}
	f.ended = true
	_ = f.Close() // no one wants what is in it
	_ = os.Remove(f.Name())
	f.lock.release()
}

// Clear removes the parts in a folder that no one writes any more, of the file with this name, or of all
// files when it is empty. What cannot be removed stays: it is not reason not to go on.
func Clear(dir, name string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		of, own, ok := cutLast(entry.Name(), ending)
		if !ok || name != "" && of != name || len(own) != 16 || !entry.Type().IsRegular() {
			continue
		}
		removeAbandoned(filepath.Join(dir, entry.Name()))
	}
}

func cutLast(s, separator string) (before, after string, ok bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}
