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
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// NewRunsCommand makes the verb runs with all of its own.
func NewRunsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "runs", Short: "List, show, export and sum up stored runs", Args: flags.RefuseUnknownVerb, RunE: flags.ShowHelp}
	cmd.AddCommand(
		newRunsVerb("list", "List stored runs, newest first", "", cobra.ExactArgs(0), nil, listRuns, listKebab),
		newRunsVerb("show ID", "Show one stored run", "  rankduel runs show run_1f3a9c", cobra.ExactArgs(1), (*output.Report).AddQueries, showRun, showKebab),
		newRunsExportCommand(),
		newRunsAggregateCommand(),
		newRunsVariantsCommand(),
	)
	return cmd
}

// newRunsVerb makes a verb that reads from an existing store, ours or kebab's.
func newRunsVerb(use, short, example string, args cobra.PositionalArgs, more func(*output.Report, *pflag.FlagSet),
	do func(context.Context, io.Writer, store.Store, runsOptions, []string) error,
	doKebab func(context.Context, io.Writer, *kebab.DB, runsOptions, []string) error,
) *cobra.Command {
	var opts runsOptions
	cmd := &cobra.Command{
		Use: use, Short: short, Long: short + ".\nThe store may be one of kebab, which is never changed.\n" + output.ExitHelp, Example: example, Args: args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.Check(); err != nil {
				return err
			}
			opts.Stderr = cmd.ErrOrStderr()
			if kebab.Is(cmd.Context(), opts.Address) {
				return opts.InKebab(cmd.Context(), func(db *kebab.DB) error {
					return doKebab(cmd.Context(), cmd.OutOrStdout(), db, opts, args)
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
			return do(cmd.Context(), cmd.OutOrStdout(), db, opts, args)
		},
	}
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
	if err := opts.look(ctx, db, runs); err != nil {
		return err
	}
	listed := make([]reports.ListedRun, len(runs))
	for i, r := range runs {
		listed[i] = reports.ListedRun{StoredRun: r, Primary: compare.PrimaryOf(r)}
	}
	return opts.Write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		return reports.Runs(w, listed, f, o)
	})
}

func showRun(ctx context.Context, stdout io.Writer, db store.Store, opts runsOptions, args []string) error {
	run, err := flags.FindRun(ctx, db, args[0])
	if err != nil {
		return err
	}
	if err := opts.look(ctx, db, []result.StoredRun{run}); err != nil {
		return err
	}
	return opts.Write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		return reports.StoredRun(w, run, f, o)
	})
}

// look counts the runs with scores of held-out queries that are about to be shown:
// as looks of their own where none has shown their configurations before.
func (o *runsOptions) look(ctx context.Context, db store.Store, runs []result.StoredRun) error {
	for _, run := range runs {
		if !flags.MayHoldOut(run.TestSet) {
			continue
		}
		if len(run.Rows) == 0 { // of a list
			full, err := db.Run(ctx, run.ID)
			if err != nil {
				return err
			}
			run.Rows = full.Rows
		}
		if err := o.lookAt(ctx, run); err != nil {
			return err
		}
	}
	return nil
}

func (o *runsOptions) lookAt(ctx context.Context, run result.StoredRun) error {
	table, err := scoring.Restore(run)
	if err != nil {
		return err
	}
	look, err := o.OfStored(ctx, []*scoring.Table{table}, 0)
	if look == nil || err != nil {
		return err
	}
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

func exportRun(ctx context.Context, stdout io.Writer, db store.Store, opts runsOptions, args []string) error {
	opts.EachQuery = true
	return showRun(ctx, stdout, db, opts, args)
}
