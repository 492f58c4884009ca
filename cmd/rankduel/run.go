package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

type runOptions struct {
	compareFlags
	planFlags
	lookFlags
	outputFlags
	storeFlag
	prom        *promFlags
	cacheDir    string
	retryFailed bool
	refresh     []string
	fresh       bool
	repeat      int
	rankings    string
	as          string
	bounds      bool
	unjudged    int // how many unjudged documents to list
}

func newRunCommand() *cobra.Command {
	var opts runOptions
	cmd := &cobra.Command{
		Use:   "run EXPERIMENT.yaml",
		Short: "Run an experiment: retrieve, fuse, score, compare, store, report",
		Long: `Run an experiment: retrieve each component once per query, fuse, score, compare
every configuration with the baseline, store the results and report.

What is stored is not done again: a run that was stopped goes on where it was,
and the same experiment again is answered from the store.` + "\n" + exitHelp,
		Example: `  rankduel run experiment.yaml
  rankduel run experiment.yaml --store results.db -o report.md -o report.json
  rankduel run experiment.yaml --prom-out retrieval.prom --prom-labels config`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.page.command, opts.page.stderr = commandLine("run", args, cmd.Flags()), cmd.ErrOrStderr()
			return opts.prom.around(args[0], cmd.Flags(), cmd.ErrOrStderr(), func() error {
				return runExperiment(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args[0])
			})
		},
	}
	opts.addAll(cmd.Flags())
	return cmd
}

// newRunOptions are the options of a run without any flag given.
func newRunOptions() runOptions {
	var opts runOptions
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	opts.addAll(flags)
	return opts
}

func (o *runOptions) addAll(flags *pflag.FlagSet) {
	o.compareFlags.add(flags)
	o.planFlags.add(flags)
	o.lookFlags.add(flags)
	o.outputFlags.add(flags)
	o.screen.addDetails(flags)
	o.page.add(flags)
	o.storeFlag.add(flags)
	o.prom = &promFlags{}
	o.prom.addSystem(flags)
	flags.StringVar(&o.cacheDir, "cache-dir", defaultCacheDir(), "folder for built indexes; empty builds them each time")
	flags.StringSliceVar(&o.refresh, "refresh", nil, "component to ask again altogether, whatever is recorded (repeatable)")
	flags.BoolVar(&o.fresh, "fresh", false, "ask every live component again, whatever is recorded")
	flags.IntVar(&o.repeat, "repeat", 0, "ask each query so many times: median latency, and whether rankings stay the same (default: the file's)")
	flags.StringVar(&o.rankings, "rankings", "", "folder for the rankings of every configuration and component, a run file each")
	flags.StringVar(&o.as, "rankings-format", string(runfile.TREC), "form of the run files: trec, json, jsonl or parquet")
	addBounds(flags, &o.bounds)
	addUnjudged(flags, &o.unjudged)
	flags.BoolVar(&o.retryFailed, "retry-failed", false, "ask again what failed in an earlier run")
}

func runExperiment(ctx context.Context, stdout, stderr io.Writer, opts runOptions, path string) error {
	if err := opts.check(); err != nil {
		return err
	}
	as, err := runFormat("", opts.as)
	if err != nil {
		return fmt.Errorf("--rankings-format: %w", err)
	}
	if opts.repeat < 0 {
		return fmt.Errorf("--repeat %d, want at least 1", opts.repeat)
	}
	if opts.rankings != "" {
		if err := os.MkdirAll(opts.rankings, 0o777); err != nil {
			return fmt.Errorf("--rankings: %w", err)
		}
	}
	clients := kinds.NewPool()
	plan, err := opts.load(path, &opts.compareFlags, kinds.All(clients))
	if err != nil {
		return err
	}
	warnOf(plan, stderr)
	if err := opts.checkInputs(plan.Inputs()...); err != nil {
		return err
	}
	if err := checkUnjudged(opts.flags, opts.unjudged, len(plan.Configs)); err != nil {
		return err
	}
	if err := opts.prom.about(plan); err != nil {
		return err
	}
	look, err := opts.ofPlan(plan, opts.part != "")
	if err != nil {
		return err
	}
	if opts.repeat > 0 {
		plan.Retrieve.Repeat = opts.repeat
	}
	progress := newProgress(stderr, opts.quiet)
	var c *result.Comparison
	var details []result.SystemDetail
	o := run.Options{
		CacheDir: opts.cacheDir, CommitHash: commitHash(ctx, filepath.Dir(path)),
		RetryFailed: opts.retryFailed, Refresh: opts.refresh, Fresh: opts.fresh,
		PerQuery: opts.perQuery(), Bounds: opts.bounds, Unjudged: opts.unjudged, Progress: progress.show, Clients: clients,
	}
	err = onStore(ctx, stderr, opts.storeFlag, plan, o, func(runner *run.Prepared, db *store.Late) error {
		c, err = runner.Run(ctx, db)
		progress.finish()
		err = errors.Join(err, opts.prom.publish(ctx, db, c, err))
		if c != nil && opts.drawn() {
			var unread error
			if details, unread = runner.Details(ctx, db, hitsOnPage); unread != nil {
				err = errors.Join(err, unread)
			}
			if !opts.page.noText {
				opts.page.texts, unread = runner.Texts(ctx)
				err = errors.Join(err, unread)
			}
		}
		if c != nil && opts.rankings != "" {
			err = errors.Join(err, writeRankings(ctx, stderr, runner, db, opts.rankings, as))
		}
		return err
	})
	if c == nil {
		return opts.lost(err)
	}
	if opts.writes(reports.JSON) {
		var unknown error
		if c.Provenance, unknown = opts.provenance(ctx, plan, c); unknown != nil {
			return errors.Join(err, unknown)
		}
	}
	if unwritten := look.into(ctx, "run", c); unwritten != nil {
		return errors.Join(err, unwritten)
	}
	return errors.Join(err, opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		if f == reports.HTML {
			return opts.page.write(w, c, details)
		}
		o.AllPairs, o.Unjudged = opts.allPairs, opts.unjudged > 0
		return reports.Comparison(w, c, f, o)
	}))
}
