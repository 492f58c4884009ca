package sets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/refresh"
)

func newRefreshCommand() *cobra.Command {
	return flags.Family("refresh", newRefreshStartCommand(), newRefreshStatusCommand(), newRefreshPoolCommand(), newRefreshLabelCommand(),
		newRefreshAgreementCommand(), newRefreshAdjudicateCommand(), newRefreshFinishCommand(), newRefreshBridgeCommand())
}

func oneFolder(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s takes the folder of a refresh, as refresh start wrote it; got %d arguments", cmd.CommandPath(), len(args))
	}
	return nil
}

func newRefreshStatusCommand() *cobra.Command {
	var opts output.Report
	cmd := opts.Verb("status DIR", oneFolder, func(cmd *cobra.Command, args []string) error {
		w, err := refresh.Open(args[0])
		if err != nil {
			return err
		}
		s, err := w.Status()
		if err != nil {
			return err
		}
		return opts.Write(cmd.OutOrStdout(), output.Of(s, sets.WriteRefreshStatus))
	})
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON)
	return cmd
}

func newRefreshLabelCommand() *cobra.Command {
	var opts labelOptions
	cmd := flags.Verb("label DIR --as NAME", oneFolder, opts.labelRefresh)
	opts.add(cmd.Flags())
	return cmd
}

func (o *labelOptions) labelRefresh(cmd *cobra.Command, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	w, err := flags.OpenLabelFolder(args[0])
	if err != nil {
		return err
	}
	for _, person := range o.as {
		if !slices.Contains(w.Plan.Labellers, person) {
			return fmt.Errorf("%s is no labeller of this refresh, which has %s; refresh.yaml lists them", person, strings.Join(w.Plan.Labellers, " and "))
		}
	}
	o.labels, o.seed, o.remade = w.Journals, w.Plan.Seed, true
	guideline := filepath.Join(args[0], "guideline.md")
	if _, err := os.Stat(guideline); err == nil {
		o.guideline = guideline
	}
	return o.work(cmd.Context(), streamsOf(cmd), w.Pool, w.Scale)
}

type refreshFinishOptions struct {
	output.Report
	file, date string
	evidence   string
	drop       bool
}

func newRefreshFinishCommand() *cobra.Command {
	var opts refreshFinishOptions
	cmd := opts.Verb("finish DIR", oneFolder, opts.run)
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	cmd.Flags().StringVar(&opts.file, "new-set", "", "file of the new version (default: next to the old one)")
	cmd.Flags().StringVar(&opts.date, "date", "", "day on which the version was made (default: today)")
	addEvidence(cmd.Flags(), &opts.evidence)
	cmd.Flags().BoolVar(&opts.drop, "drop-unanswered", false, "leave out new queries without a relevant document, in place of refusing")
	return cmd
}

func (o *refreshFinishOptions) run(cmd *cobra.Command, args []string) error {
	r := refresh.FinishRequest{File: o.file, Now: time.Now(), DropUnanswered: o.drop, Evidence: o.evidence}
	var err error
	if o.date != "" {
		if r.Now, err = time.Parse(time.DateOnly, o.date); err != nil {
			return fmt.Errorf("--date %q: want a day such as 2026-03-01", o.date)
		}
	}
	w, err := refresh.Open(args[0])
	if err != nil {
		return err
	}
	f, err := w.Finish(r)
	if err != nil {
		return err
	}
	return o.Write(cmd.OutOrStdout(), output.Of(f, sets.WriteRefreshFinish))
}
