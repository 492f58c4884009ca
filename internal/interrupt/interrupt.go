// Package interrupt lets what reads a large file end with a context.
package interrupt

import (
	"context"
	"io"
	"os"
)

// Reader reads from r until ctx ends; then it gives ctx's error.
func Reader(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

type reader struct {
	ctx  context.Context
	from io.Reader
}

func (r reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(b)
}

// CopyFile copies the bytes of a file, until ctx ends, and returns how many.
func CopyFile(ctx context.Context, to io.Writer, path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return io.Copy(to, Reader(ctx, f))
}
