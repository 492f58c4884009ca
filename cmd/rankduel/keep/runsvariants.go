package keep

import (
	"cmp"
	"errors"

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

type runsVariantsOptions struct {
	given *pflag.FlagSet
	output.Report
	flags.Store
	flags.GoldenList
}

func newRunsVariantsCommand() *cobra.Command {
	var opts runsVariantsOptions
	cmd := opts.Verb("variants RUN", cobra.ExactArgs(1), opts.run)
	opts.AddPlain(cmd.Flags(), reports.KebabFormats()...)
	opts.AddSheet(cmd.Flags())
	opts.Screen.AddDetails(cmd.Flags())
	opts.GoldenList.Add(cmd.Flags())
	cmd.Flags().StringVar(&opts.Address, "store", "", "store of kebab (default: kebab's own, $XDG_DATA_HOME/kebab/kebab.sqlite)")
	return cmd
}

func (o *runsVariantsOptions) run(cmd *cobra.Command, args []string) error {
	o.Stderr, o.given = cmd.ErrOrStderr(), cmd.Flags()
	ctx := cmd.Context()
	o.Address = cmp.Or(o.Address, flags.KebabStore())
	golden, err := o.Read(o.Stderr, "kebab", nil)
	if err != nil {
		return err
	}
	var v *result.KebabVariants
	if run, ok := flags.KebabRun(ctx, inputs.NameFile(args[0])); ok {
		if err := flags.RefuseUnused(o.given, ofFile, "store"); err != nil {
			return err
		}
		v, err = golden.Variants(run)
	} else {
		err = o.InKebab(ctx, func(db *kebab.DB) error {
			run, err := db.Run(ctx, args[0])
			if err != nil {
				return err
			}
			v, err = golden.Variants(experiment.FromRows(o.Address, run, db.Rows(ctx, run.ID)))
			return err
		})
	}
	if err != nil {
		return err
	}
	return errors.Join(o.SayRemarks(o.Stderr, v.Remarks), o.Write(cmd.OutOrStdout(), output.Of(v, kebabreports.WriteVariants)))
}
