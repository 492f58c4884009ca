package trial

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/testsets"
)

type ledgerOptions struct {
	flags.Looks
	flags.Store
	output.Report
	testSet string
}

func newHoldoutLedgerCommand() *cobra.Command {
	var opts ledgerOptions
	cmd := flags.Verb("ledger [--test-set SET | --ledger FILE]", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		opts.Stderr = cmd.ErrOrStderr()
		return listLooks(cmd.Context(), cmd.OutOrStdout(), opts)
	})
	cmd.Flags().StringVar(&opts.testSet, "test-set", "", "test set whose looks are listed")
	opts.Looks.Add(cmd.Flags(), &opts.Store)
	opts.Store.Add(cmd.Flags())
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	return cmd
}

func listLooks(ctx context.Context, stdout io.Writer, opts ledgerOptions) error {
	if err := opts.Check(); err != nil {
		return err
	}
	if opts.testSet == "" && opts.Ledger == "" {
		return errors.New("give --test-set SET or --ledger FILE")
	}
	var set *testsets.TestSet
	if opts.testSet != "" {
		var err error
		if set, err = judgments.OpenTestSet(".", opts.testSet); err != nil {
			return err
		}
	}
	list, err := opts.List(ctx, set, ".", opts.testSet)
	if err != nil {
		return err
	}
	return opts.Write(stdout, output.Of(*list, reports.Looks))
}
