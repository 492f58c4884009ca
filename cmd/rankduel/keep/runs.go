package keep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	kebabreports "github.com/rankduel/rankduel/reports/kebab"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// NewRunsCommand makes the verb runs with all of its own.
func NewRunsCommand() *cobra.Command {
	var listed runsOptions
	list := newRunsVerb(&listed, "list", cobra.ExactArgs(0), nil, listRuns, listKebab)
	list.Flags().StringVar(&listed.Part, "part", judgments.PartEvaluation, "whose scores are shown: evaluation, or heldout: those of held-out queries too, which counts as a look")
	return flags.Family("runs",
		list,
		newRunsVerb(new(runsOptions), "show ID", cobra.ExactArgs(1), (*output.Report).AddQueries, showRun, showKebab),
		newRunsExportCommand(),
		newRunsAggregateCommand(),
		newRunsVariantsCommand(),
	)
}

// newRunsVerb makes a verb that reads from an existing store, ours or kebab's.
func newRunsVerb(opts *runsOptions, use string, args cobra.PositionalArgs, more func(*output.Report, *pflag.FlagSet),
	do func(context.Context, io.Writer, store.Store, runsOptions, []string) error,
	doKebab func(context.Context, io.Writer, *kebab.DB, runsOptions, []string) error,
) *cobra.Command {
	cmd := opts.Verb(use, args, func(cmd *cobra.Command, args []string) error {
		opts.Stderr = cmd.ErrOrStderr()
		if kebab.Is(cmd.Context(), opts.Address) {
			return opts.InKebab(cmd.Context(), func(db *kebab.DB) error {
				return doKebab(cmd.Context(), cmd.OutOrStdout(), db, *opts, args)
			})
		}
		db, err := opts.OpenReadOnly(cmd.Context())
		if errors.Is(err, fs.ErrNotExist) && kebab.Is(cmd.Context(), flags.KebabStore()) {
			return fmt.Errorf("%w; kebab keeps its runs in %s, which is read with --store", err, flags.KebabStore())
		}
		if err != nil {
			return err
		}
		defer db.Close()
		return do(cmd.Context(), cmd.OutOrStdout(), db, *opts, args)
	})
	opts.AddPlain(cmd.Flags())
	opts.AddSheet(cmd.Flags())
	if more != nil {
		more(&opts.Report, cmd.Flags())
	}
	opts.Looks.Add(cmd.Flags(), &opts.Store)
	opts.Store.Add(cmd.Flags())
	return cmd
}

func listRuns(ctx context.Context, stdout io.Writer, db store.Store, opts runsOptions, _ []string) error {
	runs, err := db.Runs(ctx)
	if err != nil {
		return err
	}
	if opts.Part != judgments.PartEvaluation && opts.Part != judgments.PartHeldOut {
		return fmt.Errorf("--part %s: want %s or %s", opts.Part, judgments.PartEvaluation, judgments.PartHeldOut)
	}
	listed, hidden := make([]reports.ListedRun, len(runs)), 0
	for i, r := range runs {
		held, err := opts.look(ctx, db, r, opts.Part == judgments.PartHeldOut)
		if err != nil {
			return err
		}
		if held && opts.Part == judgments.PartEvaluation {
			r.Aggregate = nil
			hidden++
		}
		listed[i] = reports.ListedRun{StoredRun: r, Primary: compare.PrimaryOf(r)}
	}
	if hidden > 0 {
		fmt.Fprintf(document.Terminal(opts.Stderr, false), "rankduel: note: the scores of %s of held-out queries are not shown; --part heldout shows them, which counts as a look\n", prose.Plural(hidden, "run"))
	}
	return opts.Write(stdout, output.Of(listed, reports.Runs))
}

func showRun(ctx context.Context, stdout io.Writer, db store.Store, opts runsOptions, args []string) error {
	run, err := flags.FindRun(ctx, db, args[0])
	if err != nil {
		return err
	}
	if _, err := opts.look(ctx, db, run, true); err != nil {
		return err
	}
	return opts.Write(stdout, output.Of(run, reports.StoredRun))
}

// look reports a run with scores of held-out queries, and counts it if it is about to
// be shown: as a look of its own where none has shown its configuration before.
func (o *runsOptions) look(ctx context.Context, db store.Store, run result.StoredRun, shown bool) (heldOut bool, err error) {
	if !run.TestSet.MayHoldOut() {
		return false, nil
	}
	if len(run.Rows) == 0 { // of a list
		if run, err = db.Run(ctx, run.ID); err != nil {
			return false, err
		}
	}
	table, err := scoring.Restore(run)
	if err != nil {
		return false, err
	}
	look, err := o.OfStored(ctx, []*scoring.Table{table}, 0)
	if look == nil || err != nil || !shown {
		return look != nil, err
	}
	return true, o.count(ctx, look, run, table)
}

func (o *runsOptions) count(ctx context.Context, look *flags.Look, run result.StoredRun, table *scoring.Table) error {
	if err := look.OfTables(ctx, []result.System{{Name: run.Name, RunID: run.ID, SHA256: table.SHA256}}, false); err != nil {
		return err
	}
	say := func(text string) {
		fmt.Fprintf(document.Terminal(o.Stderr, false), "rankduel: note: %s is of part %s of test set %s: %s; choose nothing by it\n", run.ID, run.TestSet.Part, run.Suite, text)
	}
	if !look.New() {
		say("this repeats a look at its configuration, which is counted already")
		return nil
	}
	findings, err := look.Write(ctx, "runs", metrics.Texts(table.Measures))
	for _, f := range findings {
		say(f.Text)
	}
	return err
}

type runsOptions struct {
	output.Report
	flags.Store
	flags.Looks
	Part string // of a list: whose scores are shown
}

func listKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, _ []string) error {
	if opts.Part != judgments.PartEvaluation {
		return errors.New("--part is for a store of rankduel: kebab holds no queries out")
	}
	runs, err := db.Runs(ctx)
	if err != nil {
		return err
	}
	listed := ordered.Each(runs, experiment.Listed)
	return opts.Write(stdout, output.Of(listed, kebabreports.WriteRuns))
}

func showKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, args []string) error {
	run, err := db.Run(ctx, args[0])
	if err != nil {
		return err
	}
	described, err := experiment.Describe(experiment.FromRows(opts.Address, run, db.Rows(ctx, run.ID)))
	if err != nil {
		return err
	}
	return opts.Write(stdout, output.Of(described, kebabreports.WriteRun))
}
