package sets

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/refresh"
)

func newRefreshStatusCommand() *cobra.Command {
	var opts output.Report
	cmd := flags.Verb("status DIR", oneFolder, func(cmd *cobra.Command, args []string) error {
		return refreshStatus(cmd.OutOrStdout(), opts, args[0])
	})
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON)
	return cmd
}

func refreshStatus(stdout io.Writer, opts output.Report, dir string) error {
	if err := opts.Check(); err != nil {
		return err
	}
	w, err := refresh.Open(dir)
	if err != nil {
		return err
	}
	s, err := w.Status()
	if err != nil {
		return err
	}
	return opts.Write(stdout, output.Of(s, sets.WriteRefreshStatus))
}
