package score

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/shards"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

type evalOptions struct {
	flags.Judgments
	flags.Store
	output.Report
	trecFlags
	named     []string // run files, as the user names them
	corpus    string   // whose documents a page shows
	systems   []*scoring.Table
	aggregate bool // the format is aggregate

	shard, shardBy string
	spec           shards.Spec
	part           string // where it is written
	split          func(ctx context.Context, at flags.Store, j shards.Job, show func(done, of int)) error
}

// NewEvalCommand makes the verb eval; split has workers score the shards of a run.
func NewEvalCommand(split func(ctx context.Context, at flags.Store, j shards.Job, show func(done, of int)) error) *cobra.Command {
	opts := evalOptions{split: split}
	cmd := flags.Verb("eval RUN... --qrels QRELS", nil, opts.run)
	cmd.SuggestFor = []string{"evaluate", "score", "trec_eval"}
	opts.addAll(cmd.Flags())
	return cmd
}

func (o *evalOptions) addAll(set *pflag.FlagSet) {
	o.Judgments.Add(set, compare.OfEvaluation)
	set.Lookup("bounds").Usage = "also how low and how high the mean could be if the unjudged hits were judged"
	o.Looks.Add(set, &o.Store)
	o.Store.Add(set)
	o.Report.Add(set)
	o.AddEvents(set)
	o.AddPaper(set)
	o.Page.Add(set)
	output.AddCorpus(set, &o.corpus)
	o.add(set, &o.Request, &o.EachQuery)
	flags.IdleWith(set, "qrels", "ledger")
	flags.IdleWithout(set, "test-set", "store")
	flags.IdleWithout(set, "shard", "store")
	set.StringVar(&o.shard, "shard", "", "score shard `I/N` alone, I from 0, into a part for -o PART.rdx, which merge reads; each by rankduel work on --store where I is {}")
	set.StringVar(&o.shardBy, "shard-by", "", "how a run is shared out: file, range or query (default: file of a folder, else range)")
	flags.IdleWithout(set, "shard", "shard-by")
	flags.IdleWith(set, "shard", strings.Fields("per-query query-eval no-summary by ties bounds otel corpus caption label for-spreadsheet width no-color verbose ledger")...)
	set.StringArrayVar(&o.named, "run", nil, "run file, the same as an argument without --run; repeatable")
}

// useFormat turns --format trec, which has a profile and a writer of its own, and --format aggregate into settings; the
// rest of the output, the files of -o, stays what it is.
func (o *evalOptions) useFormat() error {
	if o.aggregate = o.Format == string(reports.Aggregate); o.aggregate {
		o.Format = string(reports.Text)
		if len(o.Files) == 0 {
			return flags.RefuseUnused(o.Flags, "with --format aggregate, which is of all queries; it is for -o FILE", "per-query", "query-eval", "by")
		}
	}
	if o.Format != string(reports.Trec) {
		return nil
	}
	if !o.Has("profile") {
		o.Request.Set("profile", "trec")
	}
	if profile := o.Measures.Profile; profile != "trec" {
		return fmt.Errorf("--format trec is what trec_eval prints, with the numbers of --profile trec and not of %q", profile)
	}
	o.Measures.Trec, o.Format = true, string(reports.Text)
	return flags.RefuseUnused(o.Flags, "with --format trec, none of whose measures asks for it", "paths")
}

// conventions reads profile and measures under the flags of trec_eval.
func (o *evalOptions) conventions() (metrics.Profile, []metrics.Measure, error) {
	profile, measures, err := o.Conventions(&o.Request)
	switch {
	case o.Measures.Trec:
		if profile, err = metrics.ProfileByName(o.ProfileName(&o.Request)); err == nil {
			profile = o.Adapt(profile)
			measures, err = o.read(o.Measures.Names)
		}
	case err == nil:
		measures, err = o.adjust(measures)
	}
	return profile, measures, err
}

func (o *evalOptions) run(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	o.named = slices.Concat(args, o.named)
	o.Page.Command, o.Page.Stderr = output.CommandLine("eval", args, cmd.Flags()), cmd.ErrOrStderr()
	if err := o.useFormat(); err != nil {
		return err
	}
	files, err := inputs.NameFiles(o.named)
	if err != nil {
		return err
	}
	if o.shard != "" {
		if err := o.takeShard(files); err != nil {
			return err
		}
	}
	return o.eval(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr(), files)
}

// eval reports an evaluation of files.
func (o *evalOptions) eval(ctx context.Context, stdout, stderr io.Writer, files []inputs.File) error {
	err := errors.Join(o.Check(), o.check(len(files)), o.checkRanges(), o.checkExact(), o.CheckReading(files), o.CheckCorpus(o.corpus))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("no run: name the run files")
	}
	if err := o.Page.ReadTexts(ctx, o.corpus, o.Writes(reports.HTML)); err != nil {
		return err
	}
	e, look, fault := o.evaluate(ctx, stderr, files)
	if e == nil {
		return fault
	}
	if o.Writes(reports.JSON) {
		if e.Provenance, err = o.provenance(ctx, files, e); err != nil {
			return errors.Join(err, fault)
		}
	}
	if err := look.IntoEach(ctx, e); err != nil {
		return errors.Join(err, fault)
	}
	return errors.Join(o.report(stdout, e), fault)
}

// evaluate scores run files. An error may come with an evaluation of which some runs were not measured.
func (o *evalOptions) evaluate(ctx context.Context, stderr io.Writer, files []inputs.File) (*result.Evaluation, *flags.Look, error) {
	profile, measures, err := o.conventions()
	if err != nil {
		return nil, nil, err
	}
	if o.aggregate {
		if err := checkAggregate(profile, len(files)); err != nil {
			return nil, nil, err
		}
	}
	o.Stderr = stderr
	look, err := o.Look(ctx, o.Set, ".", o.TestSet, o.Request.Judgments.Part, 0)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case o.shard != "" && look != nil:
		return nil, nil, errors.New("these queries are held out, and a look at them is taken whole; leave out --shard")
	case strings.HasPrefix(o.shard, shards.Each):
		return nil, nil, o.haveScored(ctx, stderr, files[0])
	}
	judgments, err := o.ReadJudgments(ctx, &o.Request, profile, measures)
	switch {
	case err != nil:
		return nil, nil, err
	case o.shard != "":
		return nil, nil, o.scoreShard(ctx, stderr, files[0], judgments, measures, profile)
	}
	scored := o.scoring()
	if o.DrawsFigures() {
		scored.KeepRanks, scored.KeepHits = true, output.HitsOnPage
	}
	scored.Hash, scored.Ties, scored.Bounds = o.ShowsHashes() || look != nil || o.Remembers(), o.Request.Judgments.Ties, o.Settings.Bounds
	runs, err := o.Score(ctx, &o.Request, judgments, files, measures, profile, scored)
	if err != nil {
		return nil, nil, err
	}
	runs, fault := compare.Arms(runs)
	if runs == nil {
		return nil, nil, fault
	}
	if err := look.OfTables(ctx, systemsOf(runs), false); err != nil {
		return nil, nil, err
	}
	if err := o.Remember(ctx, runs); err != nil {
		return nil, nil, err
	}
	o.warn(stderr, runs)
	o.systems = runs
	return scoring.NewEvaluation(judgments.Info, profile.Name, runs, o.PerQuery()), look, fault
}

// checkExact refuses --exact for the formats of other programs, which round.
func (o *evalOptions) checkExact() error {
	if o.Measures.Exact && (o.Measures.Trec || o.aggregate) {
		return errors.New("--exact: this format is the original's, which rounds; take --format json")
	}
	return nil
}

// checkRanges refuses --ties and --bounds where nothing would show them: they are about means, trec_eval's
// format has no place for them, and CSV lists queries.
func (o *evalOptions) checkRanges() error {
	if !o.Request.Judgments.Ties && !o.Settings.Bounds {
		return nil
	}
	output := o.Report
	switch {
	case o.Measures.Trec:
		output.Format = string(reports.Trec)
	case o.aggregate:
		output.Format = string(reports.Aggregate)
	}
	if slices.ContainsFunc([]reports.Format{reports.Text, reports.Markdown, reports.JSON, reports.HTML}, output.Writes) {
		return nil
	}
	return fmt.Errorf("--format %s does not show what --ties and --bounds find; use text, markdown or json, or -o FILE.json", output.Format)
}

// detailsOf returns what a page shows of single queries.
func detailsOf(systems []*scoring.Table) []result.SystemDetail {
	return ordered.Each(systems, func(s *scoring.Table) result.SystemDetail { return s.Detail(output.HitsOnPage) })
}

// report writes the evaluation to standard output and to the files of -o.
func (o *evalOptions) report(stdout io.Writer, e *result.Evaluation) error {
	switch {
	case o.Quiet:
	case o.Measures.Trec:
		if err := o.write(stdout, e, o.EachQuery); err != nil {
			return err
		}
		o.Quiet = true
	case o.aggregate:
		if err := reports.Evaluation(stdout, e, reports.Aggregate, reports.Options{}); err != nil {
			return err
		}
		o.Quiet = true
	}
	return o.Write(stdout, func(w io.Writer, f reports.Format, options reports.Options) error {
		if f == reports.HTML {
			return o.Page.WriteData(w, &reports.Data{Evaluation: e, Systems: detailsOf(o.systems), Text: o.Page.Texts})
		}
		return reports.Evaluation(w, e, f, options)
	})
}
