package flags

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// Store says where runs are kept.
type Store struct {
	Address string
	Stderr  io.Writer // where a wait for another process is said
}

// Add adds the flag of the store.
func (s *Store) Add(flags *pflag.FlagSet) {
	flags.StringVar(&s.Address, "store", "rankduel.db", storeUsage)
}

const storeUsage = "SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing"

// Name returns what the store may be called in what is shown and written.
func (s *Store) Name() string {
	name, err := store.Name(s.Address)
	if err != nil {
		return "the store of --store" // which no one has opened, then
	}
	return name
}

// Word returns what the store is opened by, all but a password, as one word of a shell's.
func (s *Store) Word() string {
	name := s.Name()
	if u, err := url.Parse(s.Address); err == nil && store.IsServer(s.Address) {
		settings := u.Query()
		settings.Del("password")
		settings.Del("sslpassword")
		if u.RawQuery = settings.Encode(); u.User != nil {
			u.User = url.User(u.User.Username())
		}
		name = u.String()
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// Portable returns the name without what says where on a machine a file is.
func (s *Store) Portable() string {
	if store.IsServer(s.Address) {
		return s.Name()
	}
	return verify.Portable(s.Address)
}

// folder returns where the store is; the working folder for one that is not a file.
func (s *Store) folder() string {
	if store.IsServer(s.Address) {
		return "."
	}
	return filepath.Dir(s.Address)
}

// IsThere reports whether there may be something to read: a server says so when it is asked.
func (s *Store) IsThere() bool {
	if store.IsServer(s.Address) {
		return true
	}
	_, err := os.Stat(s.Address)
	return err == nil
}

// OpenReadOnly is for looking: a missing file is an error, not a new store, and an older store stays as it is.
func (s *Store) OpenReadOnly(ctx context.Context) (store.Store, error) {
	return store.OpenReadOnly(ctx, s.Address, s.OnWait())
}

// ExplainLoss says of an interrupted run that nothing of it was kept, where that is so.
func (s *Store) ExplainLoss(err error) error {
	if s.Address == ":memory:" && errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; --store :memory: keeps nothing, so that the same command starts again: %w", context.Canceled)
	}
	return err
}

// OnWait says on standard error that another process keeps the store busy.
func (s *Store) OnWait() store.Option {
	stderr := s.Stderr
	return store.OnWait(func(w store.Wait) { fmt.Fprintf(stderr, "rankduel: %v\n", w) })
}

// Exists reports whether there is anything at a path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// IsRunFile tells a run file from the id of a stored run: what has an ending is
// no id, so that a mistyped name is not looked for in a store. Nor is a pattern.
func IsRunFile(path string) bool {
	return Exists(path) || filepath.Ext(path) != "" || strings.ContainsAny(path, "*?[")
}

// Stored reads a stored run where there is not a file of that name.
func (s *Store) Stored(ctx context.Context, file inputs.File) (result.StoredRun, error) {
	db, err := s.OpenReadOnly(ctx)
	if err != nil {
		return result.StoredRun{}, fmt.Errorf("there is not a file of this name, and no stored run: %w", err)
	}
	run, err := FindRun(ctx, db, file.Path)
	if file.Given {
		run.Name = file.Name
	}
	return run, errors.Join(err, db.Close())
}

// FindRun reads a run by its id or the start of it.
func FindRun(ctx context.Context, db store.Store, id string) (result.StoredRun, error) {
	full, err := db.Resolve(ctx, id)
	if err != nil {
		return result.StoredRun{}, err
	}
	return db.Run(ctx, full)
}

// History returns the stored runs of the test set with this content that keep accepts, newest first, and
// how many it does not. Runs of components and of held-out parts are neither.
func (s *Store) History(ctx context.Context, sha256 string, keep func(run result.StoredRun) bool) (runs []result.StoredRun, without int, err error) {
	db, err := s.OpenReadOnly(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	list, err := db.Runs(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, run := range list {
		if run.TestSet.SHA256 != sha256 || run.TestSet.Part == judgments.PartHeldOut || run.IsComponent() {
			continue
		}
		full, err := db.Run(ctx, run.ID)
		if err != nil {
			return nil, 0, err
		}
		if len(full.Rows) == 0 || !keep(full) {
			without++
			continue
		}
		runs = append(runs, full)
	}
	return runs, without, nil
}

// HasScore reports whether one of the rows has a score of this name, if an undefined one.
func HasScore(rows []result.Row, measure string) bool {
	return slices.ContainsFunc(rows, func(r result.Row) bool { _, ok := r.Scores[measure]; return ok })
}

// InKebab opens a store of kebab, and says when kebab wrote to it meanwhile.
func (s *Store) InKebab(ctx context.Context, do func(*kebab.DB) error) error {
	db, err := kebab.Open(ctx, s.Address, s.OnWait())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; name the store of kebab with --store FILE", err)
	}
	if err != nil {
		return err
	}
	err = do(db)
	return errors.Join(err, db.Close())
}
