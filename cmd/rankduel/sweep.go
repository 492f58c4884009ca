package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

type sweepOptions struct {
	compareFlags
	planFlags
	outputFlags
	storeFlag
	cacheDir    string
	retryFailed bool
	refresh     []string
	fresh       bool
	list        bool
	plots       []string // -o files that are plots
}

func newSweepCommand() *cobra.Command {
	var opts sweepOptions
	cmd := &cobra.Command{
		Use:   "sweep EXPERIMENT.yaml",
		Short: "Try many fusion settings and say what choosing the best is worth",
		Long: `Try every setting of the experiment's sweep section in one pass over the
recorded rankings, choose the best by the primary measure, and say how much of
its gain is left on queries that had no part in the choice (nested
cross-validation), which settings the queries cannot tell from the best, and
which are worth their latency.

Retrieval is that of run: what is recorded is not retrieved again, and a sweep
that was stopped goes on where it was.` + "\n" + exitHelp,
		Example: `  rankduel sweep sweep.yaml
  rankduel sweep sweep.yaml --list
  rankduel sweep sweep.yaml -o settings.csv -o sweep.json -o sweep.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.page.command, opts.page.stderr = commandLine("sweep", args, cmd.Flags()), cmd.ErrOrStderr()
			return runSweep(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args[0])
		},
	}
	opts.addAll(cmd.Flags())
	return cmd
}

// ofComparisons are flags that a sweep has no use for: it has one measure, one
// gain and no report by query, and the test of the gain is t, which samples
// nothing.
var ofComparisons = []string{"per-query", "by", "guardrail", "family", "correction", "test", "resamples"}

func (o *sweepOptions) addAll(flags *pflag.FlagSet) {
	shared := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.compareFlags.add(shared)
	o.outputFlags.add(shared)
	shared.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(ofComparisons, f.Name) {
			flags.AddFlag(f)
		}
	})
	o.planFlags.add(flags)
	flags.Lookup("interval").Usage = "interval of the honest gain: auto, t or robust"
	flags.Lookup("output").Usage = "write the result to a file too, its form by the ending (.json .md .csv .txt .html, .svg for a plot); repeatable"
	o.page.written = true // without what is about single queries
	o.page.addPlots(flags)
	o.storeFlag.add(flags)
	flags.StringVar(&o.cacheDir, "cache-dir", defaultCacheDir(), "folder for built indexes; empty builds them each time")
	flags.StringSliceVar(&o.refresh, "refresh", nil, "component to ask again altogether, whatever is recorded (repeatable)")
	flags.BoolVar(&o.fresh, "fresh", false, "ask every live component again, whatever is recorded")
	flags.BoolVar(&o.retryFailed, "retry-failed", false, "ask again what failed in an earlier run")
	flags.BoolVar(&o.list, "list", false, "print the names of the settings and do nothing else")
}

func runSweep(ctx context.Context, stdout, stderr io.Writer, opts sweepOptions, path string) error {
	if err := opts.takePlots(); err != nil {
		return err
	}
	if err := opts.check(); err != nil {
		return err
	}
	if bootstrap := []string{compare.IntervalPercentile, compare.IntervalBCa}; slices.Contains(bootstrap, opts.interval) {
		return fmt.Errorf("--interval %s: out-of-fold scores have no bootstrap that is honest; want auto, t or robust", opts.interval)
	}
	clients := kinds.NewPool()
	plan, err := opts.load(path, &opts.compareFlags, kinds.All(clients))
	if err != nil {
		return err
	}
	warnOf(plan, stderr)
	if err := refuseHeldOut("a sweep", filepath.Dir(path), plan.TestSet, plan.Part); err != nil {
		return err
	}
	if opts.list {
		return listSettings(stdout, plan)
	}
	all := outputFlags{files: append(opts.plots, opts.files...)}
	if err := all.checkInputs(plan.Inputs()...); err != nil {
		return err
	}
	progress, scoring := newProgress(stderr, opts.quiet), newProgress(stderr, opts.quiet)
	scoring.what = "scoring"
	var swept *result.Sweep
	o := run.Options{CacheDir: opts.cacheDir, RetryFailed: opts.retryFailed, Refresh: opts.refresh, Fresh: opts.fresh, Progress: progress.show, Clients: clients}
	err = onStore(ctx, stderr, opts.storeFlag, plan, o, func(runner *run.Prepared, db *store.Late) error {
		if !opts.quiet && plan.Sweep != nil {
			fmt.Fprintf(stderr, "rankduel: %d settings\n", len(plan.Sweep.Settings))
		}
		swept, err = sweep.Run(ctx, runner, db, sweep.Options{Progress: func(p run.Progress) {
			progress.finish()
			scoring.show(p)
		}})
		progress.finish()
		scoring.finish()
		return err
	})
	if swept == nil {
		return opts.lost(err)
	}
	return errors.Join(err, opts.writeSweep(stdout, swept))
}

// takePlots takes the plots out of the -o files: they are no reports.
func (o *sweepOptions) takePlots() error {
	files := o.files
	o.files = nil
	for _, path := range files {
		if !strings.EqualFold(filepath.Ext(path), ".svg") {
			o.files = append(o.files, path)
			continue
		}
		if err := outfile.Check(path); err != nil {
			return fmt.Errorf("-o %s: %w", path, err)
		}
		o.plots = append(o.plots, path)
	}
	return nil
}

func (o *sweepOptions) writeSweep(stdout io.Writer, s *result.Sweep) error {
	err := o.write(stdout, func(w io.Writer, f reports.Format, ro reports.Options) error {
		if f == reports.HTML {
			return o.page.writeData(w, &reports.Data{Sweep: s})
		}
		return reports.Sweep(w, s, f, ro)
	})
	for _, path := range o.plots {
		err = errors.Join(err, writeFile("-o "+path, path, func(w io.Writer) error { return reports.SweepPlot(w, s) }))
	}
	return err
}

// listSettings prints one name a line.
func listSettings(w io.Writer, planned *plan.Plan) error {
	if planned.Sweep == nil {
		return plan.ErrNoSweep
	}
	for _, s := range planned.Sweep.Settings {
		if _, err := fmt.Fprintln(w, s.Name); err != nil {
			return err
		}
	}
	return nil
}
