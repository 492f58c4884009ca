package agents

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/traces"
)

type tracesTestsetOptions struct {
	traceFlags
	output string
}

func newTracesTestsetCommand() *cobra.Command {
	var opts tracesTestsetOptions
	cmd := flags.Verb("testset RUN | --events-dir DIR", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return tracesTestset(cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args)
	})
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
		output.Warner(stderr)(note)
	}
	name := strings.TrimSuffix(filepath.Base(opts.output), filepath.Ext(opts.output))
	if opts.output == "-" {
		name = "tasks"
	}
	set, without, err := traces.TestSet(docs, name, opts.convention)
	if err != nil {
		return err
	}
	to := document.Terminal(stderr, false)
	if n := len(without); n > 0 {
		fmt.Fprintf(to, "%s left out, without ground truth: %s\n", prose.Plural(n, "task"), strings.Join(without, ", "))
	}
	if opts.output == "-" {
		_, err = stdout.Write(set)
		return err
	}
	if err := output.WriteFile("-o "+opts.output, opts.output, func(w io.Writer) error { _, err := w.Write(set); return err }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "score with: rankduel eval CONFIG_FOLDER --test-set %s (profile %s)\n", opts.output, opts.convention.Profile())
	return err
}
