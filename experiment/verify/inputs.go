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
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/interrupt"
)

// InputOf returns an input as it is now. What has a hash already is not read again. A
// name that is not a file, such as that of a test set that is looked up, has none.
func InputOf(ctx context.Context, in result.Input) (result.Input, error) {
	path := in.Path
	in.Path = Portable(path)
	info, err := os.Stat(path)
	switch {
	case path == "-" || errors.Is(err, fs.ErrNotExist):
		return in, nil
	case err != nil:
		return in, err
	case !info.Mode().IsRegular() && !info.IsDir():
		return in, nil // a pipe is read once
	}
	if in.SHA256 == "" || info.IsDir() {
		in.SHA256, in.Bytes, err = hashFile(ctx, path)
		return in, err
	}
	in.Bytes = info.Size()
	return in, nil
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

// hashFile returns the SHA-256 of a file's bytes, as sha256sum prints it, and how many there are. That of a
// folder is over the hash and the path of every file in it, in the order of paths.
func hashFile(ctx context.Context, path string) (sum string, size int64, err error) {
	total := sha256.New()
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, err
	}
	if !info.IsDir() {
		size, err = interrupt.CopyFile(ctx, total, path)
		return hex.EncodeToString(total.Sum(nil)), size, err
	}
	path += string(filepath.Separator) + "." // a link to a folder is one
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() { // of a link, what it leads to
			return nil //nolint:nilerr // what a link leads nowhere to is not read either
		}
		one := sha256.New()
		n, err := interrupt.CopyFile(ctx, one, file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(path, file)
		size += n
		fmt.Fprintf(total, "%x  %s\n", one.Sum(nil), strings.ReplaceAll(filepath.ToSlash(rel), "\n", "\\n"))
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
