package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// StreamOneOf is [WriteOneOf] of what is not in memory. An error of content keeps
// the file from its place, and is returned as it is.
func StreamOneOf(path string, content func(io.Writer) error) error {
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
	f, err := begin(path, perm)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := content(f); err != nil {
		return err
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
