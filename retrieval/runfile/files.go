package runfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Names returns what files are called in the folder that holds them all, with slashes.
func Names(files []string) []string {
	names := ordered.Each(files, func(file string) string { return filepath.ToSlash(filepath.Clean(file)) })
	first, last := slices.Min(names), slices.Max(names)
	n := 0
	for n < min(len(first), len(last)) && first[n] == last[n] {
		n++
	}
	n = strings.LastIndexByte(first[:n], '/') + 1
	return ordered.Each(names, func(name string) string { return name[n:] })
}

// Files returns the files that a run is in, by name: those of a folder or of a pattern with
// wildcards, or the path itself. Marks of other programs, such as _SUCCESS, are none.
func Files(path string) (files []string, err error) {
	switch info, missing := os.Stat(path); {
	case missing == nil && info.IsDir():
		var entries []os.DirEntry
		entries, err = os.ReadDir(path)
		files = ordered.Each(entries, func(e os.DirEntry) string { return filepath.Join(path, e.Name()) })
	case missing == nil || !strings.ContainsAny(path, "*?["):
		return []string{path}, nil
	default:
		files, err = filepath.Glob(path)
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		info, missing := os.Stat(file)
		return missing != nil || !info.Mode().IsRegular() || strings.ContainsRune("_.", rune(filepath.Base(file)[0]))
	})
	if err == nil && len(files) == 0 {
		err = errors.New("it has no file of a run")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return files, nil
}

// HashOf returns the hash of a run from those of its files, which may be there twice: of one file
// its own, of several that of what sha256sum lists in their folder.
func HashOf(files, sums []string) string {
	of := map[string]string{}
	for i, name := range Names(files) {
		of[name] = sums[i]
	}
	list := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if len(of) == 1 {
			return of[name]
		}
		fmt.Fprintf(list, "%s  %s\n", of[name], name)
	}
	return hex.EncodeToString(list.Sum(nil))
}
