package sets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/testsets/refresh"
)

// refreshAskOptions say which systems of an experiment are asked the new queries.
type refreshAskOptions struct {
	flags.Store
	experiment string
	systems    []string
	cacheDir   string
}

func (o *refreshAskOptions) add(flags *pflag.FlagSet) {
	o.Add(flags)
	flags.StringVar(&o.experiment, "experiment", "", "experiment whose systems are asked the new queries")
	flags.StringSliceVar(&o.systems, "systems", nil, "configurations and components of the experiment to pool (default: all)")
	flags.StringVar(&o.cacheDir, "cache-dir", execution.CacheDir(), "folder for built indexes; empty builds them each time")
}

// ask has the systems of the experiment answer the new queries of a refresh. What is recorded is not asked again.
func (o *refreshAskOptions) ask(ctx context.Context, stderr io.Writer, w *refresh.Workflow) ([]refresh.Ranking, error) {
	queries, err := w.Queries()
	if err != nil {
		return nil, err
	}
	clients := httpclient.NewPool()
	planned, err := plan.Reader{Kinds: kinds.All(clients)}.Load(o.experiment)
	if err != nil {
		return nil, err
	}
	output.Warn(stderr, planned.Warnings())
	progress := output.NewProgress(stderr, false)
	options := run.Options{CacheDir: o.cacheDir, Progress: progress.Show, Clients: clients, Unjudged: queries}
	var list []refresh.Ranking
	err = execution.OnStore(ctx, stderr, o.Store, planned, options, func(prepared *run.Prepared, db *store.Late) error {
		names, err := o.named(prepared)
		if err != nil {
			return err
		}
		failed, err := prepared.Ask(ctx, db, names)
		progress.Finish()
		if err == nil {
			list, err = rankingsOf(ctx, prepared, db, names)
		}
		if len(failed) > 0 {
			fmt.Fprintf(stderr, "warning: %s failed, the first %s of %s: %s\n", prose.Plural(len(failed), "query"), failed[0].QueryID, failed[0].Component, failed[0].Error)
		}
		return err
	})
	return list, err
}

// named returns the systems that were asked for.
func (o *refreshAskOptions) named(prepared *run.Prepared) ([]string, error) {
	if len(o.systems) == 0 {
		return prepared.Distinct(), nil
	}
	for _, name := range o.systems {
		if !slices.Contains(prepared.Systems(), name) {
			return nil, fmt.Errorf("--systems %q: %s has %s", name, filepath.Base(o.experiment), prose.Quoted(prepared.Systems()))
		}
	}
	return o.systems, nil
}

// rankingsOf reads what systems said, each with a hash of it.
func rankingsOf(ctx context.Context, prepared *run.Prepared, recorder result.Recorder, names []string) ([]refresh.Ranking, error) {
	var list []refresh.Ranking
	for _, name := range names {
		r := refresh.Ranking{Config: name, Docs: map[string][]string{}}
		sum := sha256.New()
		for got, err := range prepared.Rankings(ctx, recorder, name) {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			r.Docs[got.QueryID] = flags.DocumentsOf(got.Hits)
			hashRanking(sum, got.QueryID, r.Docs[got.QueryID])
		}
		r.SHA256 = hex.EncodeToString(sum.Sum(nil))
		list = append(list, r)
	}
	return list, nil
}

func hashRanking(sum hash.Hash, query string, docs []string) {
	fmt.Fprintf(sum, "%q %q\n", query, docs)
}
