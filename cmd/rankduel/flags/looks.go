package flags

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
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/testsets"
)

// Looks say where looks at held-out queries are written, and how many there
// may be.
type Looks struct {
	Ledger string
	Budget int
	spend  bool
	Taken  bool // already, by the report that is verified
}

// Add adds the flags of the ledger of looks.
func (l *Looks) Add(flags *pflag.FlagSet) {
	flags.StringVar(&l.Ledger, "ledger", "", "file that looks at held-out queries are written to (default: SET.looks.jsonl next to the test set)")
	flags.IntVar(&l.Budget, "budget", holdout.DefaultBudget, "looks that a version of a test set allows")
	flags.BoolVar(&l.spend, "spend", false, "look at held-out queries beyond the budget")
}

// A Look is a look that is about to be taken.
type Look struct {
	Path    string
	Ledger  holdout.Ledger // what the level is taken from
	Taken   result.Look
	Alpha   float64 // that looks share
	Level   float64 // of decisions
	Refused error   // why another look is refused
	Again   bool    // taken is a look that was written before
	Note    *result.Finding
	other   []result.Finding // about the set, next to the look
}

// Look prepares a look when a part of a test set has held-out queries; nil when it
// has none. It refuses what is beyond the budget. dir is where ref is looked up.
func (l *Looks) Look(dir, ref, part string, alpha float64) (*Look, error) {
	if l.Taken {
		return nil, nil
	}
	if err := l.CheckBudget(); err != nil {
		return nil, err
	}
	set, err := heldOutIn(dir, ref, part)
	if set == nil || err != nil {
		return nil, err
	}
	return l.prepare(result.LookedAt{Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Part: part}, LedgerFolder(dir, ref), alpha)
}

// OfStored prepares a look at runs that are stored with scores of held-out
// queries; nil when none is. Where their test set is no one knows any more:
// the ledger is looked for as the set would be, from the store's folder.
func (l *Looks) OfStored(folder string, runs []*scoring.Table, alpha float64) (*Look, error) {
	if err := l.CheckBudget(); err != nil || l.Taken {
		return nil, err
	}
	for _, run := range runs {
		set := run.TestSet
		if !MayHoldOut(set) {
			continue
		}
		at := result.LookedAt{Name: set.Name, Version: set.Version, SHA256: set.SHA256, Part: set.Part}
		return l.prepare(at, LedgerFolder(folder, set.Name), alpha)
	}
	return nil, nil
}

// CheckBudget refuses a budget that allows no look.
func (l *Looks) CheckBudget() error {
	if l.Budget < 1 {
		return fmt.Errorf("--budget %d, want at least 1", l.Budget)
	}
	return nil
}

// MayHoldOut tells whether scores may be of held-out queries. Of all queries of
// a set no one has kept whether held-out ones are among them.
func MayHoldOut(set result.TestSetInfo) bool {
	return set.Part == judgments.PartHeldOut || set.Part == judgments.PartAll
}

// RefuseStoredHeldOut returns refuseHeldOut for scores that exist already.
func RefuseStoredHeldOut(verb string, set result.TestSetInfo) error {
	if !MayHoldOut(set) {
		return nil
	}
	return fmt.Errorf("the scores are of part %s of test set %s, and %s would use up its held-out queries; take scores of the evaluation part, and `rankduel holdout check` at the end", set.Part, set.Suite(), verb)
}

// prepare makes the look at a test set that was found to have held-out queries.
func (l *Looks) prepare(set result.LookedAt, folder string, alpha float64) (look *Look, err error) {
	look = &Look{Path: l.Ledger, Taken: result.Look{TestSet: set}}
	look.Path = cmp.Or(look.Path, filepath.Join(folder, set.Name+".looks.jsonl"))
	if look.Ledger, err = holdout.ReadLedger(look.Path); err != nil {
		return nil, err
	}
	looks := look.Ledger.Of(set.SHA256)
	look.Taken.Spent = len(looks) >= l.Budget
	look.Alpha = cmp.Or(alpha, compare.DefaultAlpha)
	look.Level, look.Note, err = holdout.Spend(looks, l.Budget, look.Alpha, l.spend)
	if n := len(look.Ledger.OfOtherContent(set)); n > 0 {
		look.other = append(look.other, result.Warned(result.FindingVersion, fmt.Sprintf(
			"%s was looked at %s with another content under the same version, which the budget does not count: the queries may be the same; give each content a version of its own",
			result.TestSetInfo{Name: set.Name, Version: set.Version}.Suite(), times(n))))
	}
	return look, err
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// heldOutIn returns the test set when a part of it has held-out queries, nil when it
// has none.
func heldOutIn(dir, ref, part string) (*testsets.TestSet, error) {
	if ref == "" || part == "" || part == judgments.PartEvaluation {
		return nil, nil
	}
	set, err := judgments.OpenTestSet(dir, ref)
	if err != nil {
		return nil, err
	}
	if heldOut, err := set.Part(judgments.PartHeldOut); err != nil || len(heldOut.Queries) == 0 {
		return nil, nil // anyone who reads the part says what is wrong with it
	}
	return set, nil
}

// OfPlan returns the look that running a plan is, which has to be asked for; nil when
// it is none. The plan decides at the level of the look.
func (l *Looks) OfPlan(p *plan.Plan, asked bool) (*Look, error) {
	look, err := l.Look(filepath.Dir(p.Path), p.TestSet, p.Part, p.Compare.Alpha)
	if look == nil || err != nil {
		return nil, err
	}
	if !asked {
		return nil, errNotAsked
	}
	p.Compare.Alpha = look.Level
	return look, nil
}

// RefuseHeldOut is for verbs that choose or repeat, and so would spend held-out
// queries without an end.
func RefuseHeldOut(verb, dir, ref, part string) error {
	set, err := heldOutIn(dir, ref, part)
	if set != nil {
		err = fmt.Errorf("part %s of test set %s has held-out queries, which %s would use up; take the evaluation part, and `rankduel holdout check` at the end", part, set.Name, verb)
	}
	return err
}

// Into writes the look and adds what it says to the health of every pair.
func (l *Look) Into(ctx context.Context, command string, c *result.Comparison) error {
	if l == nil {
		return nil
	}
	var measures []string
	if len(c.Comparisons) > 0 {
		for _, m := range c.Comparisons[0].Measures {
			measures = append(measures, m.Measure)
		}
	}
	findings, err := l.Write(ctx, command, append([]result.System{c.A}, Candidates(c)...), measures, result.ReleaseScores)
	if err != nil {
		return err
	}
	for i := range c.Comparisons {
		c.Comparisons[i].Health = append(c.Comparisons[i].Health, findings...)
	}
	return nil
}

// IntoEach returns into for systems that are scored alone.
func (l *Look) IntoEach(ctx context.Context, e *result.Evaluation) error {
	if l == nil {
		return nil
	}
	var systems []result.System
	for _, r := range e.Runs {
		systems = append(systems, result.System{Name: r.Name, SHA256: r.SHA256})
	}
	var measures []string
	if len(e.Runs) > 0 {
		for _, m := range e.Runs[0].Measures {
			measures = append(measures, m.Measure)
		}
	}
	findings, err := l.Write(ctx, "eval", systems, measures, result.ReleaseScores)
	for i := range e.Runs {
		e.Runs[i].Health = append(e.Runs[i].Health, findings...)
	}
	return err
}

// LedgerFolder returns the folder of the test set.
func LedgerFolder(dir, ref string) string {
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, ref)
	}
	if _, err := os.Stat(path); err == nil {
		return filepath.Dir(path)
	}
	if folder := filepath.Join(dir, judgments.TestSetsDir); IsFolder(folder) {
		return folder
	}
	return dir
}

// IsFolder reports whether there is a folder at a path.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Write adds the look to the ledger, before anything of it is shown, and returns
// what the report says of it.
func (l *Look) Write(ctx context.Context, command string, systems []result.System, measures []string, released string) ([]result.Finding, error) {
	if l.Again {
		return append(l.other, *l.Note), nil
	}
	l.Taken.Time, l.Taken.Who, l.Taken.Command = time.Now(), whoLooks(ctx), command
	l.Taken.Measures, l.Taken.Released = measures, released
	for _, s := range systems {
		l.Taken.Systems = append(l.Taken.Systems, result.LookOfOne{Name: s.Name, Hash: cmp.Or(s.SHA256, s.RunID)})
	}
	written, err := l.Ledger.Append(l.Path, l.Taken)
	if err != nil {
		return nil, &result.StoreError{Err: fmt.Errorf("the look could not be written, so nothing is shown: %w", err)}
	}
	l.Taken = written
	text := fmt.Sprintf("a look at held-out queries, number %d in %s (%.8s); decided at alpha %.2g", written.Number, l.Path, written.Hash, l.Level)
	if l.Note != nil {
		return append(l.other, result.Warned(result.FindingLooks, l.Note.Text+fmt.Sprintf("; written to %s (%.8s)", l.Path, written.Hash))), nil
	}
	return append(l.other, result.Noted(result.FindingLooks, text)), nil
}

// whoLooks returns who git would name as the author, or else the account.
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
