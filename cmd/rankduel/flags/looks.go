package flags

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/testsets"
)

// Looks say where looks at held-out queries are written and remembered.
type Looks struct {
	Ledger string
	Taken  bool   // already, by the report that is verified
	at     *Store // that remembers them
}

// Add adds the flag of the ledger of looks.
func (l *Looks) Add(flags *pflag.FlagSet, at *Store) {
	l.at = at
	flags.StringVar(&l.Ledger, "ledger", "", "file that looks at held-out queries are written to (default: SET.looks.jsonl next to the test set)")
}

// Look prepares a look when a part of a test set has queries that are held out, or
// were once; nil when it has none. dir is where ref was looked up.
func (l *Looks) Look(ctx context.Context, set *testsets.TestSet, dir, ref, part string, alpha float64) (*Look, error) {
	if l.Taken || set == nil {
		return nil, nil
	}
	m, path, err := l.remember(ctx, set.Name, ledgerFolder(dir, ref))
	if err != nil {
		return nil, err
	}
	held, unmarked := heldOutOf(set, part, m)
	if len(held) == 0 {
		return nil, nil
	}
	at := result.LookedAt{Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Part: part}
	return l.prepare(ctx, m, path, at, held, unmarked, alpha)
}

// OfStored prepares a look at runs that are stored with scores of held-out queries; nil when none is. Where their test
// set is no one knows any more: the ledger is looked for as the set would be, from the store's folder.
func (l *Looks) OfStored(ctx context.Context, runs []*scoring.Table, alpha float64) (*Look, error) {
	if l.Taken {
		return nil, nil
	}
	for _, run := range runs {
		set := run.TestSet
		queries := make([]result.HeldOutQuery, run.Len())
		for q := range queries {
			queries[q] = holdout.QueryOf(run.ID(q), run.Query(q).Text)
		}
		m, path, err := l.remember(ctx, set.Name, ledgerFolder(l.at.folder(), set.Name))
		if err != nil {
			return nil, err
		}
		held := queries
		if set.Part != judgments.PartHeldOut {
			if held = m.HeldOut(queries); len(held) == 0 && set.Part == judgments.PartAll {
				held = queries // no one has kept which of them are held out
			}
		}
		if len(held) > 0 {
			at := result.LookedAt{Name: set.Name, Version: set.Version, SHA256: set.SHA256, Part: cmp.Or(set.Part, judgments.PartAll)}
			return l.prepare(ctx, m, path, at, held, set.Part == judgments.PartEvaluation, alpha)
		}
	}
	return nil, nil
}

// RefuseStoredHeldOut returns RefuseHeldOut for scores that exist already.
func RefuseStoredHeldOut(verb string, set result.TestSetInfo) error {
	if !set.MayHoldOut() {
		return nil
	}
	return fmt.Errorf("the scores are of part %s of test set %s, and %s would use up its held-out queries; take scores of the evaluation part, and `rankduel holdout check` at the end", set.Part, set.Suite(), verb)
}

// remember reads what the ledger and the store know.
func (l *Looks) remember(ctx context.Context, set, folder string) (*holdout.Memory, string, error) {
	path := cmp.Or(l.Ledger, filepath.Join(folder, set+".looks.jsonl"))
	ledger, err := holdout.ReadLedger(path)
	if err != nil {
		return nil, path, err
	}
	var facts []result.Sealed
	err = l.reading(ctx, func(db store.Store) (err error) {
		facts, err = db.Sealed(ctx, "")
		return err
	})
	if err != nil {
		return nil, path, &result.StoreError{Err: err}
	}
	m, err := holdout.Remember(ledger, facts)
	return m, path, err
}

// reading opens the store for reading, as far as there is one.
func (l *Looks) reading(ctx context.Context, do func(store.Store) error) error {
	if l.at == nil || !l.at.IsThere() {
		return nil
	}
	db, err := l.at.OpenReadOnly(ctx)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrForeign) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

// prepare makes the look at queries that were found to be held out.
func (l *Looks) prepare(ctx context.Context, m *holdout.Memory, path string, at result.LookedAt, held []result.HeldOutQuery, unmarked bool, alpha float64) (*Look, error) {
	err := l.reading(ctx, func(db store.Store) error {
		runs, err := db.Runs(ctx)
		m.AddRuns(runs)
		return err
	})
	if err != nil {
		return nil, &result.StoreError{Err: err}
	}
	look := &Look{at: l.at, path: path, Memory: m, alpha: cmp.Or(alpha, compare.DefaultAlpha)}
	look.Taken.TestSet = at
	look.Taken.TestSet.HeldOut, look.Taken.TestSet.Queries = holdout.SealPart(held, time.Time{}).Key, held
	var lost []result.Look
	look.before, lost = m.Looks(held)
	if n := len(lost); n > 0 {
		look.findings = append(look.findings, result.Faulted(result.FindingLedger, fmt.Sprintf(
			"%s has %d of the %d looks at these held-out queries that %s remembers, the last missing one of %s: it is another ledger, or lines were taken out; all of them count. Restore it from version control, or name the right one with --ledger",
			path, len(look.before)-n, len(look.before), l.at.Name(), lost[n-1].Time.Format(time.DateOnly))))
	}
	if unmarked {
		look.findings = append(look.findings, result.Warned(result.FindingUnmarked, fmt.Sprintf(
			"%d of these queries were held out before, and are not marked as such here: this is a look at them, and counted; mark them `split: heldout` again, or leave them out", len(held))))
	}
	return look, nil
}

// heldOutOf returns the queries of a part that are marked as held out, or were held out
// in a set that was looked at; unmarked says that a mark is missing.
func heldOutOf(set *testsets.TestSet, part string, m *holdout.Memory) (held []result.HeldOutQuery, unmarked bool) {
	chosen, err := set.Part(part)
	if err != nil {
		return nil, false // anyone who reads the part says what is wrong with it
	}
	var others []result.HeldOutQuery
	for _, q := range chosen.Queries {
		if one := holdout.QueryOf(q.ID, q.Text); q.Split == testsets.HeldOut {
			held = append(held, one)
		} else {
			others = append(others, one)
		}
	}
	others = m.HeldOut(others)
	return append(held, others...), len(others) > 0
}

// WarnOfChoice warns of candidates that were chosen on the same queries.
func (l *Looks) WarnOfChoice(ctx context.Context, c *result.Comparison) error {
	return l.reading(ctx, func(db store.Store) error { return holdout.WarnOfChoice(ctx, db, c) })
}

// List returns the looks of the ledger, and what they and the store know of a set's
// held-out queries; nil set: the ledger alone.
func (l *Looks) List(ctx context.Context, set *testsets.TestSet, dir, ref string) (*result.Looks, error) {
	name, folder := "", dir
	if set != nil {
		name, folder = set.Name, ledgerFolder(dir, ref)
	}
	m, path, err := l.remember(ctx, name, folder)
	if err != nil {
		return nil, err
	}
	list := &result.Looks{Schema: result.LooksSchema, Ledger: path, Looks: append([]result.Look{}, m.Ledger.Looks...)}
	if set == nil {
		return list, nil
	}
	held, _ := heldOutOf(set, judgments.PartAll, m)
	looks, lost := m.Looks(held)
	list.TestSet, list.Here, list.Lost = result.TestSetInfo{Name: set.Name, Version: set.Version}.Suite(), len(looks), lost
	for i := range looks {
		list.Configurations, list.Last = max(list.Configurations, looks[i].Configurations), &looks[i].Time
	}
	return list, nil
}

// OfPlan returns the look that running a plan is, which has to be asked for where the
// file names the part; nil when it is none.
func (l *Looks) OfPlan(ctx context.Context, p *plan.Plan, asked bool) (*Look, error) {
	dir := filepath.Dir(p.Path)
	set, err := judgments.OpenTestSet(dir, p.TestSet)
	if err != nil {
		return nil, err
	}
	look, err := l.Look(ctx, set, dir, p.TestSet, p.Part, p.Compare.Alpha)
	if look != nil && !asked && p.Part != judgments.PartEvaluation {
		return nil, errNotAsked
	}
	return look, err
}

// RefuseHeldOut is for verbs that choose or repeat, and so would spend held-out queries without an end.
func RefuseHeldOut(ctx context.Context, at *Store, verb, dir, ref, part string) error {
	if ref == "" {
		return nil
	}
	set, err := judgments.OpenTestSet(dir, ref)
	if err != nil {
		return err
	}
	m, _, err := (&Looks{at: at}).remember(ctx, set.Name, ledgerFolder(dir, ref))
	if err != nil {
		return err
	}
	held, unmarked := heldOutOf(set, part, m)
	switch {
	case len(held) == 0:
		return nil
	case unmarked:
		return fmt.Errorf("%d queries of part %s of test set %s were held out before, and are not marked as such here; %s would use them up: mark them `split: heldout` again, or leave them out", len(held), part, set.Name, verb)
	}
	return fmt.Errorf("part %s of test set %s has held-out queries, which %s would use up; take the evaluation part, and `rankduel holdout check` at the end", part, set.Name, verb)
}

// Remembers reports whether the store notes which run files are scored on the
// evaluation queries of a set, see Register.
func (j *Judgments) Remembers() bool {
	return !j.Taken && j.Set != nil && j.at != nil && j.Set.Counts().HeldOut > 0 && !result.TestSetInfo{Part: j.Judgments.Part}.MayHoldOut() && j.at.IsThere()
}

// Remember has the store note run files that were scored on evaluation queries. That
// it could not is a warning: the scores do not depend on it.
func (j *Judgments) Remember(ctx context.Context, tables []*scoring.Table) error {
	if !j.Remembers() {
		return nil
	}
	hashes := ordered.Each(tables, func(t *scoring.Table) string { return t.SHA256 })
	db, err := store.OpenExisting(ctx, j.at.Address, j.at.OnWait())
	if err == nil {
		err = errors.Join(register(ctx, db, j.Set, hashes), db.Close())
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && !errors.Is(err, store.ErrForeign) {
		fmt.Fprintf(j.at.Stderr, "warning: %s could not note these run files, so that later looks will not know that they were there before: %v\n", j.at.Name(), err)
	}
	return nil
}

// RegisterPlan does what register does for the set of a plan on evaluation queries.
func RegisterPlan(ctx context.Context, db result.Sealer, p *plan.Plan, made [][]byte) error {
	set, err := judgments.OpenTestSet(filepath.Dir(p.Path), p.TestSet)
	if err != nil {
		return err
	}
	hashes := make([]string, len(made))
	for i, stored := range made {
		if hashes[i], err = holdout.ConfigurationOf(stored); err != nil {
			return err
		}
	}
	return register(ctx, db, set, hashes)
}

// register remembers in a store which queries of a set are held out, and which configurations were tried on the others:
// those that are known before a look may generalise by it, and the best of them seems better than it is.
func register(ctx context.Context, db result.Sealer, set *testsets.TestSet, configurations []string) error {
	held := slices.Collect(func(yield func(result.HeldOutQuery) bool) {
		for _, q := range set.Queries {
			if q.Split == testsets.HeldOut && !yield(holdout.QueryOf(q.ID, q.Text)) {
				return
			}
		}
	})
	now := time.Now()
	facts := holdout.SealTried(set.SHA256(), configurations, now)
	if len(held) > 0 {
		facts = append(facts, holdout.SealPart(held, now))
	}
	if len(facts) == 0 {
		return nil
	}
	if err := db.Seal(ctx, facts); err != nil {
		return &result.StoreError{Err: err}
	}
	return nil
}

// SetFiles returns the file of a test set, or where it is looked up by its name all that
// it may be, and its ledger, also where there is none. dir is where ref is looked up.
func SetFiles(dir, ref string) ([]string, error) {
	set, err := judgments.OpenTestSet(dir, ref)
	if err != nil {
		return nil, err
	}
	folder := ledgerFolder(dir, ref)
	files := []string{filepath.Join(folder, set.Name+".looks.jsonl")}
	path, _, _ := strings.Cut(ref, "@")
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if Exists(path) {
		return append(files, path), nil
	}
	found, err := testsets.Candidates(folder, filepath.Base(ref))
	return append(files, found...), err
}

// ledgerFolder returns the folder of the test set.
func ledgerFolder(dir, ref string) string {
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, ref)
	}
	if _, err := os.Stat(path); err == nil {
		return filepath.Dir(path)
	}
	if folder := filepath.Join(dir, judgments.TestSetsDir); output.IsFolder(folder) {
		return folder
	}
	return dir
}

// errNotAsked is about an experiment file that names held-out queries.
var errNotAsked = errors.New("the experiment is about held-out queries, and each configuration that they show costs; say --part heldout to take a look")
