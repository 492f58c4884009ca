package experiment

import (
	"errors"
	"path/filepath"

	"github.com/rankduel/rankduel/testsets"
)

// TestSetsDir is the folder in which sets are looked up by name[@version].
const TestSetsDir = "testsets"

// OpenTestSet reads the test set that ref names from the folder dir: a path,
// or a name[@version] that is looked up in dir/testsets and then in dir.
func OpenTestSet(dir, ref string) (*testsets.TestSet, error) {
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, ref)
	}
	set, err := testsets.Open(filepath.Join(dir, TestSetsDir), path)
	for _, folder := range []string{filepath.Join(dir, TestSetsDir), dir} {
		if !errors.Is(err, testsets.ErrNotFound) {
			break
		}
		set, err = testsets.Find(folder, ref)
	}
	return set, err
}
