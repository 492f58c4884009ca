package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

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
	mayLook  bool                         // at held-out queries, which whoever sets it writes to the ledger
	keep     func(inputs ...string) error // refuses to write over what an experiment reads
}

func (e *executionFlags) add(flags *pflag.FlagSet) {
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

// execute runs a plan, with measures beside its own, and returns its comparison
// and its systems as they were stored.
func (e *executionFlags) execute(ctx context.Context, stderr io.Writer, p *plan.Plan, measures []metrics.Measure) (c *result.Comparison, stored map[string]result.StoredRun, err error) {
	if !e.mayLook {
		if err := refuseHeldOut("this", filepath.Dir(p.Path), p.TestSet, p.Part); err != nil {
			return nil, nil, err
		}
	}
	for _, m := range measures {
		if metrics.Index(p.Measures, m) < 0 {
			p.Measures = append(p.Measures, m)
		}
	}
	e.stderr = stderr
	progress := newProgress(stderr, false)
	prepared, err := run.Prepare(ctx, p, run.Options{
		CacheDir: e.cacheDir, CommitHash: commitHash(ctx, filepath.Dir(p.Path)), PerQuery: true, Progress: progress.show, Clients: e.clients,
	})
	if err != nil {
		return nil, nil, err
	}
	db, err := store.OpenLate(ctx, e.store, e.onWait())
	if err != nil {
		return nil, nil, &result.StoreError{Err: err}
	}
	defer func() {
		if unclosed := db.Close(); unclosed != nil {
			err = errors.Join(err, &result.StoreError{Err: unclosed})
		}
	}()
	c, err = prepared.Run(ctx, db)
	progress.finish()
	if c == nil {
		return nil, nil, err
	}
	stored = map[string]result.StoredRun{}
	for _, s := range append([]result.System{c.A}, candidates(c)...) {
		one, found := db.Run(ctx, s.RunID)
		if found != nil {
			return c, nil, errors.Join(err, &result.StoreError{Err: found})
		}
		stored[s.Name] = one
	}
	return c, stored, err
}

func candidates(c *result.Comparison) []result.System {
	var out []result.System
	for _, p := range c.Comparisons {
		out = append(out, p.B)
	}
	return out
}

func namesOf(systems []result.System) []string {
	var names []string
	for _, s := range systems {
		names = append(names, s.Name)
	}
	return names
}
