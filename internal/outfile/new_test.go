package outfile_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/rankduel/rankduel/internal/outfile"
)

// Of many that write one new file one does, and what it wrote stays.
func TestWriteNew(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "v2.yaml")
	errs := make([]error, 8)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = outfile.WriteNew(path, fmt.Appendf(nil, "writer %d", i)) })
	}
	wg.Wait()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, err := range errs {
		mine := string(got) == fmt.Sprintf("writer %d", i)
		if mine != (err == nil) || err != nil && !errors.Is(err, fs.ErrExist) {
			t.Errorf("writer %d: %v; the file has %q", i, err, got)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"v2.yaml"}) {
		t.Errorf("files %q", got)
	}
	if err := outfile.WriteNew(dir, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a folder: %v", err)
	}
	if err := outfile.WriteNew(filepath.Join(dir, "none", "x"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("into no folder: %v", err)
	}
}
