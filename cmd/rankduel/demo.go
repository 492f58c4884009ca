package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/examples"
)

func newDemoCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo [DIR]",
		Short: "Write a small example into DIR, run its A/B and show the verdict",
		Long: `Write an example of about 160 short documents and a test set of 50 queries into
DIR (a new folder rankduel-demo when none is given), and run it: reciprocal rank
fusion against weighted fusion of BM25 and a dense component. It needs no input
and no network. Files that exist are left as they are.` + "\n" + exitHelp,
		Example: "  rankduel demo\n  rankduel demo my-example",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "rankduel-demo"
			if len(args) == 1 {
				dir = args[0]
			}
			return demo(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), dir)
		},
	}
	return cmd
}

func demo(ctx context.Context, stdout, stderr io.Writer, dir string) error {
	if err := writeExample(dir, examples.Clinical()); err != nil {
		return err
	}
	file, report := filepath.Join(dir, "experiment.yaml"), filepath.Join(dir, "report.md")
	opts := newRunOptions()
	opts.store = filepath.Join(dir, "rankduel.db")
	opts.files = []string{report, filepath.Join(dir, "report.json")}
	if err := runExperiment(ctx, stdout, stderr, opts, file); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, `
The example is in %s, its report in %s.
Change a weight in %s and run it again:
  rankduel run %s --store %s
`, dir, report, file, file, opts.store)
	return err
}

// writeExample copies the example, leaving files alone that are there already:
// they may be what the user has changed.
func writeExample(dir string, example fs.FS) error {
	return fs.WalkDir(example, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, path)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		data, err := fs.ReadFile(example, path)
		if err != nil {
			return err
		}
		f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return errors.Join(err, f.Close())
	})
}
