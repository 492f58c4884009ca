package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"
)

type sweepOptions struct {
	flags.Asked
	output.Report
	flags.Store
	asking run.Options // what flags say of it
	list   bool
}

// NewSweepCommand makes the verb sweep.
func NewSweepCommand() *cobra.Command {
	var opts sweepOptions
	cmd := opts.Verb("sweep EXPERIMENT.yaml", experimentArg, opts.run)
	opts.addAll(cmd.Flags())
	return cmd
}

// ofComparisons are flags that a sweep has no use for: it has one measure, one gain and no report by query,
// and the test of the gain is t, which samples nothing.
var ofComparisons = []string{"per-query", "by", "guardrail", "objective", "family", "correction", "test", "resamples"}

func (o *sweepOptions) addAll(flags *pflag.FlagSet) {
	shared := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.Report.Add(shared)
	shared.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(ofComparisons, f.Name) {
			flags.AddFlag(f)
		}
	})
	o.AddPlan(flags, append([]string{"bounds", "unjudged", "repeats", "all-pairs", "weights", "population", "adjust"}, ofComparisons...)...)
	flags.Lookup("looks").Hidden = true // a flag to be refused with what to do
	flags.Lookup("interval").Usage = "interval of the honest gain: auto or t"
	flags.Lookup("output").Usage = "write the result to a file too, its form by the ending (.json .md .csv .txt .html); repeatable"
	o.Page.Written = true // without what is about single queries
	o.Page.AddPlots(flags)
	o.Store.Add(flags)
	addAsking(flags, &o.asking)
	flags.BoolVar(&o.list, "list", false, "print the names of the settings and do nothing else")
}

func (o *sweepOptions) run(cmd *cobra.Command, args []string) error {
	o.Page.Command, o.Page.Stderr = output.CommandLine("sweep", args, cmd.Flags()), cmd.ErrOrStderr()
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	switch o.Settings.Interval {
	case compare.IntervalPercentile, compare.IntervalBCa:
		return fmt.Errorf("--interval %s: out-of-fold scores have no bootstrap that is honest; want auto or t", o.Settings.Interval)
	case compare.IntervalSequence:
		return fmt.Errorf("--interval %s: the gain of a sweep has no such interval; want auto or t", o.Settings.Interval)
	}
	clients := kinds.NewPool()
	plan, err := o.Load(args[0], kinds.All(clients))
	if err != nil {
		return err
	}
	if plan.Compare.Looks > 0 {
		return errSweepLooks
	}
	if plan.Compare.Unequal() {
		return errors.New("weights, population and adjust are about a comparison, and a sweep chooses among settings by means over queries that count alike: leave them out, and compare the chosen setting with them (`rankduel run`)")
	}
	output.Warn(stderr, plan.Warnings())
	if err := flags.RefuseHeldOut(ctx, &o.Store, "a sweep", filepath.Dir(args[0]), plan.TestSet, plan.Part); err != nil {
		return err
	}
	if o.list {
		return listSettings(cmd.OutOrStdout(), plan)
	}
	if err := output.KeepInputs(o.Flags, plan.Inputs()...); err != nil {
		return err
	}
	progress, scoring := output.NewProgress(stderr, o.Quiet), output.NewProgress(stderr, o.Quiet)
	scoring.What = "scoring"
	var swept *result.Sweep
	options := o.asking
	options.Progress, options.Clients = progress.Show, clients
	err = execution.OnStore(ctx, stderr, o.Store, plan, options, func(runner *run.Prepared, db *store.Late) error {
		if !o.Quiet && plan.Sweep != nil {
			fmt.Fprintf(stderr, "rankduel: %d settings\n", len(plan.Sweep.Settings))
		}
		swept, err = sweep.Run(ctx, runner, db, sweep.Options{Progress: func(p run.Progress) {
			progress.Finish()
			scoring.Show(p)
		}})
		progress.Finish()
		scoring.Finish()
		if swept != nil {
			err = errors.Join(err, registerSettings(ctx, runner, db))
		}
		return err
	})
	if swept == nil {
		return o.ExplainLoss(err)
	}
	return errors.Join(err, o.writeSweep(cmd.OutOrStdout(), swept))
}

// errSweepLooks is about looks at a growing set, which a choice among settings is not.
var errSweepLooks = errors.New("looks is about the same two systems compared repeatedly while queries keep coming, and a sweep chooses among settings: leave it out; compare the chosen setting with --looks (`rankduel run`), and check its gain once on held-out queries (`rankduel holdout check`)")

// registerSettings has the store remember what was tried, by which a later check of
// the best on held-out queries knows how many there were.
func registerSettings(ctx context.Context, runner *run.Prepared, db *store.Late) error {
	planned := runner.Plan()
	var made [][]byte
	for _, setting := range planned.Sweep.Settings {
		s, err := runner.System(ctx, result.RoleConfig, setting)
		if err != nil {
			return fmt.Errorf("setting %q: %w", setting.Name, err)
		}
		made = append(made, s.Made())
	}
	return flags.RegisterPlan(ctx, db, planned, made)
}

func (o *sweepOptions) writeSweep(stdout io.Writer, s *result.Sweep) error {
	return o.Write(stdout, func(w io.Writer, f reports.Format, ro reports.Options) error {
		if f == reports.HTML {
			return o.Page.WriteData(w, &reports.Data{Sweep: s})
		}
		return reports.Sweep(w, s, f, ro)
	})
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
