// Package outfile writes the files that a program was asked for.
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
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no folder %s", dir)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = os.CreateTemp(dir, ".rankduel-*")
		if err == nil {
			defer func() { _ = os.Remove(f.Name()) }() // it is empty
		}
	}
	if err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = cause.Err // the path is named already
		}
		return fmt.Errorf("cannot be written: %w", err)
	}
	return f.Close()
}
