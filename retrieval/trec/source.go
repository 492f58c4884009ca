package trec

import (
	"errors"
	"io"
)

// A Source is something to read a run or qrels from. It can be read more than
// once, standard input included.
type Source struct {
	Name string // for messages: a path, or "standard input"
	open func() (io.ReadCloser, error)
}

// File is the file at path; "-" is standard input. Gzip and Zstandard are
// recognized by content, never by name. Nothing is opened yet.
func File(path string) Source {
	return Source{Name: path, open: func() (io.ReadCloser, error) { return nil, errors.ErrUnsupported }}
}

// Bytes is a file in memory; name is for messages.
func Bytes(name string, data []byte) Source {
	return Source{Name: name, open: func() (io.ReadCloser, error) { return nil, errors.ErrUnsupported }}
}

// SHA256 is the hash of the bytes as stored (compressed if they are), in hex.
// It reads the whole source: some 0.6 s a GB.
func (s Source) SHA256() (string, error) { return "", errors.ErrUnsupported }
