package testsets

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// ErrNotFound is returned by [Open] and [Find] when no file has the set.
var ErrNotFound = errors.New("test set not found")

// Open loads the set that ref names: a file, or a name[@version] that [Find]
// looks up in the folder dir. A version after a path is checked too.
func Open(dir, ref string) (*TestSet, error) {
	if isFile(ref) {
		return Load(ref)
	}
	if path, version, ok := strings.Cut(ref, "@"); ok && isFile(path) {
		t, err := Load(path)
		if err != nil {
			return nil, err
		}
		if err := t.mustBe(path, version); err != nil {
			return nil, err
		}
		return t, nil
	}
	return Find(dir, ref)
}

// Find loads name or name@version from dir. The file is called name with one of the endings .yaml, .yml, .json, .jsonl
// and .ndjson, also compressed (.gz, .zst); with a version it may instead be called name_version, name-version or
// name@version. What counts as the version is what the file says: asking for v2 of a file that holds v1 is an error.
func Find(dir, ref string) (*TestSet, error) {
	name, version, versioned := strings.Cut(ref, "@")
	paths, err := Candidates(dir, ref)
	if err != nil {
		return nil, fmt.Errorf("test set %s: %w", ref, err)
	}
	var found *TestSet
	var mismatch error
	for _, path := range paths {
		t, err := Load(path)
		if err != nil {
			return nil, err
		}
		if err := t.mustBe(path, version); versioned && err != nil {
			mismatch = errors.Join(mismatch, err)
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("test set %s: %s has it in more than one file: %s; give the path", ref, dir, strings.Join(paths, ", "))
		}
		found = t
	}
	switch {
	case found != nil:
		return found, nil
	case mismatch != nil:
		return nil, mismatch
	}
	return nil, notFound(dir, ref, name)
}

func (t *TestSet) mustBe(path, version string) error {
	if t.Version == version {
		return nil
	}
	return fmt.Errorf("%s holds version %q, not %q: %w", path, t.Version, version, ErrNotFound)
}

// Candidates lists the files in dir that may hold the set that [Find] finds, sorted.
func Candidates(dir, ref string) ([]string, error) {
	name, version, _ := strings.Cut(ref, "@")
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	stems := []string{name}
	if version != "" {
		stems = append(stems, name+"_"+version, name+"-"+version, name+"@"+version)
	}
	var paths []string
	for _, e := range entries {
		if stem, ok := stemOf(e.Name()); ok && !e.IsDir() && slices.Contains(stems, stem) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, nil
}

// Names lists the names that the files of a folder can be found by, in the order
// of the files; an unreadable folder has none.
func Names(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		if stem, ok := stemOf(e.Name()); ok {
			names = append(names, stem)
		}
	}
	return names
}

// notFound says what dir has instead.
func notFound(dir, ref, name string) error {
	known := Names(dir)
	hint := cmp.Or(prose.Meant(name, known), "there are "+strings.Join(known, ", "))
	if len(known) == 0 {
		hint = "the folder has no test sets"
	}
	return fmt.Errorf("%w: %s is not a file and not in %s; %s", ErrNotFound, ref, dir, hint)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// IsFileName reports whether a file is called as files of test sets are.
func IsFileName(name string) bool {
	_, ok := stemOf(name)
	return ok
}
