package judgments

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/testsets"
)

// TestSetsDir is the folder in which sets are looked up by name[@version].
const TestSetsDir = "testsets"

// OpenTestSet reads the test set that ref names from the folder dir: a path,
// or a name[@version] that is looked up in dir/testsets and then in dir. The
// profile that it names has to be one.
func OpenTestSet(dir, ref string) (*testsets.TestSet, error) {
	set, err := find(dir, ref)
	if err != nil {
		return nil, err
	}
	if _, err := ProfileOf(set); err != nil {
		return nil, fmt.Errorf("%s: profile: %w", ref, err)
	}
	return set, nil
}

// ProfileOf returns the profile that a test set is scored under unless another one is
// asked for.
func ProfileOf(set *testsets.TestSet) (metrics.Profile, error) {
	return metrics.ProfileByName(cmp.Or(set.Profile, metrics.DefaultProfile))
}

func find(dir, ref string) (*testsets.TestSet, error) {
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, ref)
	}
	if set, err := testsets.Open(filepath.Join(dir, TestSetsDir), path); !errors.Is(err, testsets.ErrNotFound) {
		return set, err
	}
	var notFound, last error
	for _, folder := range []string{filepath.Join(dir, TestSetsDir), dir} {
		set, err := testsets.Find(folder, ref)
		if !errors.Is(err, testsets.ErrNotFound) {
			return set, err
		}
		if _, missing := os.Stat(folder); missing == nil && notFound == nil {
			notFound = err // of the folder that the user keeps sets in
		}
		last = err
	}
	return nil, cmp.Or(notFound, last)
}
