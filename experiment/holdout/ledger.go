// Package holdout keeps count of looks at held-out queries and says whether a
// gain on the others is there on them too.
//
// Held-out queries tell the truth about a configuration as long as no one
// chooses by them. So every look is written to a Ledger before its numbers are
// shown, a Budget says how many a version of a test set can bear, and Check
// compares the gain on the evaluation part with the held-out one. Ladder and
// Thresholdout release less than the number, for those who look often. The same
// question about the same scores is asked once: see Question.
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
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/stats"
)

// A Ledger is the looks at the held-out part of test sets, oldest first. Every
// entry carries the hash of the one before it: what was edited or taken out
// shows, but for the last lines, which only the history of the file can show.
type Ledger struct{ Looks []result.Look }

// A TamperedError names the first entry of a ledger that is not what was
// written.
type TamperedError struct {
	Path string
	Line int
	Why  string
}

func (e *TamperedError) Error() string {
	return fmt.Sprintf("%s:%d: the ledger was edited: %s; restore it from version control", e.Path, e.Line, e.Why)
}

// ReadLedger reads and verifies a ledger. A file that does not exist is an
// empty one. The error is a *TamperedError when an entry was changed, taken out
// or put elsewhere.
func ReadLedger(path string) (Ledger, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Ledger{}, nil
	}
	if err != nil {
		return Ledger{}, err
	}
	return parseLedger(path, data)
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

// ErrMeanwhile says that the level of a look, and whether the budget allows it,
// come from a ledger that has another look at the same queries by now.
var ErrMeanwhile = errors.New("another look at these queries was taken meanwhile, which changes this one's level; run again")

// Append adds a look to the ledger at path, as l was read from there, and returns
// it with its number and hash. It is on disk when Append returns. Of two
// processes that read the same ledger and look at the same queries one is
// refused with ErrMeanwhile; looks at other queries follow each other.
func (l Ledger) Append(path string, look result.Look) (result.Look, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return look, err
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o222 == 0 {
		return look, fmt.Errorf("%s: %w", path, outfile.ErrReadOnly)
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
	if len(now.Of(look.TestSet.SHA256)) != len(l.Of(look.TestSet.SHA256)) {
		return look, fmt.Errorf("%s: %w", path, ErrMeanwhile)
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

// Of returns the looks at one version of a test set.
func (l Ledger) Of(sha256 string) []result.Look {
	var out []result.Look
	for _, look := range l.Looks {
		if look.TestSet.SHA256 == sha256 {
			out = append(out, look)
		}
	}
	return out
}

// OfOtherContent returns the looks at a test set of the same name and version whose
// content was another.
func (l Ledger) OfOtherContent(set result.LookedAt) []result.Look {
	var out []result.Look
	for _, look := range l.Looks {
		if at := look.TestSet; at.Name == set.Name && at.Version == set.Version && at.SHA256 != set.SHA256 {
			out = append(out, look)
		}
	}
	return out
}

// DefaultBudget is how many looks a version of a test set allows.
const DefaultBudget = 10

// A SpentError says that the held-out part has been looked at as often as its
// budget allows.
type SpentError struct{ Looks, Budget int }

func (e *SpentError) Error() string {
	return fmt.Sprintf("the held-out queries are spent: %d looks of %d are taken. Renew the test set, or take one more with --spend, which will be in the report", e.Looks, e.Budget)
}

// Spend says at which level the next decision on held-out queries is, after
// the looks that were taken at this version of the test set: 6·alpha/(π²·j²) for
// the j-th, which together never exceed alpha. The error is a *SpentError when
// the budget is used up and spend is not set. The finding is nil while less than
// half of the budget is used.
func Spend(looks []result.Look, budget int, alpha float64, spend bool) (level float64, warning *result.Finding, err error) {
	taken := len(looks)
	if taken >= budget && !spend {
		return 0, nil, &SpentError{Looks: taken, Budget: budget}
	}
	level, err = stats.SpendAlpha(alpha, taken+1)
	if err != nil {
		return 0, nil, err
	}
	if 2*(taken+1) > budget {
		f := result.Warned(result.FindingLooks, fmt.Sprintf(
			"look %d of %d at these held-out queries: decisions on them are made at alpha %.2g now", taken+1, budget, level))
		warning = &f
	}
	return level, warning, nil
}
