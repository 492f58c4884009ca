package trec

import (
	"bytes"
	"errors"
	"io"

	"github.com/rankduel/rankduel/internal/unpack"
)

// Open reads a source that is not a run and no qrels, in the same way: without
// its compression and byte order mark.
func (s Source) Open() (io.ReadCloser, error) { return s.decoded() }

// decoded opens a source and takes off its compression and a UTF-8 byte order
// mark, which is not part of any id.
func (s Source) decoded() (io.ReadCloser, error) {
	stored, err := s.stored()
	if err != nil {
		return nil, err
	}
	in, err := unpack.New(stored)
	if err != nil {
		return nil, errors.Join(sourceError(s.Name, err), stored.Close())
	}
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = in.Discard(3) // cannot fail, the bytes are there
	}
	return &decoder{in, stored}, nil
}

// A decoder closes all that it reads through.
type decoder struct {
	*unpack.Reader
	stored io.Closer
}

func (d *decoder) Close() error {
	d.Reader.Close()
	return d.stored.Close()
}
