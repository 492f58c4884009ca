package unpack

import (
	"errors"
	"fmt"
	"io"
)

// A file may become as long as free, and beyond that times times as long as it
// is. A run in which every query has the same documents and scores, packed by
// zstd -19 --long, becomes 61 times as long; a few kilobytes made for the purpose
// fill any disk.
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
