package outfile

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file whole or not at all. What is there keeps its permissions,
// a link still leads to it, and what is no regular file, a device or a pipe, is
// written as it is: nothing may take its place.
func Write(path string, data []byte) error {
	perm := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeInto(path, data)
		}
		perm = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	f, err := Create(path, perm)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

func writeInto(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
