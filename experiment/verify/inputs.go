package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/traces"
)

// InputOf returns an input as it is now. What has a hash already is not read again. A
// name that is not a file, such as that of a test set that is looked up, has none.
func InputOf(ctx context.Context, in result.Input) (result.Input, error) {
	path := in.Path
	in.Path = Portable(path)
	files := filesOf(in.Role, path)
	switch info, err := os.Stat(path); {
	case files == nil && (path == "-" || errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir()):
		return in, nil // a pipe is read once
	case files == nil && err != nil:
		return in, err
	case files == nil || in.SHA256 == "":
		in.SHA256, in.Bytes, err = hashOf(ctx, in.Role, path)
		return in, err
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return in, err
		}
		in.Bytes += info.Size()
	}
	return in, nil
}

// filesOf returns the files that an input is read from, which of a run may be those of a folder or a pattern;
// nil of a folder that is hashed whole, such as one of event documents, and of what is not a file.
func filesOf(role result.InputRole, path string) []string {
	info, missing := os.Stat(path)
	switch {
	case missing == nil && info.Mode().IsRegular():
		return []string{path}
	case role != result.InputRun || missing == nil && !info.IsDir():
		return nil
	}
	documents, _ := traces.Files(path, traces.EventsEnding) // a pattern has none
	files, err := runfile.Files(path)
	if err != nil || len(documents) > 0 || slices.Equal(files, []string{path}) {
		return nil
	}
	return files
}

// Portable returns a path that says nothing of the machine: from the working folder,
// with slashes. One of another place is its last part alone.
func Portable(path string) string {
	if filepath.IsAbs(path) {
		name := filepath.Base(path)
		if wd, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(rel) {
				return filepath.ToSlash(rel)
			}
		}
		return name
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// hashOf returns the SHA-256 of an input, as scoring has it of a run, and how many bytes it has.
func hashOf(ctx context.Context, role result.InputRole, path string) (sum string, size int64, err error) {
	files := filesOf(role, path)
	if files == nil {
		return hashFolder(ctx, path)
	}
	var sums []string
	for _, file := range files {
		one, n, err := hashFile(ctx, file)
		if err != nil {
			return "", 0, err
		}
		sums, size = append(sums, one), size+n
	}
	return runfile.HashOf(files, sums), size, nil
}

// hashFile returns the SHA-256 of a file's bytes, as sha256sum prints it, and how many there are.
func hashFile(ctx context.Context, path string) (sum string, size int64, err error) {
	one := sha256.New()
	size, err = interrupt.CopyFile(ctx, one, path)
	return hex.EncodeToString(one.Sum(nil)), size, err
}

// hashFolder returns a SHA-256 over the hash and the path of every file in a folder, in the order of paths.
func hashFolder(ctx context.Context, path string) (sum string, size int64, err error) {
	total := sha256.New()
	path += string(filepath.Separator) + "." // a link to a folder is one
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() { // of a link, what it leads to
			return nil //nolint:nilerr // what a link leads nowhere to is not read either
		}
		one, n, err := hashFile(ctx, file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(path, file)
		size += n
		fmt.Fprintf(total, "%s  %s\n", one, strings.ReplaceAll(filepath.ToSlash(rel), "\n", "\\n"))
		return err
	})
	return hex.EncodeToString(total.Sum(nil)), size, err
}

// HashRun returns the SHA-256 of a stored run as canonical JSON: of its scores and of
// what was noted about them, not of when it was stored.
func HashRun(run result.StoredRun) (string, error) {
	run.CommitHash, run.CreatedAt = "", time.Time{}
	sum, _, err := fingerprint.Canonical(run)
	return sum, err
}
