package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

type compareOptions struct {
	judgmentFlags
	compareFlags
	outputFlags
	storeFlag
	scoreFlags
	kebabCompareFlags
	bounds   bool
	corpus   string // whose documents a page shows
	unjudged int    // how many unjudged documents to list
}

func newCompareCommand() *cobra.Command {
	var opts compareOptions
	cmd := &cobra.Command{
		Use:   "compare A B [C ...]",
		Short: "Compare two runs query by query and decide",
		Long: `Compare systems query by query. A is the baseline, every other one a candidate;
differences are candidate - baseline, so positive means the candidate is better.

A and B are run files (with --qrels or --test-set), ids of stored runs, or, with
--scores, files of per-query scores that another program computed: tables with
the columns query_id, measure and score, with one column a measure, or what
trec_eval -q prints. A column run, or one column a system, puts several systems
into one file. NAME=FILE gives a run a name of its own.

Two runs of a store of kebab, or two per_query.jsonl, are compared by a --golden
list as kebab compares them, with intervals and a verdict beside it; --format
kebab is kebab's own JSON. With --rule it is a gate too, whose exit codes are 1,
failed, and 4, inconclusive.` + "\n" + exitHelp,
		Example: `  rankduel compare bm25.trec dense.trec --qrels qrels.txt
  rankduel compare a.trec b.trec --test-set testset.yaml -m nDCG@10 -o new.md
  rankduel compare bm25.trec dense.trec --qrels qrels.txt --bounds
  rankduel compare a.trec b.trec --qrels qrels.txt --unjudged 50 -o labels.csv
  rankduel compare run_1f3a9c run_77b0e2
  rankduel compare run_0196a0 run_0196b1 --store k.sqlite --golden golden.yaml
  rankduel compare --scores a.csv b.csv
  rankduel compare --scores bm25=a.txt dense=b.txt -m map,P_10 --primary map
  rankduel compare --scores systems.csv --systems bm25,dense -m nDCG@10`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.stderr, opts.page.stderr = cmd.ErrOrStderr(), cmd.ErrOrStderr()
			opts.page.command = commandLine("compare", args, cmd.Flags())
			if opts.comparesKebab(cmd.Context()) {
				return opts.compareKebab(cmd.Context(), cmd.OutOrStdout(), args)
			}
			if err := opts.checkUse(cmd.Flags()); err != nil {
				return err
			}
			return runCompare(cmd.Context(), cmd.OutOrStdout(), opts, args)
		},
	}
	opts.addAll(cmd.Flags())
	return cmd
}

func (o *compareOptions) addAll(flags *pflag.FlagSet) {
	o.judgmentFlags.add(flags)
	o.lookFlags.add(flags)
	o.compareFlags.add(flags)
	o.forms = append(reports.Formats(), reports.Kebab)
	o.outputFlags.add(flags)
	o.screen.addDetails(flags)
	o.page.add(flags)
	addCorpus(flags, &o.corpus)
	o.storeFlag.add(flags)
	o.scoreFlags.add(flags)
	o.kebabCompareFlags.add(flags)
	addBounds(flags, &o.bounds)
	addUnjudged(flags, &o.unjudged)
}

func runCompare(ctx context.Context, stdout io.Writer, opts compareOptions, args []string) error {
	files, err := nameFiles(args)
	if err != nil {
		return err
	}
	inputs := append([]string{opts.qrels, opts.testSet, opts.paths, opts.corpus}, pathsOf(files)...)
	if err := errors.Join(opts.outputFlags.check(), opts.scoreFlags.check(), opts.checkInputs(inputs...), opts.checkReading(files)); err != nil {
		return err
	}
	if len(files) < 2 && !opts.scores {
		return errors.New("one run; name the baseline and at least one candidate")
	}
	if err := checkUnjudged(opts.flags, opts.unjudged, len(files)); err != nil {
		return err
	}
	if err := errors.Join(opts.checkCorpus(opts.corpus), opts.page.readTexts(ctx, opts.corpus, opts.writes(reports.HTML))); err != nil {
		return err
	}
	did, err := opts.measure(ctx, files)
	if did == nil {
		return err
	}
	c := did.comparison
	if opts.writes(reports.JSON) {
		var unknown error
		if c.Provenance, unknown = opts.provenance(ctx, files, did); unknown != nil {
			return errors.Join(err, unknown)
		}
	}
	if unwritten := did.look.into(ctx, "compare", c); unwritten != nil {
		return errors.Join(err, unwritten)
	}
	return errors.Join(err, opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		if f == reports.HTML {
			return opts.page.write(w, c, opts.details(did.systems))
		}
		o.AllPairs, o.Unjudged = opts.allPairs, opts.unjudged > 0
		return reports.Comparison(w, c, f, o)
	}))
}

// A measured comparison is one with what it was made of.
type measured struct {
	comparison *result.Comparison
	systems    []*scoring.Table
	look       *heldOutLook // nil when no held-out queries are among them
}

// measure reads what the arguments name and compares. An error may come with a
// comparison that has no verdict.
func (o *compareOptions) measure(ctx context.Context, files []namedFile) (*measured, error) {
	// Numbers are checked before anything is read; what the measures are called
	// shows when it is known what there is.
	settings, err := o.settings(func(text string) (metrics.Measure, error) { return scoring.Named(text), nil })
	if err != nil {
		return nil, err
	}
	var profile metrics.Profile
	var measures []metrics.Measure
	if !o.scored() {
		if profile, measures, err = o.conventions(); err != nil {
			return nil, err
		}
		if settings, err = o.settings(profile.Parse); err != nil {
			return nil, err
		}
	}
	if len(o.measures) == 0 { // counts and geometric means are for eval
		measures = slices.DeleteFunc(slices.Clone(measures), func(m metrics.Measure) bool { return !compare.Decides(m) })
	}
	var look *heldOutLook
	if !o.scored() {
		if look, err = o.look(".", o.testSet, o.part, o.alpha); err != nil {
			return nil, err
		}
	}
	systems, err := o.systems(ctx, files, profile, measures)
	if err != nil {
		return nil, err
	}
	if o.scored() && !o.scores {
		if look, err = o.ofStored(o.folder(), systems, o.alpha); err != nil {
			return nil, err
		}
	}
	if o.scored() {
		if len(o.measures) == 0 {
			compare.WithoutCounts(systems)
		}
		if settings, err = o.settings(func(text string) (metrics.Measure, error) { return scorefile.Find(systems[0], text) }); err != nil {
			return nil, err
		}
		if settings.Primary == nil {
			settings.Primary = compare.FirstKnown(systems[0].Measures)
		}
		if err := o.checkDirections(settings, systems[0]); err != nil {
			return nil, err
		}
	}
	settings.PerQuery, settings.Bounds, settings.Unjudged = o.perQuery(), o.bounds, o.unjudged
	if look != nil {
		settings.Alpha = look.level
	}
	c, err := compare.Against(systems[0], systems[1:], settings)
	if c == nil {
		return nil, err
	}
	return &measured{c, systems, look}, err
}

// addCorpus adds the flag that names what the documents of a page say.
func addCorpus(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "corpus", "", "corpus whose documents -o FILE.html shows: a file or a folder")
}

// addUnjudged adds the flag that lists what to judge next.
func addUnjudged(flags *pflag.FlagSet, n *int) {
	flags.IntVar(n, "unjudged", 0, "list so many unjudged documents, those first whose label could move the difference most; CSV is then a file to write grades into")
}

// checkUnjudged refuses a list of no documents, and one of several pairs, whose
// documents would be asked for twice.
func checkUnjudged(flags *pflag.FlagSet, n, systems int) error {
	switch {
	case !flags.Changed("unjudged"):
	case n < 1:
		return fmt.Errorf("--unjudged %d, want 1 or more", n)
	case systems > 2:
		return errors.New("--unjudged is about the difference of two systems; name one candidate")
	}
	return nil
}

// addBounds adds the flag that asks for the bounds of differences.
func addBounds(flags *pflag.FlagSet, bounds *bool) {
	flags.BoolVar(bounds, "bounds", false, "also how low and how high each mean difference could be if the unjudged hits were judged")
}

// checkDirections refuses scores that would decide by a guess.
func (o *compareOptions) checkDirections(settings compare.Settings, baseline *scoring.Table) error {
	if !o.scores {
		return nil // stored runs know their measures
	}
	primary := settings.Primary
	if primary == nil {
		primary = compare.Primary(baseline.Profile, baseline.Measures)
	}
	if primary == nil && len(baseline.Measures) > 0 { // none can decide, as far as is known
		primary = baseline.Measures[0]
	}
	for _, m := range append([]metrics.Measure{primary}, settings.Guardrails...) {
		if err := scorefile.CheckDirection(m); err != nil {
			return err
		}
	}
	return nil
}

// scored tells whether the scores exist already.
func (o *compareOptions) scored() bool { return o.scores || o.qrels == "" && o.testSet == "" }

// checkUse refuses flags that would be ignored: scores that exist already are
// compared as they are.
func (o *compareOptions) checkUse(flags *pflag.FlagSet) error {
	if o.scores {
		return unused(flags, "with --scores, which are not scored again", "qrels", "test-set", "part", "profile", "paths", "order", "duplicates", "exact", "undefined", "bounds", "unjudged", "ledger", "budget", "spend")
	}
	err := errors.Join(unused(flags, "without --scores", ofScores...), unused(flags, "without runs of kebab", ofKebab...))
	if o.format == string(reports.Kebab) {
		err = errors.Join(err, errors.New("--format kebab is about runs of kebab: give --golden FILE, and their --store unless they are files"))
	}
	if o.scored() {
		err = errors.Join(err, unused(flags, "for stored runs, which are not scored again; give --qrels or --test-set to score run files", "part", "profile", "measure", "paths", "order", "duplicates", "exact", "undefined"))
		err = errors.Join(err, unused(flags, "for stored runs, which have scores and no rankings; `rankduel run EXPERIMENT.yaml` has it too and reads the recordings; or give --qrels or --test-set to score run files", "bounds", "unjudged"))
	}
	return err
}

// systems reads what the arguments name.
func (o *compareOptions) systems(ctx context.Context, files []namedFile, profile metrics.Profile, measures []metrics.Measure) ([]*scoring.Table, error) {
	switch {
	case o.scores:
		return o.scoreFlags.read(ctx, files, o.measures, o.flags.Changed("margin"))
	case o.scored():
		for _, file := range files {
			if _, err := os.Stat(file.path); err == nil {
				return nil, fmt.Errorf("%s is a file: give the judgments too, with --qrels or --test-set, or --scores if it holds per-query scores", file.path)
			}
		}
		return o.storedScores(ctx, files)
	}
	judgments, err := o.judgmentFlags.read(ctx, profile, measures)
	if err != nil {
		return nil, err
	}
	return o.score(ctx, judgments, files, measures, profile, scoring.Options{
		KeepRanks: true, KeepHits: o.keepHits(), KeepUnjudged: o.bounds || o.unjudged > 0, Hash: o.identifies(),
	})
}

// keepHits is how many hits of each query are kept for a page.
func (o *compareOptions) keepHits() int {
	if o.drawn() {
		return hitsOnPage
	}
	return 0
}

// details are what a page shows of single queries. Stored runs come with the top
// of their rankings, scores without any.
func (o *compareOptions) details(systems []*scoring.Table) []result.SystemDetail {
	list := make([]result.SystemDetail, len(systems))
	for i, s := range systems {
		list[i] = s.Detail(o.keepHits())
		switch {
		case o.scores:
			list[i].NoHits = "scores that another program computed come without rankings"
		case o.scored():
			list[i] = list[i].Kept("this run was stored by a version that kept no rankings with it; `rankduel run EXPERIMENT.yaml -o FILE.html` has them")
		}
	}
	return list
}

// storedScores reads stored runs by id or by the start of one.
func (o *compareOptions) storedScores(ctx context.Context, runs []namedFile) ([]*scoring.Table, error) {
	db, err := o.openReadOnly(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var all []*scoring.Table
	for _, named := range runs {
		run, err := find(ctx, db, named.path)
		if err != nil {
			return nil, err
		}
		s, err := scoring.Restore(run)
		if err != nil {
			return nil, err
		}
		if named.given {
			s.Name = named.name
		}
		all = append(all, s)
	}
	return all, nil
}
