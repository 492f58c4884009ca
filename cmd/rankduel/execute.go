package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"
)

// executionFlags are what verbs need that run an experiment on the way to
// something else.
type executionFlags struct {
	storeFlag
	cacheDir string
	clients  *httpclient.Pool
	verb     string                       // what would use up held-out queries, for the refusal
	mayLook  bool                         // at held-out queries, which whoever sets it writes to the ledger
	warned   []string                     // paths of experiments about which the warnings were said
	keep     func(inputs ...string) error // refuses to write over what an experiment reads
}

func (e *executionFlags) add(flags *pflag.FlagSet, verb string) {
	e.verb = verb
	e.storeFlag.add(flags)
	e.clients = httpclient.NewPool()
	flags.StringVar(&e.cacheDir, "cache-dir", defaultCacheDir(), "folder for built indexes; empty builds them each time")
}

// load reads an experiment that nothing is written over.
func (e *executionFlags) load(path string, given plan.Override) (*plan.Plan, error) {
	p, err := plan.Reader{Kinds: kinds.All(e.clients), Given: given}.Load(path)
	if err != nil {
		return nil, err
	}
	return p, e.keep(p.Inputs()...)
}

func isExperiment(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending == ".yaml" || ending == ".yml"
}

// execute runs a plan for a verb, with measures beside its own, and returns its
// comparison and its systems as they were stored.
func (e *executionFlags) execute(ctx context.Context, stderr io.Writer, p *plan.Plan, measures []metrics.Measure) (c *result.Comparison, stored map[string]result.StoredRun, err error) {
	if !e.mayLook {
		if err := refuseHeldOut(e.verb, filepath.Dir(p.Path), p.TestSet, p.Part); err != nil {
			return nil, nil, err
		}
	}
	for _, m := range measures {
		if metrics.Index(p.Measures, m) < 0 {
			p.Measures = append(p.Measures, m)
		}
	}
	if !slices.Contains(e.warned, p.Path) { // it may be run on two parts
		warnOf(p, stderr)
		e.warned = append(e.warned, p.Path)
	}
	progress := newProgress(stderr, false)
	o := run.Options{CacheDir: e.cacheDir, CommitHash: commitHash(ctx, filepath.Dir(p.Path)), PerQuery: true, Progress: progress.show, Clients: e.clients}
	err = onStore(ctx, stderr, e.storeFlag, p, o, func(prepared *run.Prepared, db *store.Late) error {
		c, err = prepared.Run(ctx, db)
		progress.finish()
		if c == nil {
			return err
		}
		stored = map[string]result.StoredRun{}
		for _, s := range append([]result.System{c.A}, candidates(c)...) {
			one, found := db.Run(ctx, s.RunID)
			if found != nil {
				return errors.Join(err, &result.StoreError{Err: found})
			}
			stored[s.Name] = one
		}
		return err
	})
	return c, stored, err
}

// onStore prepares a plan, opens the store and hands both to do: every verb that
// executes an experiment goes this way.
func onStore(ctx context.Context, stderr io.Writer, at storeFlag, p *plan.Plan, o run.Options, do func(*run.Prepared, *store.Late) error) error {
	o.Clock, o.Warn = time.Now, warner(stderr)
	prepared, err := run.Prepare(ctx, p, o)
	if err != nil {
		return err
	}
	at.stderr = stderr
	db, err := store.OpenLate(ctx, at.store, at.onWait())
	if err != nil {
		return &result.StoreError{Err: err}
	}
	err = do(prepared, db)
	if unclosed := db.Close(); unclosed != nil {
		err = errors.Join(err, &result.StoreError{Err: unclosed})
	}
	return err
}

func defaultCacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "" // no home: build indexes each time
	}
	return filepath.Join(dir, "rankduel")
}

// commitHash names the code that was measured, when the experiment lies in a
// git checkout; empty otherwise.
func commitHash(ctx context.Context, dir string) string {
	out, err := exec.CommandContext(ctx, "git", "-C", dir, "rev-parse", "--verify", "--quiet", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
