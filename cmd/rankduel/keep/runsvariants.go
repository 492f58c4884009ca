package keep

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	kebabreports "github.com/rankduel/rankduel/reports/kebab"
	"github.com/rankduel/rankduel/store/kebab"
)

type runsVariantsOptions struct {
	given *pflag.FlagSet
	output.Report
	flags.Store
	flags.GoldenList
}

func newRunsVariantsCommand() *cobra.Command {
	var opts runsVariantsOptions
	cmd := flags.Verb("variants RUN", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		opts.Stderr, opts.given = cmd.ErrOrStderr(), cmd.Flags()
		return runsVariants(cmd.Context(), cmd.OutOrStdout(), opts, args[0])
	})
	opts.AddPlain(cmd.Flags(), reports.KebabFormats()...)
	opts.AddSheet(cmd.Flags())
	opts.Screen.AddDetails(cmd.Flags())
	opts.GoldenList.Add(cmd.Flags())
	cmd.Flags().StringVar(&opts.Address, "store", "", "store of kebab (default: kebab's own, $XDG_DATA_HOME/kebab/kebab.sqlite)")
	return cmd
}

func runsVariants(ctx context.Context, stdout io.Writer, opts runsVariantsOptions, arg string) error {
	opts.Address = cmp.Or(opts.Address, flags.KebabStore())
	if err := opts.Check(); err != nil {
		return err
	}
	golden, err := opts.Read(opts.Stderr, "kebab", nil)
	if err != nil {
		return err
	}
	var v *result.KebabVariants
	if run, ok := flags.NameFile(arg).KebabRun(ctx); ok {
		if err := flags.RefuseUnused(opts.given, ofFile, "store"); err != nil {
			return err
		}
		v, err = golden.Variants(run)
	} else {
		err = opts.InKebab(ctx, func(db *kebab.DB) error {
			run, err := db.Run(ctx, arg)
			if err != nil {
				return err
			}
			v, err = golden.Variants(experiment.FromRows(opts.Address, run, db.Rows(ctx, run.ID)))
			return err
		})
	}
	if err != nil {
		return err
	}
	return errors.Join(opts.SayRemarks(opts.Stderr, v.Remarks), opts.Write(stdout, output.Of(v, kebabreports.WriteVariants)))
}
