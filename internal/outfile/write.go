package outfile

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file whole or not at all. What is there keeps its permissions,
// a link still leads to it, and what is no regular file, a device or a pipe, is
// written as it is: nothing may take its place.
func Write(path string, data []byte) error { return write(path, data, Create) }

// WriteOneOf is Write into a folder of many files, which it does not look through
// for what dead processes left: [Clear] does, once for all of them.
func WriteOneOf(path string, data []byte) error { return write(path, data, begin) }

func write(path string, data []byte, create func(string, fs.FileMode) (*File, error)) error {
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
	f, err := create(path, perm)
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
