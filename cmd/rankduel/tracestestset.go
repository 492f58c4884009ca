package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/traces"
)

type tracesTestsetOptions struct {
	traceFlags
	output string
}

func newTracesTestsetCommand() *cobra.Command {
	var opts tracesTestsetOptions
	cmd := &cobra.Command{
		Use:   "testset RUN | --events-dir DIR",
		Short: "Write the ground truth of event documents as a test set",
		Long: `Write the ground truth of event documents as a test set (JSON): a query a task,
its stratum the suite, its relevant documents the files. What one configuration
found is a run by the name of its folder of documents, so that eval, compare and
everything else take both.` + "\n" + exitHelp,
		Example: `  rankduel traces testset runs/staging/fix_1 -o tasks.json`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return tracesTestset(cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args)
		},
	}
	opts.add(cmd.Flags())
	opts.addEvents(cmd.Flags())
	cmd.Flags().StringVarP(&opts.output, "output", "o", "-", "file to write, - for standard output")
	return cmd
}

func tracesTestset(stdout, stderr io.Writer, opts tracesTestsetOptions, args []string) error {
	if err := opts.read(args); err != nil {
		return err
	}
	var docs []traces.Located
	_, notes, err := opts.documents(func(d traces.Located) error {
		d.Events = nil // the ground truth is enough
		docs = append(docs, d)
		return nil
	})
	if err != nil {
		return err
	}
	for _, note := range notes {
		warner(stderr)(note)
	}
	name := strings.TrimSuffix(filepath.Base(opts.output), filepath.Ext(opts.output))
	if opts.output == "-" {
		name = "tasks"
	}
	set, without, err := traces.TestSet(docs, name, opts.convention)
	if err != nil {
		return err
	}
	to := reports.Terminal(stderr, false)
	if n := len(without); n > 0 {
		fmt.Fprintf(to, "%s left out, without ground truth: %s\n", prose.Plural(n, "task"), strings.Join(without, ", "))
	}
	if opts.output == "-" {
		_, err = stdout.Write(set)
		return err
	}
	if err := writeFile("-o "+opts.output, opts.output, func(w io.Writer) error { _, err := w.Write(set); return err }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "wrote %s; score with: rankduel eval CONFIG_FOLDER --test-set %s (profile %s)\n", opts.output, opts.output, opts.convention.Profile())
	return err
}

// runSource is a run: a file, or a folder of event documents, which are a ranking
// of files by task.
func (f namedFile) runSource(profile string) (trec.Source, error) {
	at := cmp.Or(f.now, f.path)
	if !isFolder(at) {
		return f.source(), nil
	}
	var docs []traces.Located
	err := traces.EachDocument(at, func(d traces.Located) error {
		for i := range d.Events {
			d.Events[i].Arguments = nil // the files are enough
		}
		docs = append(docs, d)
		return nil
	})
	if err != nil {
		return trec.Source{}, err
	}
	if len(docs) == 0 {
		return trec.Source{}, fmt.Errorf("%s is a folder; name a file in it, or a folder of event documents (*%s)", f.path, traces.EventsEnding)
	}
	convention, err := traces.ConventionOf(profile)
	if err != nil {
		convention = traces.Convention{} // another profile scores them, and none of these reads them
	}
	lines, err := traces.Ranking(docs, convention)
	if err != nil {
		return trec.Source{}, errors.Join(fmt.Errorf("%s is no run", f.path), err)
	}
	return trec.Bytes(f.path, lines), nil
}
