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
	cmd := flags.Verb("testset RUN | --events-dir DIR", cobra.MaximumNArgs(1), opts.run)
	opts.add(cmd.Flags())
	opts.addEvents(cmd.Flags())
	cmd.Flags().StringVarP(&opts.output, "output", "o", "-", "file to write, - for standard output")
	return cmd
}

func (o *tracesTestsetOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.read(args); err != nil {
		return err
	}
	var docs []traces.Located
	_, notes, err := o.documents(func(d traces.Located) error {
		d.Events = nil // the ground truth is enough
		docs = append(docs, d)
		return nil
	})
	if err != nil {
		return err
	}
	output.Warn(cmd.ErrOrStderr(), notes)
	name := strings.TrimSuffix(filepath.Base(o.output), filepath.Ext(o.output))
	if o.output == "-" {
		name = "tasks"
	}
	set, without, err := traces.TestSet(docs, name, o.convention)
	if err != nil {
		return err
	}
	to := document.Terminal(cmd.ErrOrStderr(), false)
	if n := len(without); n > 0 {
		fmt.Fprintf(to, "%s left out, without ground truth: %s\n", prose.Plural(n, "task"), strings.Join(without, ", "))
	}
	if o.output == "-" {
		_, err = cmd.OutOrStdout().Write(set)
		return err
	}
	if err := output.WriteFile("-o "+o.output, o.output, func(w io.Writer) error { _, err := w.Write(set); return err }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "score with: rankduel eval CONFIG_FOLDER --test-set %s (profile %s)\n", o.output, o.convention.Profile())
	return err
}
