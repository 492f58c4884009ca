package agents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/agents"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/groundtruth"
	"github.com/rankduel/rankduel/traces/normalize"
	"github.com/rankduel/rankduel/traces/runs"
)

type normalizeOptions struct {
	traceFlags
	output.Report
	tasks   string
	task    string
	dryRun  bool
	again   bool
	list    bool
	workers int
}

func newTracesNormalizeCommand() *cobra.Command {
	var opts normalizeOptions
	cmd := flags.Verb("normalize RUN", cobra.MaximumNArgs(1), opts.run)
	flags := cmd.Flags()
	opts.add(flags)
	opts.AddPlain(flags, reports.Text, reports.JSON, reports.Markdown, reports.CSV)
	opts.AddSheet(flags)
	flags.StringVar(&opts.tasks, "tasks", "", "definitions of the tasks: their folder, or a registry of ground truth")
	flags.StringVar(&opts.task, "task", "", "only this task")
	flags.BoolVar(&opts.dryRun, "dry-run", false, "write nothing, say what would be written")
	flags.BoolVar(&opts.again, "again", false, "write also what is up to date")
	flags.BoolVar(&opts.list, "json", false, "print all documents as a JSON list, in place of the result")
	flags.IntVar(&opts.workers, "workers", 0, "parallel readers, 0 for one each processor; changes no byte")
	return cmd
}

func (o *normalizeOptions) run(cmd *cobra.Command, args []string) error {
	if err := errors.Join(o.Check(), o.read(args)); err != nil {
		return err
	}
	if o.runDir == "" {
		return errors.New("give the folder of a run, or of runs with --all")
	}
	tasks, err := groundtruth.Open(o.tasks, o.convention)
	if err != nil {
		return fmt.Errorf("--tasks: %w", err)
	}
	tree, err := runs.Walk(o.runDir, o.all, o.convention)
	if err != nil {
		return err
	}
	if o.task != "" {
		tree.Trials = slices.DeleteFunc(tree.Trials, func(t runs.Trial) bool { return t.Task != o.task })
		if len(tree.Trials) == 0 {
			return fmt.Errorf("--task %s: no trial of it in %s", o.task, o.runDir)
		}
	}
	if o.tasks == "" {
		tree.Notes = append(tree.Notes, "no task has ground truth: give --tasks DIR, or nothing can be measured")
	} else if without := tasks.Undefined(tree.Tasks()); len(without) > 0 {
		const most = 20
		more := ""
		if len(without) > most {
			more = fmt.Sprintf(" and %d more", len(without)-most)
		}
		tree.Notes = append(tree.Notes, fmt.Sprintf("%d of %d tasks are not defined in %s, and have no ground truth: %s%s",
			len(without), len(tree.Tasks()), o.tasks, strings.Join(without[:min(most, len(without))], ", "), more))
	}
	return o.tree(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), tree, tasks)
}

func (o *normalizeOptions) tree(ctx context.Context, stdout, stderr io.Writer, tree *runs.Tree, tasks *groundtruth.Tasks) error {
	bar := output.NewProgress(stderr, o.Quiet)
	bar.What = "reading traces"
	settings := normalize.Settings{
		Convention: o.convention, Now: time.Now(), Workers: o.workers, Again: o.again, DryRun: o.dryRun,
		Progress: func(done, total int) { bar.Show(run.Progress{Done: done, Total: total}) },
	}
	list := &documentList{to: stdout, comma: "[\n"}
	if o.list {
		settings.Each = list.add
	}
	written, err := normalize.Tree(ctx, tree.Trials, tasks, settings)
	bar.Finish()
	if failed, is := errors.AsType[*normalize.WriteError](err); is {
		err = &result.StoreError{Err: failed}
	}
	if err != nil {
		if len(written) > 0 {
			err = errors.Join(err, fmt.Errorf("%d of %d trials are done, and the same command goes on from there", len(written), len(tree.Trials)))
		}
		return err
	}
	if o.list {
		return list.end()
	}
	n := traces.Normalized{Schema: traces.NormalizedSchema, Profile: o.convention.Profile(), DryRun: o.dryRun, Trials: written, Notes: tree.Notes}
	if n.Notes == nil {
		n.Notes = []string{}
	}
	return o.Write(stdout, output.Of(n, agents.WriteNormalized))
}

// A documentList prints documents as a JSON list, one after the other.
type documentList struct {
	to    io.Writer
	comma string
}

func (l *documentList) add(document func(io.Writer) error) error {
	_, err := io.WriteString(l.to, l.comma)
	l.comma = ",\n"
	return errors.Join(err, document(l.to))
}

func (l *documentList) end() error {
	if l.comma == "[\n" {
		_, err := fmt.Fprintln(l.to, "[]")
		return err
	}
	_, err := fmt.Fprintln(l.to, "]")
	return err
}
