package agents

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/agents"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/score"
)

type tracesEvalOptions struct {
	traceFlags
	output.Report
	outputDir string
	dryRun    bool
	reads     bool
}

func newTracesEvalCommand() *cobra.Command {
	var opts tracesEvalOptions
	cmd := flags.Verb("eval RUN | --events-dir DIR", cobra.MaximumNArgs(1), opts.run)
	flags := cmd.Flags()
	opts.add(flags)
	opts.addEvents(flags)
	opts.AddPlain(flags, reports.Text, reports.JSON, reports.Markdown)
	flags.StringVar(&opts.outputDir, "output-dir", "", "folder for the files (default: next to the documents)")
	flags.BoolVar(&opts.dryRun, "dry-run", false, "write no files")
	flags.BoolVar(&opts.reads, "reads-only", false, "files found are those that were read, not also those written or named in results")
	return cmd
}

func (o *tracesEvalOptions) run(cmd *cobra.Command, args []string) error {
	if err := errors.Join(o.Check(), o.read(args)); err != nil {
		return err
	}
	how := score.Options{Convention: o.convention, Reads: o.reads, Now: time.Now()}
	var paths []string
	var tasks []*traces.TaskMetrics
	folders, notes, err := o.documents(func(d traces.Located) error {
		t, err := score.Task(d.Document, how)
		paths, tasks = append(paths, d.Path), append(tasks, t)
		return err
	})
	if err != nil {
		return err
	}
	output.Warn(cmd.ErrOrStderr(), notes)
	sum, err := score.Summarize(tasks, how)
	if err != nil {
		return err
	}
	if !o.dryRun {
		if err := o.files(paths, folders, tasks, sum); err != nil {
			return err
		}
	}
	return o.Write(cmd.OutOrStdout(), func(w io.Writer, f reports.Format, options reports.Options) error {
		return agents.WriteSummary(w, sum, o.convention.Profile(), f, options)
	})
}

// files writes the figures of every task and the summary.
func (o *tracesEvalOptions) files(paths, folders []string, tasks []*traces.TaskMetrics, sum *traces.RunSummary) error {
	root := folders[0]
	if len(folders) > 1 || o.all {
		root = filepath.Join(o.runDir, traces.EventsFolder+"_aggregate")
	}
	if o.outputDir != "" {
		root = o.outputDir
	}
	cleared := map[string]bool{}
	for i, path := range paths {
		path = strings.TrimSuffix(path, traces.EventsEnding) + traces.MetricsEnding
		if o.outputDir != "" {
			var err error
			if path, err = o.moved(path); err != nil {
				return err
			}
		}
		if dir := filepath.Dir(path); !cleared[dir] {
			outfile.Clear(dir, "")
			cleared[dir] = true
		}
		if err := writeTraceFile(path, tasks[i]); err != nil {
			return err
		}
	}
	return writeTraceFile(filepath.Join(root, traces.SummaryFile), sum)
}

// moved returns where a file goes below --output-dir: as it is below the folder that was given.
func (o *tracesEvalOptions) moved(path string) (string, error) {
	from := cmp.Or(o.eventsDir, o.runDir)
	below, err := filepath.Rel(from, path)
	if err != nil {
		return "", err
	}
	if o.eventsDir == "" && !o.all {
		below = strings.TrimPrefix(below, traces.EventsFolder+string(os.PathSeparator))
	}
	return filepath.Join(o.outputDir, below), nil
}
