package trec

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory that a Zstandard file can ask for. It is what
// the zstd command accepts without being told to (zstd --long).
const maxWindow = 128 << 20

// Open reads a source that is no run and no qrels, in the same way: without
// its compression and byte order mark.
func (s Source) Open() (io.ReadCloser, error) { return s.decoded() }

// decoded opens a source and takes off its compression, recognized by its
// first bytes, and a UTF-8 byte order mark, which is no part of any id.
func (s Source) decoded() (io.ReadCloser, error) {
	stored, err := s.open()
	if err != nil {
		return nil, err
	}
	in, err := decoded(stored)
	if err != nil {
		return nil, errors.Join(sourceError(s.Name, err), stored.Close())
	}
	return in, nil
}

func decoded(stored io.ReadCloser) (io.ReadCloser, error) {
	in := bufio.NewReader(stored)
	magic, err := in.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	closers := []io.Closer{stored}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		unzip, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		background := readAhead(named{"gzip", unzip})
		closers = append(closers, unzip, background)
		in = bufio.NewReader(background)
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}),
		len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], []byte{0x2a, 0x4d, 0x18}): // a skippable frame
		unzip, err := zstd.NewReader(in, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, fmt.Errorf("zstd: %w", err)
		}
		background := readAhead(named{"zstd", unzip})
		closers = append(closers, unzip.IOReadCloser(), background)
		in = bufio.NewReader(background)
	}
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = in.Discard(3) // cannot fail, the bytes are there
	}
	return &decoder{in, closers}, nil
}

// A decoder closes all that it reads through.
type decoder struct {
	io.Reader
	closers []io.Closer
}

func (d *decoder) Close() error {
	var errs []error
	for i := len(d.closers) - 1; i >= 0; i-- {
		errs = append(errs, d.closers[i].Close())
	}
	return errors.Join(errs...)
}

// named says in errors which compression the bytes could not be read of.
type named struct {
	format string
	in     io.Reader
}

func (r named) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%s: %w", r.format, err)
	}
	return n, err
}
