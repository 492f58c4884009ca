package trec

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
)

// A Source is something to read a run or qrels from. It can be read more than
// once, standard input and pipes included. Make it with [File] or [Bytes].
type Source struct {
	Name string // for messages: a path, or "standard input"

	open func() (io.ReadCloser, error) // the bytes as stored
}

// File is the file at path; "-" is standard input. Gzip and Zstandard are
// recognized by content, never by name. Nothing is opened yet.
//
// What comes from a pipe is kept in a temporary file without a name while it
// is read, so that it can be read again.
func File(path string) Source {
	f := &file{path: path}
	if path == "-" {
		return Source{Name: "standard input", open: f.open}
	}
	return Source{Name: path, open: f.open}
}

// Bytes is a file in memory; name is for messages.
func Bytes(name string, data []byte) Source {
	return Source{Name: name, open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}
}

// SHA256 is the hash of the bytes as stored (compressed if they are), in hex.
// It reads the whole source, which takes as long as scoring a run does: ask
// for it only where it is shown or stored.
func (s Source) SHA256() (string, error) {
	in, err := s.open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	hash := sha256.New()
	if _, err := io.CopyBuffer(hash, struct{ io.Reader }{in}, make([]byte, blockSize)); err != nil {
		return "", sourceError(s.Name, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// A file opens a path as often as it is asked to. What can be read only once
// is opened once.
type file struct {
	path string
	mu   sync.Mutex
	kept *spool
}

func (f *file) open() (io.ReadCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept != nil {
		return f.kept.reader(), nil
	}
	in := os.Stdin
	if f.path != "-" {
		var err error
		if in, err = os.Open(f.path); err != nil {
			return nil, err
		}
	}
	info, err := in.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file in it", f.path)
	case !info.Mode().IsRegular():
		f.kept, err = newSpool(in)
		if err != nil {
			return nil, err
		}
		return f.kept.reader(), nil
	case f.path == "-":
		return rest(in)
	}
	return in, nil
}

// rest reads a file from where it stands without moving it, so that standard
// input redirected from a file can be read again.
func rest(in *os.File) (io.ReadCloser, error) {
	at, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(io.NewSectionReader(in, at, math.MaxInt64-at)), nil
}
