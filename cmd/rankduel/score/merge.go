package score

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/cmd/rankduel/replay"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/shards"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

// mergeOptions are those of what merge prints: a comparison, or else an evaluation.
type mergeOptions struct {
	compareOptions
	trecFlags
	compares bool
}

// NewMergeCommand makes the verb merge.
func NewMergeCommand() *cobra.Command {
	var o mergeOptions
	cmd := flags.Verb("merge PART... [--compare A B]", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		o.Stderr = cmd.ErrOrStderr()
		return o.merge(cmd.Context(), cmd.OutOrStdout(), args)
	})
	set := cmd.Flags()
	o.AddSettings(set, compare.OfStored)
	o.Report.Add(set, append(reports.Formats(), reports.Trec, reports.Aggregate)...)
	o.AddEvents(set)
	o.AddPaper(set)
	o.Screen.AddDetails(set)
	set.BoolVar(&o.compares, "compare", false, "compare runs, named after the parts: the first with each other one")
	set.BoolVarP(&o.noSummary, "no-summary", "n", false, "with --format trec: no lines for all queries")
	flags.IdleWith(set, "compare", "no-summary")
	flags.IdleWithout(set, "compare", "details")
	for _, f := range request.Fields() {
		if f.For&compare.OfStored != 0 && f.For&compare.OfEvaluation == 0 {
			flags.IdleWithout(set, "compare", f.Name())
		}
	}
	return cmd
}

func isPart(path string) bool { return strings.HasSuffix(path, shards.Ending) }

// merge prints what eval, or compare, prints of the runs that parts are of.
func (o *mergeOptions) merge(ctx context.Context, stdout io.Writer, args []string) error {
	var parts, names []string
	for _, arg := range args {
		if o.compares && !isPart(arg) {
			names = append(names, arg)
		} else {
			parts = append(parts, arg)
		}
	}
	runs, err := shards.Runs(parts, names)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(o.Files, isPart); i >= 0 {
		if len(runs) != 1 || len(o.Files) != 1 || o.compares {
			return fmt.Errorf("-o %s is one part of one run; write nothing else with it", o.Files[i])
		}
		return output.WriteFile("-o "+o.Files[i], o.Files[i], runs[0].Part().Write)
	}
	files, err := o.take(runs, parts[0])
	if err != nil {
		return err
	}
	if o.compares {
		return o.compare(ctx, stdout, files)
	}
	e := evalOptions{Judgments: o.Judgments, Report: o.Report, trecFlags: trecFlags{noSummary: o.noSummary, qrelsForm: "qrels", runForm: "trec_results"}}
	e.asked = &e.Request
	if err := e.useFormat(); err != nil {
		return err
	}
	return e.eval(ctx, stdout, o.Stderr, files)
}

// take asks for what the parts were asked for, and for what merge was.
func (o *mergeOptions) take(runs []*shards.Run, part string) ([]inputs.File, error) {
	of := runs[0].Provenance
	for _, r := range runs[1:] {
		of.Inputs = append(slices.Clip(of.Inputs), r.Provenance.Inputs[len(r.Provenance.Inputs)-1])
	}
	r := &replay.Report{Document: &verify.Document{Path: part, Provenance: of}}
	asked, err := r.Request(compare.OfEvaluation)
	if err != nil {
		return nil, err
	}
	files, err := r.Take(&o.Judgments, ordered.Each(of.Inputs, func(in result.Input) string { return in.Path }), len(runs))
	if err != nil {
		return nil, err
	}
	for i := range files {
		files[i].Parts = runs[i].Table
	}
	for _, key := range asked.Given {
		if row, _ := setting.Find(request.Fields(), key); o.compares && row.For&compare.OfRunFiles == 0 {
			return nil, fmt.Errorf("the parts were scored with --%s, which a comparison of runs does not know; score them without it", row.Name())
		}
	}
	asked.Override(&o.Request)
	o.Request, o.Taken = *asked, false
	return files, nil
}

// takeShard says which shard is scored, and where its part is written.
func (o *evalOptions) takeShard(files []inputs.File) (err error) {
	o.spec, err = shards.ParseSpec(o.shard, o.shardBy)
	switch {
	case err != nil:
		return err
	case len(files) != 1 || files[0].Several() != nil:
		return errors.New("--shard is about one run: name a file, a folder, or a pattern in quotes")
	case len(o.Files) != 1 || !isPart(o.Files[0]):
		return fmt.Errorf("--shard writes a part: name it with -o PART%s, and print it with `rankduel merge`", shards.Ending)
	case strings.HasPrefix(o.shard, shards.Each) != strings.Contains(o.Files[0], shards.Each):
		return fmt.Errorf("%s in --shard and in -o stands for the number of each shard; write both or none", shards.Each)
	case strings.HasPrefix(o.shard, shards.Each) && !o.Flags.Changed("store"):
		return fmt.Errorf("--shard %s waits for `rankduel work` at a store: name it by --store; without one write numbers in place of %s", o.shard, shards.Each)
	case !strings.HasPrefix(o.shard, shards.Each) && o.Flags.Changed("store") && o.TestSet == "":
		return flags.RefuseUnused(o.Flags, "with one shard, which is scored here", "store")
	case o.Format != string(reports.Text) || o.aggregate:
		return errors.New("--format is for `rankduel merge`, which prints what --shard writes")
	}
	o.part, o.Files = o.Files[0], nil
	if o.shardBy == shards.ByQuery {
		o.Only = func(id string) bool { return o.spec.Has([]byte(id)) }
	}
	return nil
}

// asks returns what a shard of a run is asked for.
func (o *evalOptions) asks(set result.TestSetInfo, file inputs.File) (of result.Provenance, err error) {
	of = result.Provenance{Command: "eval", Inputs: append(o.JudgmentInputs(set), file.Input(result.InputRun, ""))}
	of.Inputs = slices.DeleteFunc(of.Inputs, func(in result.Input) bool { return in.Path == "" })
	of.Request, err = o.Record(request.Of(compare.OfEvaluation))
	return of, err
}

// haveScored has workers score all shards of a run.
func (o *evalOptions) haveScored(ctx context.Context, stderr io.Writer, file inputs.File) error {
	of, err := o.asks(result.TestSetInfo{}, file)
	if err != nil {
		return err
	}
	progress := output.NewProgress(stderr, o.Quiet)
	err = o.split(ctx, o.Store, shards.Job{Spec: o.spec, Asked: of, Parts: o.part}, func(done, of int) { progress.Stage("shards", done, of) })
	progress.Finish()
	if err == nil && !o.Quiet {
		fmt.Fprintf(stderr, "rankduel: %s written; rankduel merge prints what they add up to\n", prose.Plural(o.spec.Of, "part"))
	}
	return err
}

// scoreShard scores one shard of a run and writes its part.
func (o *evalOptions) scoreShard(ctx context.Context, stderr io.Writer, file inputs.File, judged *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile) error {
	if profile.Layout == metrics.TasksLayout {
		return fmt.Errorf("profile %s sums up what parts do not keep; leave out --shard", profile.Name)
	}
	of, err := o.asks(judged.Info, file)
	if err != nil {
		return err
	}
	scored := o.scoring()
	scored.Name, scored.Run = file.Name, o.ReadsRuns(&o.Request)
	p, err := o.spec.Score(ctx, cmp.Or(file.At, file.Path), judged, measures, profile, scored, of)
	if err != nil {
		return err
	}
	if err := output.WriteFile("-o "+o.part, o.part, p.Write); err != nil {
		return err
	}
	if o.shardBy != shards.ByQuery && judged.Len() > 4*p.Rows {
		fmt.Fprintf(stderr, "rankduel: warning: shard %s read the judgments of %s for %d of its own; with --shard-by query it keeps those that it needs\n", o.shard, prose.Plural(judged.Len(), "query"), p.Rows)
	}
	return nil
}
