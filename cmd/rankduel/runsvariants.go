package main

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/store/kebab"
)

type runsVariantsOptions struct {
	outputFlags
	storeFlag
	goldenFlag
}

func newRunsVariantsCommand() *cobra.Command {
	var opts runsVariantsOptions
	cmd := &cobra.Command{
		Use:   "variants RUN",
		Short: "Compare how a run of kebab answers the wordings of a question",
		Long: `Compare how a run of kebab answers the wordings of one question: entries of the
golden list that share a group. Recall of the expected documents at 10 against
that at 50 tells what is ranked too low from what is not found; a run that was
made with fewer than 50 hits is refused. RUN is the id of a run or the beginning
of one, or a per_query.jsonl.` + "\n" + exitHelp,
		Example: `  rankduel runs variants per_query.jsonl --golden golden.yaml`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.stderr = cmd.ErrOrStderr()
			return runsVariants(cmd.Context(), cmd.OutOrStdout(), opts, args[0])
		},
	}
	opts.forms = reports.KebabFormats()
	opts.addPlain(cmd.Flags())
	opts.addSheet(cmd.Flags())
	opts.screen.addDetails(cmd.Flags())
	opts.goldenFlag.add(cmd.Flags())
	cmd.Flags().StringVar(&opts.store, "store", "", "store of kebab (default: kebab's own, $XDG_DATA_HOME/kebab/kebab.sqlite)")
	return cmd
}

func runsVariants(ctx context.Context, stdout io.Writer, opts runsVariantsOptions, arg string) error {
	opts.store = cmp.Or(opts.store, kebabStore())
	if err := errors.Join(opts.check(), opts.checkInputs(arg, opts.store, opts.golden)); err != nil {
		return err
	}
	golden, err := opts.read(opts.stderr, "kebab", nil)
	if err != nil {
		return err
	}
	var v *result.KebabVariants
	if isRowFile(arg) {
		v, err = golden.Variants(experiment.FromFile(ctx, arg))
	} else {
		err = opts.inKebab(ctx, func(db *kebab.DB) error {
			run, err := db.Run(ctx, arg)
			if err != nil {
				return err
			}
			v, err = golden.Variants(experiment.FromRows(opts.store, run, db.Rows(ctx, run.ID)))
			return err
		})
	}
	if err != nil {
		return err
	}
	return errors.Join(opts.sayRemarks(opts.stderr, v.Remarks), opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		return reports.KebabVariants(w, v, f, o)
	}))
}
