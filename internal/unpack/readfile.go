package unpack

import (
	"fmt"
	"io"
	"os"
)

// largest is the most that ReadFile reads.
const largest = 1 << 30

// Open opens a file to be read from its beginning to its end, and refuses what has no end:
// a device, a socket or a folder. A pipe ends with its writer.
func Open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = CheckEnds(path, info)
	}
	if err != nil {
		_ = f.Close() // nothing was read
		return nil, err
	}
	return f, nil
}

// CheckEnds refuses a device, a socket or a folder in the place of a file.
func CheckEnds(path string, info os.FileInfo) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("%s is a folder; name a file in it", path)
	case info.Mode()&(os.ModeDevice|os.ModeSocket|os.ModeIrregular) != 0 && path != os.DevNull:
		return fmt.Errorf("%s is a device and not a file; what is read has to have an end", path)
	}
	return nil
}

// ReadFile reads a file whole, as it is. See [Open].
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, largest+1))
	if len(data) > largest {
		err = fmt.Errorf("%s has more than %d MiB", path, largest>>20)
	}
	return data, err
}
