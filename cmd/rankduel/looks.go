package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
)

// lookFlags say where looks at held-out queries are written, and how many there
// may be.
type lookFlags struct {
	ledger string
	budget int
	spend  bool
}

func (l *lookFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&l.ledger, "ledger", "", "file that looks at held-out queries are written to (default: SET.looks.jsonl beside the test set)")
	flags.IntVar(&l.budget, "budget", holdout.DefaultBudget, "looks that a version of a test set bears")
	flags.BoolVar(&l.spend, "spend", false, "look at held-out queries beyond the budget")
}

// A heldOutLook is a look that is about to be taken.
type heldOutLook struct {
	path  string
	taken result.Look
	level float64 // of decisions
	flags lookFlags
	note  *result.Finding
}

// at prepares a look when a part of a test set has held-out queries; nil when it
// has none. It refuses what is beyond the budget. dir is where ref is looked up.
func (l *lookFlags) at(dir, ref, part string, alpha float64) (*heldOutLook, error) {
	if l.budget < 1 {
		return nil, fmt.Errorf("--budget %d, want at least 1", l.budget)
	}
	set, err := judgments.OpenTestSet(dir, ref)
	if err != nil {
		return nil, err
	}
	if heldOut, err := set.Part(judgments.PartHeldOut); part == judgments.PartEvaluation || err != nil || len(heldOut.Queries) == 0 {
		return nil, nil // reading the part says what is wrong with it
	}
	look := &heldOutLook{path: l.ledger, flags: *l, taken: result.Look{
		TestSet: result.LookedAt{Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Part: part},
	}}
	if look.path == "" {
		look.path = filepath.Join(ledgerFolder(dir, ref), set.Name+".looks.jsonl")
	}
	ledger, err := holdout.ReadLedger(look.path)
	if err != nil {
		return nil, err
	}
	looks := ledger.Of(look.taken.TestSet.SHA256)
	look.taken.Spent = len(looks) >= l.budget
	look.level, look.note, err = holdout.Spend(looks, l.budget, cmp.Or(alpha, compare.DefaultAlpha), l.spend)
	return look, err
}

// ledgerFolder is the folder of the test set.
func ledgerFolder(dir, ref string) string {
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, ref)
	}
	if _, err := os.Stat(path); err == nil {
		return filepath.Dir(path)
	}
	if folder := filepath.Join(dir, judgments.TestSetsDir); isFolder(folder) {
		return folder
	}
	return dir
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// write adds the look to the ledger, before anything of it is shown, and returns
// what the report says of it.
func (l *heldOutLook) write(ctx context.Context, command string, systems []result.System, measures []string, released string) (result.Finding, error) {
	l.taken.Time, l.taken.Who, l.taken.Command = time.Now(), whoLooks(ctx), command
	l.taken.Measures, l.taken.Released = measures, released
	for _, s := range systems {
		l.taken.Systems = append(l.taken.Systems, result.LookOfOne{Name: s.Name, Hash: cmp.Or(s.SHA256, s.RunID)})
	}
	written, err := holdout.Append(l.path, l.taken)
	if err != nil {
		return result.Finding{}, &result.StoreError{Err: fmt.Errorf("the look could not be written, so nothing is shown: %w", err)}
	}
	l.taken = written
	text := fmt.Sprintf("a look at held-out queries, number %d in %s (%.8s); decided at alpha %.2g", written.Number, l.path, written.Hash, l.level)
	if l.note != nil {
		return result.Warned(result.FindingLooks, l.note.Text+fmt.Sprintf("; written to %s (%.8s)", l.path, written.Hash)), nil
	}
	return result.Noted(result.FindingLooks, text), nil
}

// whoLooks is who git would name as the author, or else the account.
func whoLooks(ctx context.Context) string {
	git := func(key string) string {
		out, err := exec.CommandContext(ctx, "git", "config", "--get", key).Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	if name, mail := git("user.name"), git("user.email"); name+mail != "" {
		return strings.TrimSpace(name + " <" + mail + ">")
	}
	if account, err := user.Current(); err == nil {
		return account.Username
	}
	return "unknown"
}

// errNotAsked is about an experiment file that names held-out queries.
var errNotAsked = errors.New("the experiment is about held-out queries, and each look at them costs; say --part heldout to take one")
