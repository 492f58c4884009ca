package trial

import (
	"errors"

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
	cmd := opts.Verb("ledger [--test-set SET | --ledger FILE]", cobra.NoArgs, opts.run)
	cmd.Flags().StringVar(&opts.testSet, "test-set", "", "test set whose looks are listed")
	opts.Looks.Add(cmd.Flags(), &opts.Store)
	opts.Store.Add(cmd.Flags())
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	return cmd
}

func (o *ledgerOptions) run(cmd *cobra.Command, _ []string) error {
	o.Stderr = cmd.ErrOrStderr()
	if o.testSet == "" && o.Ledger == "" {
		return errors.New("give --test-set SET or --ledger FILE")
	}
	var set *testsets.TestSet
	if o.testSet != "" {
		var err error
		if set, err = judgments.OpenTestSet(".", o.testSet); err != nil {
			return err
		}
	}
	list, err := o.List(cmd.Context(), set, ".", o.testSet)
	if err != nil {
		return err
	}
	return o.Write(cmd.OutOrStdout(), output.Of(*list, reports.Looks))
}
