package execution

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"
)

// Experiment are what verbs need that run an experiment on the way to something else.
type Experiment struct {
	flags.Store
	cacheDir string

	RetryFailed bool // ask again what failed in an earlier run

	Clients *httpclient.Pool
	verb    string                    // what would use up held-out queries, for the refusal
	Look    func(*run.Prepared) error // is told of a look at held-out queries; nil refuses them
	warned  []string                  // paths of experiments about which the warnings were said
	given   *pflag.FlagSet            // of the verb: nothing that they name is written over what an experiment reads
}

// Add adds the flags, for a verb.
func (e *Experiment) Add(flags *pflag.FlagSet, verb string) {
	e.verb, e.given = verb, flags
	e.Store.Add(flags)
	e.Clients = httpclient.NewPool()
	flags.StringVar(&e.cacheDir, "cache-dir", CacheDir(), "folder for built indexes; empty builds them each time")
}

// Load reads an experiment that nothing is written over.
func (e *Experiment) Load(path string, given plan.Override) (*plan.Plan, error) {
	p, err := plan.Reader{Kinds: kinds.All(e.Clients), Given: given}.Load(path)
	switch {
	case err != nil:
		return nil, err
	case p.Silver != "":
		return nil, fmt.Errorf("%s has silver, and %s goes by people's labels alone; give it a file without silver and sample, and compare by both with `rankduel run`", path, e.verb)
	}
	return p, output.KeepInputs(e.given, p.Inputs()...)
}

// IsExperiment reports whether a file is an experiment, by its ending.
func IsExperiment(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending == ".yaml" || ending == ".yml"
}

// Execute runs a plan for a verb, with measures next to its own, and returns its
// comparison and its systems as they were stored.
func (e *Experiment) Execute(ctx context.Context, stderr io.Writer, p *plan.Plan, measures []metrics.Measure) (c *result.Comparison, stored map[string]result.StoredRun, err error) {
	err = e.prepare(ctx, stderr, p, measures, func(prepared *run.Prepared, db *store.Late) error {
		if e.Look != nil {
			if err := e.Look(prepared); err != nil {
				return err
			}
		}
		if c, err = prepared.Run(ctx, db); c == nil {
			return err
		}
		stored = map[string]result.StoredRun{}
		for _, s := range append([]result.System{c.A}, flags.Candidates(c)...) {
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

// ExecuteOne scores the configuration of a plan that has no other.
func (e *Experiment) ExecuteOne(ctx context.Context, stderr io.Writer, p *plan.Plan, measures []metrics.Measure) (t *scoring.Table, report *result.RetrievalReport, err error) {
	err = e.prepare(ctx, stderr, p, measures, func(prepared *run.Prepared, db *store.Late) error {
		t, report, err = prepared.One(ctx, db, result.RoleConfig, p.Configs[0])
		return err
	})
	return t, report, err
}

// prepare reads what a plan needs, and hands it over with the store.
func (e *Experiment) prepare(ctx context.Context, stderr io.Writer, p *plan.Plan, measures []metrics.Measure, do func(*run.Prepared, *store.Late) error) error {
	if e.Look == nil {
		if err := flags.RefuseHeldOut(ctx, &e.Store, e.verb, filepath.Dir(p.Path), p.TestSet, p.Part); err != nil {
			return err
		}
	}
	if s := &p.Compare; s.Unequal() {
		fmt.Fprintf(stderr, "rankduel: warning: %s: weights, population and adjust are for `rankduel run` and compare: %s takes every query alike, as it is\n", p.Path, e.verb)
		s.Weights, s.Population, s.Adjust = "", nil, nil
	}
	for _, m := range measures {
		if metrics.Index(p.Measures, m) < 0 {
			p.Measures = append(p.Measures, m)
		}
	}
	if !slices.Contains(e.warned, p.Path) { // it may be run on two parts
		output.Warn(stderr, p.Warnings())
		e.warned = append(e.warned, p.Path)
	}
	progress := output.NewProgress(stderr, false)
	defer progress.Finish()
	o := run.Options{CacheDir: e.cacheDir, CommitHash: CommitHash(ctx, filepath.Dir(p.Path)), PerQuery: true, RetryFailed: e.RetryFailed, Progress: progress.Show, Clients: e.Clients}
	return OnStore(ctx, stderr, e.Store, p, o, do)
}

// OnStore prepares a plan, opens the store and hands both to do: every verb that executes an experiment goes this way.
func OnStore(ctx context.Context, stderr io.Writer, at flags.Store, p *plan.Plan, o run.Options, do func(*run.Prepared, *store.Late) error) error {
	o.Clock, o.Warn = time.Now, output.Warner(stderr)
	prepared, err := run.Prepare(ctx, p, o)
	if err != nil {
		return err
	}
	at.Stderr = stderr
	db, err := store.OpenLate(ctx, at.Address, at.OnWait())
	if err != nil {
		return &result.StoreError{Err: err}
	}
	err = do(prepared, db)
	if unclosed := db.Close(); unclosed != nil {
		err = errors.Join(err, &result.StoreError{Err: unclosed})
	}
	return err
}

// CacheDir returns the folder of built indexes that is taken where none is named.
func CacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "" // no home: build indexes each time
	}
	return filepath.Join(dir, "rankduel")
}

// CommitHash names the code that was measured, when the experiment is in a git checkout; empty otherwise.
func CommitHash(ctx context.Context, dir string) string {
	out, err := exec.CommandContext(ctx, "git", "-C", dir, "rev-parse", "--verify", "--quiet", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
