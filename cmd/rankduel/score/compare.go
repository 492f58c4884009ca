package score

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

type compareOptions struct {
	flags.Judgments
	output.Report
	flags.Store
	kebabCompareFlags
	corpus string // whose documents a page shows
}

// NewCompareCommand makes the verb compare.
func NewCompareCommand() *cobra.Command {
	var opts compareOptions
	cmd := flags.Verb("compare A B [C ...]", cobra.MinimumNArgs(1), opts.run)
	opts.addAll(cmd.Flags())
	return cmd
}

func (o *compareOptions) addAll(set *pflag.FlagSet) {
	o.Judgments.Add(set, compare.OfRunFiles|compare.OfScoreFiles|compare.OfStored)
	o.Looks.Add(set, &o.Store)
	o.Report.Add(set, append(reports.Formats(), reports.Kebab)...)
	o.AddEvents(set)
	o.AddPaper(set)
	o.Screen.AddDetails(set)
	o.Page.Add(set)
	output.AddCorpus(set, &o.corpus)
	o.Store.Add(set)
	o.add(set)
	o.Silver.Add(set)
	flags.IdleWith(set, "qrels", "store", "ledger")
	flags.IdleWithout(set, "rule", "mode")
	flags.IdleWithout(set, "rules", "mode")
	flags.IdleWithout(set, "write-report", "runs-dir")
}

func (o *compareOptions) run(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	o.Stderr, o.Page.Stderr = cmd.ErrOrStderr(), cmd.ErrOrStderr()
	o.Page.Command = output.CommandLine("compare", args, cmd.Flags())
	if !slices.ContainsFunc(args, func(arg string) bool { return !isPart(arg) }) {
		if err := o.RefuseOthers(compare.OfStored, "for parts, which are not scored again"); err != nil {
			return err
		}
		m := mergeOptions{compareOptions: *o, compares: true}
		return m.merge(ctx, cmd.OutOrStdout(), args)
	}
	if o.comparesKebab(ctx, args) {
		return o.compareKebab(ctx, cmd.OutOrStdout(), args)
	}
	if err := o.checkUse(cmd.Flags()); err != nil {
		return err
	}
	files, err := inputs.NameFiles(args)
	if err != nil {
		return err
	}
	return o.compare(ctx, cmd.OutOrStdout(), files)
}

// compare reports a comparison of files.
func (o *compareOptions) compare(ctx context.Context, stdout io.Writer, files []inputs.File) error {
	if err := errors.Join(o.Check(), o.CheckReading(files), o.Silver.Check(files, &o.Asked)); err != nil {
		return err
	}
	if len(files) < 2 && !o.Systems.Scores {
		return errors.New("one run; name the baseline and at least one candidate")
	}
	if !o.Systems.Scores { // of which one file may hold several
		if err := o.CheckSystems(len(files)); err != nil {
			return err
		}
	}
	if err := errors.Join(o.CheckCorpus(o.corpus), o.Page.ReadTexts(ctx, o.corpus, o.Writes(reports.HTML))); err != nil {
		return err
	}
	did, err := o.measure(ctx, files)
	if did == nil {
		return err
	}
	c := did.comparison
	if o.Writes(reports.JSON) {
		var unknown error
		if c.Provenance, unknown = o.provenance(ctx, files, did); unknown != nil {
			return errors.Join(err, unknown)
		}
	}
	if o.kind() == compare.OfStored {
		err = errors.Join(err, o.WarnOfChoice(ctx, c))
	}
	if unwritten := did.look.Into(ctx, "compare", c); unwritten != nil {
		return errors.Join(err, unwritten)
	}
	return errors.Join(err, o.Write(stdout, func(w io.Writer, f reports.Format, options reports.Options) error {
		if f == reports.HTML {
			o.Page.Graded = o.Silver.Graded
			return o.Page.Write(w, c, o.details(did.systems))
		}
		options.AllPairs, options.Unjudged = o.Settings.AllPairs, o.Settings.Unjudged > 0
		return reports.Comparison(w, c, f, options)
	}))
}

// A measured comparison is one with what it was made of.
type measured struct {
	comparison *result.Comparison
	systems    []*scoring.Table
	look       *flags.Look // nil when no held-out queries are among them
}

// measure reads what the arguments name and compares. An error may come with a comparison that has no verdict.
func (o *compareOptions) measure(ctx context.Context, files []inputs.File) (*measured, error) {
	// Numbers are checked before anything is read; what the measures are called shows when it is known what there is.
	settings, err := o.Resolve(func(text string) (metrics.Measure, error) { return scoring.Named(text), nil })
	if err != nil {
		return nil, err
	}
	if err := o.ReadColumns(ctx); err != nil {
		return nil, err
	}
	var profile metrics.Profile
	var measures []metrics.Measure
	if !o.scored() {
		if profile, measures, err = o.Conventions(&o.Request); err != nil {
			return nil, err
		}
		if settings, err = o.Resolve(profile.Parse); err != nil {
			return nil, err
		}
	}
	if len(o.Measures.Names) == 0 { // counts and geometric means are for eval
		measures = slices.DeleteFunc(slices.Clone(measures), func(m metrics.Measure) bool { return !compare.Decides(m) })
	}
	var look *flags.Look
	if !o.scored() {
		if look, err = o.Look(ctx, o.Set, ".", o.TestSet, o.Request.Judgments.Part, o.Settings.Alpha); err != nil {
			return nil, err
		}
	}
	systems, err := o.systems(ctx, files, profile, measures, look != nil)
	if err != nil {
		return nil, err
	}
	if err := o.Remember(ctx, systems); err != nil {
		return nil, err
	}
	if o.scored() && !o.Systems.Scores {
		if look, err = o.OfStored(ctx, systems, o.Settings.Alpha); err != nil {
			return nil, err
		}
	}
	if o.scored() {
		if err := o.CheckSystems(len(systems)); err != nil {
			return nil, err
		}
		if settings, err = inputs.SettingsOf(&o.Request, systems); err != nil {
			return nil, err
		}
	}
	if o.Silver.Model != "" {
		if settings.Primary == nil {
			settings.Primary = compare.Primary(profile, measures)
		}
		if settings.Silver, err = o.Silver.Join(ctx, &o.Judgments, systems, files, settings.Primary); err != nil {
			return nil, err
		}
	}
	settings.PerQuery = o.PerQuery()
	if look != nil {
		if err := look.OfTables(ctx, systemsOf(systems), true); err != nil {
			return nil, err
		}
		settings.Alpha = look.Level
	}
	c, err := compare.Against(systems[0], systems[1:], settings)
	if c == nil {
		return nil, err
	}
	return &measured{c, systems, look}, err
}

func systemsOf(tables []*scoring.Table) []result.System {
	return ordered.Each(tables, func(t *scoring.Table) result.System {
		return result.System{Name: t.Name, SHA256: t.SHA256, RunID: t.RunID}
	})
}

func (o *compareOptions) kind() uint {
	switch {
	case o.Systems.Scores:
		return compare.OfScoreFiles
	case o.scored():
		return compare.OfStored
	}
	return compare.OfRunFiles
}

// scored tells whether the scores exist already.
func (o *compareOptions) scored() bool { return o.Systems.Scores || o.Qrels == "" && o.TestSet == "" }

// checkUse refuses flags that would be ignored: scores that exist already are compared as they are.
func (o *compareOptions) checkUse(set *pflag.FlagSet) error {
	if o.Systems.Scores {
		const why = "with --scores, which are not scored again"
		return errors.Join(o.RefuseOthers(compare.OfScoreFiles, why), flags.RefuseUnused(set, why, append([]string{"ledger", "store"}, ofKebab...)...))
	}
	err := errors.Join(o.RefuseOthers(compare.OfRunFiles|compare.OfStored, "without --scores"), flags.RefuseUnused(set, "without runs of kebab", ofKebab...))
	if o.Format == string(reports.Kebab) {
		err = errors.Join(err, errors.New("--format kebab is about runs of kebab: give --golden FILE, and their --store unless they are files"))
	}
	if err != nil || !o.scored() {
		return err
	}
	var planned []string
	for _, f := range request.Of(compare.OfExperiment) {
		if f.For&compare.OfStored == 0 {
			planned = append(planned, f.Name())
		}
	}
	return errors.Join(o.RefuseOthers(compare.OfStored, notScored, planned...),
		flags.RefuseUnused(set, "for stored runs, which have scores and no rankings; `rankduel run EXPERIMENT.yaml` has it too and reads the recordings; or give --qrels or --test-set to score run files", planned...))
}

// notScored is why flags of scoring are refused.
const notScored = "for stored runs, which are not scored again; give --qrels or --test-set to score run files"

// systems reads what the arguments name.
func (o *compareOptions) systems(ctx context.Context, files []inputs.File, profile metrics.Profile, measures []metrics.Measure, looks bool) ([]*scoring.Table, error) {
	switch {
	case o.Systems.Scores:
		return inputs.ReadSystems(ctx, o.Systems, files, o.Measures.Names, o.Has("margin"))
	case o.scored():
		for _, file := range files {
			if _, err := os.Stat(file.Path); err == nil {
				return nil, fmt.Errorf("%s is a file: give the judgments too, with --qrels or --test-set, or --scores if it holds per-query scores", file.Path)
			}
		}
		return o.storedScores(ctx, files)
	}
	return o.ScoreFiles(ctx, &o.Request, files, measures, profile, scoring.Options{
		KeepRanks: true, KeepHits: max(o.keepHits(), o.Silver.Depth(measures)), KeepUnjudged: o.Settings.Bounds || o.Settings.Unjudged > 0, Hash: o.ShowsHashes() || looks || o.Remembers(),
	})
}

// keepHits returns how many hits of each query are kept for a page.
func (o *compareOptions) keepHits() int {
	if o.DrawsFigures() {
		return output.HitsOnPage
	}
	return 0
}

// details returns what a page shows of single queries. Stored runs come with the top
// of their rankings, scores without any.
func (o *compareOptions) details(systems []*scoring.Table) []result.SystemDetail {
	list := make([]result.SystemDetail, len(systems))
	for i, s := range systems {
		list[i] = s.Detail(o.keepHits())
		switch {
		case o.Systems.Scores:
			list[i].NoHits = "scores that another program computed come without rankings"
		case o.scored():
			list[i] = list[i].Kept("this run was stored by a version that kept no rankings with it; `rankduel run EXPERIMENT.yaml -o FILE.html` has them")
		}
	}
	return list
}

// storedScores reads stored runs by id or by the start of one.
func (o *compareOptions) storedScores(ctx context.Context, runs []inputs.File) ([]*scoring.Table, error) {
	db, err := o.OpenReadOnly(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var all []*scoring.Table
	for _, named := range runs {
		run, err := flags.FindRun(ctx, db, named.Path)
		if err != nil {
			return nil, err
		}
		s, err := scoring.Restore(run)
		if err != nil {
			return nil, err
		}
		if named.Given {
			s.Name = named.Name
		}
		all = append(all, s)
	}
	return all, nil
}
