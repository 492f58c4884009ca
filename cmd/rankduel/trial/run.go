package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/store"
)

type runOptions struct {
	flags.Asked
	flags.Looks
	output.Report
	flags.Store
	prom     *flags.Prometheus
	asking   run.Options // what flags say of it
	rankings string
	as       string
	shards   int
	split    func(context.Context, flags.Store, *plan.Plan, run.Options) error
}

// experimentArg wants one experiment, and says what to do without one.
func experimentArg(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d arguments; want an experiment file, which `rankduel demo` writes to start from; two run files are compared by `rankduel compare A B --qrels Q`", len(args))
	}
	return nil
}

// NewRunCommand makes the verb run; split has workers do an experiment before.
func NewRunCommand(split func(context.Context, flags.Store, *plan.Plan, run.Options) error) *cobra.Command {
	opts := runOptions{split: split}
	cmd := flags.Verb("run EXPERIMENT.yaml", experimentArg, func(cmd *cobra.Command, args []string) error {
		opts.Page.Command, opts.Page.Stderr = output.CommandLine("run", args, cmd.Flags()), cmd.ErrOrStderr()
		return opts.prom.Around(args[0], cmd.Flags(), cmd.ErrOrStderr(), func() error {
			return runExperiment(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args[0])
		})
	})
	opts.addAll(cmd.Flags())
	return cmd
}

// newRunOptions returns the options of a run without any flag given.
func newRunOptions() runOptions {
	var opts runOptions
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	opts.addAll(flags)
	return opts
}

func (o *runOptions) addAll(set *pflag.FlagSet) {
	o.AddPlan(set)
	set.Lookup("repeats").Usage += " (default: the file's)"
	set.Lookup("repeats").DefValue = ""
	o.Looks.Add(set, &o.Store)
	o.Report.Add(set)
	o.AddEvents(set)
	o.AddPaper(set)
	o.Screen.AddDetails(set)
	o.Page.Add(set)
	o.Store.Add(set)
	o.prom = &flags.Prometheus{}
	o.prom.AddSystem(set)
	addAsking(set, &o.asking)
	set.StringVar(&o.rankings, "rankings", "", "folder for the rankings of every configuration and component, a run file each")
	set.StringVar(&o.as, "rankings-format", string(runfile.TREC), "form of the run files: trec, json, jsonl or parquet")
	flags.IdleWithout(set, "rankings", "rankings-format")
	set.IntVar(&o.shards, "shards", 0, "have it done by the processes of rankduel work, which ask this number of shards of the queries")
	flags.IdleWith(set, "shards", "refresh", "fresh", "measure", "profile", "part", "repeats") // workers do what the file says
}

// addAsking declares the flags that run and sweep share: what is asked again, and where indexes are built.
func addAsking(set *pflag.FlagSet, o *run.Options) {
	set.StringVar(&o.CacheDir, "cache-dir", execution.CacheDir(), "folder for built indexes; empty builds them each time")
	set.StringSliceVar(&o.Refresh, "refresh", nil, "component to ask again altogether, whatever is recorded (repeatable)")
	set.BoolVar(&o.Fresh, "fresh", false, "ask every live component again, whatever is recorded")
	set.BoolVar(&o.RetryFailed, "retry-failed", false, "ask again what failed in an earlier run")
}

func runExperiment(ctx context.Context, stdout, stderr io.Writer, opts runOptions, path string) error {
	if err := opts.Check(); err != nil {
		return err
	}
	as, err := output.RunFormat("", opts.as)
	if err != nil {
		return fmt.Errorf("--rankings-format: %w", err)
	}
	if opts.rankings != "" {
		if err := os.MkdirAll(opts.rankings, 0o777); err != nil {
			return fmt.Errorf("--rankings: %w", err)
		}
	}
	clients := kinds.NewPool()
	plan, err := opts.Load(path, kinds.All(clients))
	if err != nil {
		return err
	}
	if !opts.Flags.Changed("per-query") {
		opts.EachQuery = plan.Compare.PerQuery
	}
	plan.Compare.PerQuery = opts.PerQuery()
	output.Warn(stderr, plan.Warnings())
	if err := output.KeepInputs(opts.Flags, plan.Inputs()...); err != nil {
		return err
	}
	if err := opts.prom.Choose(plan); err != nil {
		return err
	}
	opts.Stderr = stderr
	look, err := opts.OfPlan(ctx, plan, opts.Has("part"))
	if err != nil {
		return err
	}
	progress := output.NewProgress(stderr, opts.Quiet)
	var c *result.Comparison
	var details []result.SystemDetail
	o := opts.asking
	o.CommitHash, o.PerQuery, o.Progress, o.Clients = execution.CommitHash(ctx, filepath.Dir(path)), opts.PerQuery(), progress.Show, clients
	if opts.Flags.Changed("shards") {
		o.Shard.N, o.Shard.Since = opts.shards, time.Now()
		if err := opts.split(ctx, opts.Store, plan, o); err != nil {
			return err
		}
	}
	err = execution.OnStore(ctx, stderr, opts.Store, plan, o, func(runner *run.Prepared, db *store.Late) error {
		if err = opts.keepInputs(runner, as, plan.Inputs()); err != nil {
			return err
		}
		if err := atLevel(look, runner); err != nil {
			return err
		}
		c, err = runner.Run(ctx, db)
		progress.Finish()
		if c != nil { // before a score of held-out queries is anywhere
			unwritten := look.Into(ctx, "run", c)
			if look == nil {
				unwritten = errors.Join(flags.RegisterPlan(ctx, db, plan, nil), holdout.WarnOfChoice(ctx, db, c))
			}
			if unwritten != nil {
				c = nil
				return errors.Join(err, unwritten)
			}
		}
		err = errors.Join(err, opts.prom.Publish(ctx, db, c, err))
		if c != nil && opts.DrawsFigures() {
			var unread error
			if details, unread = runner.Details(ctx, db, output.HitsOnPage); unread != nil {
				err = errors.Join(err, unread)
			}
			if labels := c.Comparisons[0].Silver; labels != nil {
				opts.Page.Graded = runner.Graded
				for i := range details {
					details[i] = details[i].Only(labels.Counted)
				}
			}
			if !opts.Page.NoText {
				opts.Page.Texts, unread = runner.Texts(ctx)
				err = errors.Join(err, unread)
			}
		}
		if c != nil && opts.rankings != "" {
			err = errors.Join(err, writeRankings(ctx, stderr, runner, db, opts.rankings, as))
		}
		return err
	})
	if c == nil {
		return opts.ExplainLoss(err)
	}
	if opts.Writes(reports.JSON) {
		var unknown error
		if c.Provenance, unknown = opts.provenance(ctx, plan, c); unknown != nil {
			return errors.Join(err, unknown)
		}
	}
	return errors.Join(err, opts.Write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		if f == reports.HTML {
			return opts.Page.Write(w, c, details)
		}
		o.AllPairs, o.Unjudged = plan.Compare.AllPairs, plan.Compare.Unjudged > 0
		return reports.Comparison(w, c, f, o)
	}))
}

// atLevel gives the plan the level of the look that running it is, if it is one.
func atLevel(look *flags.Look, runner *run.Prepared) error {
	if look == nil {
		return nil
	}
	planned := runner.Plan()
	err := look.OfMade(runner.Made(), planned.Baseline)
	planned.Compare.Alpha = look.Level
	return err
}
