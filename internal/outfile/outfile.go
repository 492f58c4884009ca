// Package outfile writes the files that a program was asked for. They appear whole or not at all: each is
// written next to its place, under a name of its own, which is changed at the end.
//
// A process that is killed leaves such a part behind. Anyone who writes the same file next removes it, and knows by a
// lock on each part that no one writes it any more; process ids are given out again, and clocks differ.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Check finds out whether a file can be written, without writing it.
func Check(path string) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("there is not a folder %s", dir)
	}
	if info, err := os.Stat(path); err == nil {
		switch {
		case info.IsDir():
			return errors.New("is a folder; name a file in it")
		case !info.Mode().IsRegular():
			return nil // opening a pipe waits for anyone who reads it
		case readOnly(info):
			return ErrReadOnly
		}
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return unwritable(err)
		}
		if err := f.Close(); err != nil {
			return unwritable(err)
		}
	}
	part, err := Create(filepath.Join(dir, ".rankduel"), 0o600) // as will stand next to it
	if err != nil {
		return unwritable(err)
	}
	part.Discard() // it is empty
	return nil
}

func unwritable(err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err // the path is named already
	}
	return fmt.Errorf("cannot be written: %w", err)
}
