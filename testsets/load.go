package testsets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/rankduel/rankduel/internal/unpack"
)

// Load reads a test set from a file, which may be compressed with gzip or
// Zstandard. The error is that of the file system or an [Errors].
func Load(path string) (*TestSet, error) {
	f, err := unpack.Open(path)
	if err != nil {
		return nil, fmt.Errorf("test set: %w", err)
	}
	data, err := readAll(f, sizeOf(f))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("test set %s: %w", path, err)
	}
	return Parse(path, data)
}

func sizeOf(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return min(info.Size(), MaxBytes)
}

// readAll reads and unpacks at most one byte more than Parse accepts. The size
// is a hint: growing takes twice the memory of the file.
func readAll(f io.Reader, size int64) ([]byte, error) {
	plain, err := unpack.New(f)
	if err != nil {
		return nil, err
	}
	defer plain.Close()
	buf := bytes.NewBuffer(make([]byte, 0, size+2*bytes.MinRead))
	if _, err := buf.ReadFrom(io.LimitReader(plain, MaxBytes+1)); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
