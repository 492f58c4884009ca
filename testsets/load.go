package testsets

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Load reads a test set from a file, which may be compressed with gzip or
// Zstandard. The error is that of the file system or an [Errors].
func Load(path string) (*TestSet, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("test set: %w", err)
	}
	data, err := readAll(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("test set %s: %w", path, err)
	}
	return Parse(path, data)
}

// readAll reads and unpacks at most one byte more than Parse accepts.
func readAll(f io.Reader) ([]byte, error) {
	packed, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	var plain io.Reader
	switch {
	case bytes.HasPrefix(packed, []byte{0x1f, 0x8b}):
		plain, err = gzip.NewReader(bytes.NewReader(packed))
	case bytes.HasPrefix(packed, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		var z *zstd.Decoder
		if z, err = zstd.NewReader(bytes.NewReader(packed)); err == nil {
			defer z.Close()
			plain = z
		}
	default:
		return packed, nil
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(plain, MaxBytes+1))
}
