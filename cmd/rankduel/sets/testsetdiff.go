package sets

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/history"
)

func newTestsetDiffCommand() *cobra.Command {
	var opts output.Report
	cmd := flags.Verb("diff OLD NEW", cobra.ExactArgs(2), func(cmd *cobra.Command, args []string) error {
		return diffTestsets(cmd.OutOrStdout(), opts, args)
	})
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	return cmd
}

func diffTestsets(stdout io.Writer, opts output.Report, args []string) error {
	if err := opts.Check(); err != nil {
		return err
	}
	from, err := judgments.OpenTestSet(".", args[0])
	if err != nil {
		return err
	}
	to, err := judgments.OpenTestSet(".", args[1])
	if err != nil {
		return err
	}
	d := history.Compare(from, to)
	return opts.Write(stdout, output.Of(d, sets.WriteDiff))
}
