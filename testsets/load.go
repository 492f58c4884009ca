package testsets

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/rankduel/rankduel/internal/unpack"
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
	plain, err := unpack.New(f)
	if err != nil {
		return nil, err
	}
	defer plain.Close()
	return io.ReadAll(io.LimitReader(plain, MaxBytes+1))
}
