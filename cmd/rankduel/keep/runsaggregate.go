package keep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/inputs"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	kebabreports "github.com/rankduel/rankduel/reports/kebab"
	"github.com/rankduel/rankduel/store/kebab"
)

// ofFile is why flags of a store are refused.
const ofFile = "for a file, which is in no store"

type runsAggregateOptions struct {
	given *pflag.FlagSet
	output.Report
	flags.Store
	flags.GoldenList
	profile string
	dryRun  bool
}

func newRunsAggregateCommand() *cobra.Command {
	var opts runsAggregateOptions
	cmd := opts.Verb("aggregate RUN", cobra.ExactArgs(1), opts.run)
	opts.AddPlain(cmd.Flags(), reports.KebabFormats()...)
	opts.AddSheet(cmd.Flags())
	opts.GoldenList.Add(cmd.Flags())
	cmd.Flags().StringVar(&opts.Address, "store", "", "store of kebab (default: kebab's own, $XDG_DATA_HOME/kebab/kebab.sqlite)")
	cmd.Flags().StringVar(&opts.profile, "profile", "kebab", "conventions: kebab, or kebab-code for those of its shipped code")
	cmd.Flags().BoolVar(&opts.dryRun, "dry-run", false, "print, and store nothing")
	return cmd
}

func (o *runsAggregateOptions) run(cmd *cobra.Command, args []string) error {
	o.Stderr, o.given = cmd.ErrOrStderr(), cmd.Flags()
	defer debug.SetGCPercent(debug.SetGCPercent(300)) // rows live shortly; a store of 800 MB needs 150 MiB
	o.Address = cmp.Or(o.Address, flags.KebabStore())
	var a *result.KebabAggregation
	var err error
	if run, ok := flags.KebabRun(cmd.Context(), inputs.NameFile(args[0])); ok {
		if err := flags.RefuseUnused(o.given, ofFile, "store", "dry-run"); err != nil {
			return err
		}
		a, err = o.ofFile(run)
	} else {
		a, err = o.ofStore(cmd.Context(), args[0])
	}
	if err != nil {
		return err
	}
	return errors.Join(o.SayRemarks(o.Stderr, a.Remarks), o.Write(cmd.OutOrStdout(), output.Of(a, kebabreports.WriteAggregate)))
}

func (o *runsAggregateOptions) ofFile(run experiment.Run) (*result.KebabAggregation, error) {
	golden, err := o.Read(o.Stderr, o.profile, nil)
	if err != nil {
		return nil, err
	}
	return golden.Aggregate(run)
}

// ofStore sums up a stored run, and stores that unless it is a dry run.
func (o *runsAggregateOptions) ofStore(ctx context.Context, id string) (a *result.KebabAggregation, err error) {
	err = o.InKebab(ctx, func(db *kebab.DB) error {
		run, err := db.Run(ctx, id)
		if err != nil {
			return err
		}
		corpus, err := db.Corpus(ctx)
		if err != nil {
			return err
		}
		var paths []string
		if corpus != nil {
			paths = corpus.Paths
		}
		golden, err := o.Read(o.Stderr, o.profile, paths)
		if err != nil {
			return err
		}
		a, err = golden.Aggregate(experiment.FromRows(o.Address, run, db.Rows(ctx, run.ID)))
		return err
	})
	if err != nil || o.dryRun {
		return a, err
	}
	if err := kebab.SetAggregate(ctx, o.Address, a.RunID, a.Aggregate, o.OnWait()); err != nil {
		return a, &result.StoreError{Err: fmt.Errorf("%w; --dry-run prints the figures and stores nothing", err)}
	}
	a.Stored = true
	return a, nil
}
