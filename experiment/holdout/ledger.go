// Package holdout keeps count of looks at held-out queries and says whether a gain on the others is there on them too.
//
// Held-out queries tell the truth about a configuration as long as no one chooses by them. So every look is
// written to a Ledger, and remembered by a store, before its numbers are shown. A Memory counts the
// configurations that both know to have been shown on the same queries, by which alpha is divided, and
// Check compares the gain on the evaluation part with the held-out one.
package holdout

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
)

// A Ledger is the looks at the held-out part of test sets, oldest first. Every entry carries the hash of the one before
// it: what was edited or taken out shows, but for the last lines, which only the history of the file can show.
type Ledger struct{ Looks []result.Look }

// A TamperedError names the first entry of a ledger that is not what was written.
type TamperedError struct {
	Path string
	Line int
	Why  string
}

func (e *TamperedError) Error() string {
	return fmt.Sprintf("%s:%d: the ledger was edited: %s; restore it from version control", e.Path, e.Line, e.Why)
}

// ReadLedger reads and verifies a ledger. A file that does not exist is an empty one. The error is a *TamperedError
// when an entry was changed, taken out or put elsewhere.
func ReadLedger(path string) (Ledger, error) {
	err := checkRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Ledger{}, nil
	}
	if err != nil {
		return Ledger{}, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return Ledger{}, err
	}
	return parseLedger(path, data)
}

// checkRegular refuses a device, a pipe or a folder in the place of a ledger: one may have no end.
func checkRegular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file, as a ledger has to be; name another with --ledger", path)
	}
	return err
}

func parseLedger(path string, data []byte) (Ledger, error) {
	var l Ledger
	previous := ""
	line := 0
	for entry := range bytes.Lines(data) {
		line++
		tampered := func(why string) error { return &TamperedError{Path: path, Line: line, Why: why} }
		var look result.Look
		decoder := json.NewDecoder(bytes.NewReader(entry))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&look); err != nil {
			return l, tampered(fmt.Sprintf("look %d cannot be read (%v)", line, err))
		}
		if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
			return l, tampered(fmt.Sprintf("something follows look %d", line))
		}
		switch {
		case look.Hash != hashOf(look):
			return l, tampered(fmt.Sprintf("look %d of %s is not what was written", line, look.Who))
		case look.Previous != previous:
			return l, tampered(fmt.Sprintf("look %d does not follow the one before it", line))
		}
		previous = look.Hash
		l.Looks = append(l.Looks, look)
	}
	return l, nil
}

// hashOf returns the SHA-256 of an entry without its hash.
func hashOf(look result.Look) string {
	look.Hash = ""
	data, err := json.Marshal(look)
	if err != nil {
		panic(err) // strings and numbers only
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// ErrMeanwhile says that the level of a look comes from a ledger that has a look at another configuration by now.
var ErrMeanwhile = errors.New("a look at another configuration was taken meanwhile, which changes this one's level; run again")

// Append adds a look to the ledger at path, as l was read from there, and returns it with its number and
// hash. It is on disk when Append returns. Of two processes that read the same ledger and look at different
// configurations one is refused with ErrMeanwhile.
func (l Ledger) Append(path string, look result.Look) (result.Look, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return look, err
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o222 == 0 {
		return look, fmt.Errorf("%s: %w", path, outfile.ErrReadOnly)
	}
	if err := checkRegular(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return look, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return look, err
	}
	defer func() { _ = f.Close() }() // a second time is not an error worth telling
	if err := lock(f); err != nil {
		return look, fmt.Errorf("%s: %w", path, err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return look, err
	}
	now, err := parseLedger(path, data)
	if err != nil {
		return look, err
	}
	if now.shows(l, look) {
		return look, fmt.Errorf("%s: %w", path, ErrMeanwhile)
	}
	if slices.ContainsFunc(now.Looks, func(was result.Look) bool {
		return len(was.TestSet.Queries) > 0 && was.TestSet.HeldOut == look.TestSet.HeldOut
	}) {
		look.TestSet.Queries = nil
	}
	look.Number, look.Previous = len(now.Looks)+1, ""
	if n := len(now.Looks); n > 0 {
		look.Previous = now.Looks[n-1].Hash
	}
	look.Time = look.Time.UTC().Truncate(time.Second)
	look.Hash = hashOf(look)
	line, err := json.Marshal(look)
	if err != nil {
		return look, err
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		line = append([]byte("\n"), line...)
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		return look, err
	}
	return look, errors.Join(f.Sync(), f.Close())
}

// shows reports whether the ledger has looks beyond those of an earlier state of it
// that change what alpha is divided by at a look.
func (l Ledger) shows(earlier Ledger, look result.Look) bool {
	counted := Configurations(append(slices.Clone(earlier.Looks), look))
	for hash := range Configurations(l.Looks[min(len(earlier.Looks), len(l.Looks)):]) {
		if !counted[hash] {
			return true
		}
	}
	return false
}
