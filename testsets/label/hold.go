package label

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Hold takes a folder of journals for one that makes one label of them, until it
// is closed; ErrInUse says that another process has it. Journals are written all
// the same. A folder that is not there needs no holding.
func Hold(folder string) (io.Closer, error) {
	f, err := os.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return io.NopCloser(nil), nil
	}
	if err != nil {
		return nil, err
	}
	if !hold(f) {
		return nil, errors.Join(fmt.Errorf("what becomes of the labels in %s %w", folder, ErrInUse), f.Close())
	}
	return f, nil
}
