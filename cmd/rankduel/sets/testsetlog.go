package sets

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/history"
)

func newTestsetLogCommand() *cobra.Command {
	var opts output.Report
	cmd := opts.Verb("log SET|FOLDER", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return logTestsets(cmd.OutOrStdout(), opts, args[0])
	})
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	return cmd
}

func logTestsets(stdout io.Writer, opts output.Report, ref string) error {
	folder := ref
	var set *testsets.TestSet
	if info, err := os.Stat(ref); err != nil || !info.IsDir() {
		if set, err = judgments.OpenTestSet(".", ref); err != nil {
			return err
		}
		folder = filepath.Dir(set.File)
	}
	l, err := history.ReadLog(folder, set)
	if err != nil {
		return err
	}
	if len(l.Versions)+len(l.Unread) == 0 {
		return fmt.Errorf("%s has no test sets", folder)
	}
	if err := opts.Write(stdout, output.Of(l, sets.WriteLog)); err != nil {
		return err
	}
	if n := len(l.Broken); n > 0 {
		return fmt.Errorf("%s in the versions of %s, see above", prose.Plural(n, "broken link"), ref)
	}
	return nil
}

func newTestsetDiffCommand() *cobra.Command {
	var opts output.Report
	cmd := opts.Verb("diff OLD NEW", cobra.ExactArgs(2), func(cmd *cobra.Command, args []string) error {
		from, err := judgments.OpenTestSet(".", args[0])
		if err != nil {
			return err
		}
		to, err := judgments.OpenTestSet(".", args[1])
		if err != nil {
			return err
		}
		return opts.Write(cmd.OutOrStdout(), output.Of(history.Compare(from, to), sets.WriteDiff))
	})
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	return cmd
}
