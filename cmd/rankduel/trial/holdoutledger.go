package trial

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

type ledgerOptions struct {
	flags.Looks
	output.Report
	testSet string
}

func newHoldoutLedgerCommand() *cobra.Command {
	var opts ledgerOptions
	cmd := &cobra.Command{
		Use:   "ledger [--test-set SET | --ledger FILE]",
		Short: "List the looks at held-out queries, and verify them",
		Long: `List the looks at held-out queries, oldest first. Each carries the hash of the
one before it: a ledger that was edited is refused, with the line.` + "\n" + output.ExitHelp,
		Example: "  rankduel holdout ledger --test-set testsets/clinical_v1.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listLooks(cmd.OutOrStdout(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.testSet, "test-set", "", "test set whose looks are listed")
	opts.Looks.Add(cmd.Flags())
	opts.Forms = []reports.Format{reports.Text, reports.JSON, reports.Markdown}
	opts.AddPlain(cmd.Flags())
	return cmd
}

func listLooks(stdout io.Writer, opts ledgerOptions) error {
	if err := opts.Check(); err != nil {
		return err
	}
	path, sha := opts.Ledger, ""
	switch {
	case opts.testSet != "":
		set, err := judgments.OpenTestSet(".", opts.testSet)
		if err != nil {
			return err
		}
		sha = set.SHA256()
		path = cmp.Or(path, filepath.Join(flags.LedgerFolder(".", opts.testSet), set.Name+".looks.jsonl"))
	case path == "":
		return errors.New("give --test-set SET or --ledger FILE")
	}
	l, err := holdout.ReadLedger(path)
	if err != nil {
		return err
	}
	list := result.Looks{Schema: result.LooksSchema, Ledger: path, TestSet: sha, Budget: opts.Budget, Looks: l.Looks}
	if list.Looks == nil {
		list.Looks = []result.Look{}
	}
	return opts.Write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error { return reports.Looks(w, list, f, o) })
}
