// Package unpack takes gzip and Zstandard off what is read. Both are recognized by content, never by name; what is
// neither stays as it is. A file that would grow beyond all measure is an error and not the end of the memory.
package unpack

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

// bufferSize is that of the readers, and so the most that can be peeked at.
const bufferSize = 64 << 10

// A Reader gives the bytes without their compression. Its methods are those of the embedded reader, and [Reader.Close].
type Reader struct {
	*bufio.Reader
	closers []io.Closer
}

// New looks at the first bytes of in. It does not close in.
func New(in io.Reader) (*Reader, error) {
	packed := &counted{in: in}
	r := &Reader{Reader: bufio.NewReaderSize(packed, bufferSize)}
	magic, err := r.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var plain io.Reader
	format := ""
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		format = "gzip"
		z, err := gzip.NewReader(r.Reader)
		if err != nil {
			return nil, damaged(format, err)
		}
		plain, r.closers = z, append(r.closers, z)
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}),
		len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], []byte{0x2a, 0x4d, 0x18}): // a skippable frame
		format = "zstd"
		z, err := zstd.NewReader(r.Reader, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, damaged(format, err)
		}
		plain, r.closers = z, append(r.closers, z.IOReadCloser())
	default:
		return r, nil
	}
	background := readAhead(&bounded{format: format, in: plain, packed: packed})
	r.closers = append(r.closers, background)
	r.Reader = bufio.NewReaderSize(background, bufferSize)
	return r, nil
}

// Packed tells whether there was a compression to take off.
func (r *Reader) Packed() bool { return len(r.closers) > 0 }

// Close ends the reading, which may go on in the background, before the file that was read can be closed.
// There is nothing that it could say and reading has not.
func (r *Reader) Close() {
	for i := len(r.closers) - 1; i >= 0; i-- {
		_ = r.closers[i].Close()
	}
}

// A file may become as long as free, and beyond that times times as long as it is. A run in which every
// query has the same documents and scores, packed by zstd -19 --long, becomes 61 times as long; a few
// kilobytes made for the purpose fill any disk.
const (
	free  = 64 << 20
	times = 200
)

// ErrBomb is what a file gives that becomes too long.
var ErrBomb = fmt.Errorf("it unpacks to more than %d MiB and %d times its size; if that is meant, unpack it and give the plain file", free>>20, times)

// counted counts what is read.
type counted struct {
	in io.Reader
	n  int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.n += int64(n)
	return n, err
}

// bounded reads what was unpacked as long as it is in proportion, and says in
// errors which compression the bytes could not be read of.
type bounded struct {
	format string
	in     io.Reader
	packed *counted // below in
	n      int64
}

func (r *bounded) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	r.n += int64(n)
	if r.n > free && r.n/times > r.packed.n {
		return n, fmt.Errorf("%s: %w", r.format, ErrBomb)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(r.format, err)
	}
	return n, err
}

// damaged says what to do about bytes that cannot be unpacked.
func damaged(format string, err error) error {
	return fmt.Errorf("%s: %w: damaged or cut short; get the file again", format, err)
}
