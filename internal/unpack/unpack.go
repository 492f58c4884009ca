// Package unpack takes gzip and Zstandard off what is read. Both are recognized
// by content, never by name; what is neither stays as it is. A file that would
// grow beyond all measure is an error and not the end of the memory.
package unpack

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory that a Zstandard file can ask for. It is what
// the zstd command accepts without being told to (zstd --long).
const maxWindow = 128 << 20

// bufferSize is that of the readers, and so the most that can be peeked at.
const bufferSize = 64 << 10

// A Reader gives the bytes without their compression. Its methods are those of
// the embedded reader, and [Reader.Close].
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

// Close ends the reading, which may go on in the background, before the file
// that was read can be closed. There is nothing that it could say and reading
// has not.
func (r *Reader) Close() {
	for i := len(r.closers) - 1; i >= 0; i-- {
		_ = r.closers[i].Close()
	}
}
