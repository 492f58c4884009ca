package sets

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/refresh"
)

type refreshFinishOptions struct {
	output.Report
	file, date string
	evidence   string
	drop       bool
}

func newRefreshFinishCommand() *cobra.Command {
	var opts refreshFinishOptions
	cmd := flags.Verb("finish DIR", oneFolder, func(cmd *cobra.Command, args []string) error {
		return finishRefresh(cmd.OutOrStdout(), opts, args[0])
	})
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	cmd.Flags().StringVar(&opts.file, "new-set", "", "file of the new version (default: next to the old one)")
	cmd.Flags().StringVar(&opts.date, "date", "", "day on which the version was made (default: today)")
	addEvidence(cmd.Flags(), &opts.evidence)
	cmd.Flags().BoolVar(&opts.drop, "drop-unanswered", false, "leave out new queries without a relevant document, in place of refusing")
	return cmd
}

func finishRefresh(stdout io.Writer, opts refreshFinishOptions, dir string) error {
	if err := opts.Check(); err != nil {
		return err
	}
	r := refresh.FinishRequest{File: opts.file, Now: time.Now(), DropUnanswered: opts.drop, Evidence: opts.evidence}
	var err error
	if opts.date != "" {
		if r.Now, err = time.Parse(time.DateOnly, opts.date); err != nil {
			return fmt.Errorf("--date %q: want a day such as 2026-03-01", opts.date)
		}
	}
	w, err := refresh.Open(dir)
	if err != nil {
		return err
	}
	f, err := w.Finish(r)
	if err != nil {
		return err
	}
	return opts.Write(stdout, output.Of(f, sets.WriteRefreshFinish))
}
