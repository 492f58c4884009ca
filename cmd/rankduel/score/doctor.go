package score

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/doctor"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// NewDoctorCommand makes the verb doctor.
func NewDoctorCommand() *cobra.Command {
	var report output.Report
	cmd := report.Verb("doctor FILE...", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		d, err := doctor.Examine(cmd.Context(), args)
		if err != nil {
			return err
		}
		if err := report.Write(cmd.OutOrStdout(), output.Of(d, reports.Diagnosis)); err != nil {
			return err
		}
		var unknown []error
		for _, f := range d.Files {
			if f.Kind == result.FileUnknown {
				unknown = append(unknown, errors.New(f.File+": nothing that is known here; see above for what was tried"))
			}
		}
		return errors.Join(unknown...)
	})
	report.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	return cmd
}
