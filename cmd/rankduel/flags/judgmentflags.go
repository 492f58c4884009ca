package flags

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// Judgments say what rankings are scored against, and by which measures.
type Judgments struct {
	Looks
	Asked
	Qrels, TestSet string
	Paths          string
	Silver         Silver
	Only           func(queryID string) bool // of qrels, which queries count; nil: all
	workers        int

	At  map[result.InputRole]string // where judgments are that reports call by another path; see verify
	Set *testsets.TestSet           // of testSet, once it is read

	Columns map[string]string // where files of weights and covariates are that reports call so
}

// Add adds the flags, with those of the settings of a kind of requests.
func (j *Judgments) Add(flags *pflag.FlagSet, kind uint, but ...string) {
	j.AddSettings(flags, kind, but...)
	flags.StringVar(&j.Qrels, "qrels", "", "judgments in TREC form, or as BEIR, CSV and JSON have them; .gz and .zst are read, - is standard input")
	flags.StringVar(&j.TestSet, "test-set", "", "test set in YAML, in place of --qrels")
	flags.StringVar(&j.Paths, "paths", "", "file with the paths that answers may cite, one a line, for CitationCoverage(strict)")
	flags.IntVar(&j.workers, "workers", 0, "parallel readers, 0 for one each processor; changes no number")
}

// RefuseOthers refuses flags that were given and change no request of a kind, except for some.
func (j *Judgments) RefuseOthers(kind uint, why string, except ...string) error {
	names := ordered.Where([]string{"qrels", "test-set", "paths", "workers"}, func(name string) bool {
		return kind&compare.OfRunFiles == 0 && !slices.Contains(except, name)
	})
	for _, f := range request.Fields() {
		if f.For&kind == 0 && j.Has(f.Key) && !slices.Contains(except, f.Name()) {
			names = append(names, f.Name())
		}
	}
	return RefuseUnused(j.Flags, why, names...)
}

// ProfileName returns the profile that was asked for, or that goes with the form of the judgments.
func (j *Judgments) ProfileName() string {
	switch {
	case j.Measures.Profile != "":
		return j.Measures.Profile
	case j.Qrels != "":
		return "qrels"
	case j.Set != nil && j.Set.Profile != "":
		return j.Set.Profile
	}
	return metrics.DefaultProfile
}

// Conventions reads profile and measures, and the test set, which may name its profile.
func (j *Judgments) Conventions() (metrics.Profile, []metrics.Measure, error) {
	if j.TestSet != "" && j.Qrels == "" {
		var err error
		if j.Set, err = judgments.OpenTestSet(".", cmp.Or(j.At[result.InputTestSet], j.TestSet)); err != nil {
			return metrics.Profile{}, nil, err
		}
	}
	profile, err := judgments.ProfileFor(j.Set, j.ProfileName())
	if err != nil {
		return profile, nil, err
	}
	if j.Judgments.Gains == request.GainsReal {
		profile = profile.ForGains()
	}
	profile = j.Adapt(profile)
	measures, err := plan.Measures(profile, j.Measures.Names, j.Paths != "")
	return profile, measures, err
}

// Adapt returns the profile with what was asked for in place of its rounding and of its treatment of undefined scores.
func (j *Judgments) Adapt(profile metrics.Profile) metrics.Profile {
	if j.Measures.Exact {
		profile = profile.Exact()
	}
	switch j.Measures.Undefined {
	case request.UndefinedZero:
		profile = profile.Treating(metrics.Zero)
	case request.UndefinedExclude:
		profile = profile.Treating(metrics.Exclude)
	}
	return profile
}

// Read reads the judgments, and the paths that answers may cite.
func (j *Judgments) Read(ctx context.Context, profile metrics.Profile, measures []metrics.Measure) (*judgments.Judgments, error) {
	judged, err := j.readJudgments(ctx, profile, measures)
	if err == nil && j.Paths != "" {
		judged.Paths, err = judgments.ReadPaths(ctx, sourceAt(j.Paths, j.At[result.InputPaths]))
	}
	return judged, err
}

func (j *Judgments) readJudgments(ctx context.Context, profile metrics.Profile, measures []metrics.Measure) (*judgments.Judgments, error) {
	switch {
	case j.Qrels == "" && j.TestSet == "":
		return nil, errors.New("no judgments: give --qrels FILE or --test-set FILE")
	case j.Qrels != "" && j.TestSet != "":
		return nil, errors.New("--qrels and --test-set are two sets of judgments; give one")
	case j.Qrels != "":
		at := cmp.Or(j.At[result.InputQrels], j.Qrels)
		judgments, err := ReadQrels(ctx, at, sourceAt(j.Qrels, at), j.reading(measures))
		if err != nil {
			return nil, err
		}
		if j.Qrels != "-" {
			judgments.Info.Name = verify.Portable(j.Qrels) // reports say nothing of the machine
		}
		return judgments, judgments.Check(profile, measures)
	}
	judgments, err := judgments.Of(j.Set, j.Judgments.Part)
	if err != nil {
		return nil, err
	}
	return judgments, judgments.Check(profile, measures)
}

func (j *Judgments) reading(measures []metrics.Measure) trec.QrelsOptions {
	return trec.QrelsOptions{
		RealGains:  j.Judgments.Gains == request.GainsReal,
		Keep:       j.Only,
		Subtopics:  slices.ContainsFunc(measures, metrics.NeedsSubtopics),
		Duplicates: trec.Duplicates(cmp.Or(j.Judgments.Duplicates, string(trec.DuplicatesError))),
	}
}

// Score scores run files against the judgments.
func (j *Judgments) Score(ctx context.Context, judgments *judgments.Judgments, files []File, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) (all []*scoring.Table, err error) {
	for _, file := range files {
		t, err := j.scoreRun(ctx, judgments, file, measures, profile, opts)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// scoreRun scores a run, reads it from its parts, or scores a system that was run several times.
func (j *Judgments) scoreRun(ctx context.Context, judgments *judgments.Judgments, file File, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) (*scoring.Table, error) {
	if several := file.Several(); several != nil {
		opts.Runs = len(several)
		runs, err := j.Score(ctx, judgments, several, measures, profile, opts)
		if err != nil {
			return nil, err
		}
		return scoring.Average(file.Name, runs)
	}
	opts.Name, opts.Run = file.Name, j.ReadsRuns()
	if file.Parts != nil {
		return file.Parts.Table(ctx, cmp.Or(file.At, file.Path), judgments, measures, profile, opts)
	}
	return file.Score(ctx, judgments, measures, profile, opts)
}

// ReadsRuns says how runs are read. Without a word on duplicates it is as the format has it.
func (j *Judgments) ReadsRuns() trec.RunOptions {
	return trec.RunOptions{Order: trec.Order(j.Judgments.Order), Workers: j.workers, Duplicates: trec.Duplicates(j.Judgments.Duplicates)}
}

// CheckReading refuses unknown orders and policies, and standard input given twice, before any file is read.
func (j *Judgments) CheckReading(runs []File) error {
	var errs prose.Faults
	stdin := ordered.Count(append([]string{j.Qrels, j.Paths}, Paths(runs)...), func(path string) bool { return path == "-" })
	errs.If(stdin > 1, "- is standard input and can be given once")
	errs.If(j.Qrels != "" && j.Has("part"), "--part has no use with --qrels, which have no parts; it is about --test-set")
	errs.If(j.Judgments.Gains == request.GainsReal && j.Qrels == "", "--gains real is about the judgments of --qrels; test sets have grades")
	errs.If(j.workers < 0, "--workers %d, want 0 or more", j.workers)
	return errors.Join(append(errs, j.checkSettings())...)
}

// JudgmentInputs returns the judgments, and what goes with them.
func (j *Judgments) JudgmentInputs(set result.TestSetInfo) []result.Input {
	qrels := result.Input{Role: result.InputQrels, Path: j.Qrels}
	if j.Qrels != "" {
		qrels.SHA256 = set.SHA256
	}
	inputs := []result.Input{qrels, {Role: result.InputTestSet, Path: j.TestSet}, {Role: result.InputPaths, Path: j.Paths}}
	for _, path := range j.Settings.Files() {
		inputs = append(inputs, result.Input{Role: result.InputColumns, Path: path})
	}
	return inputs
}

// ReadColumns reads the files of weights and covariates that the settings name.
func (j *Judgments) ReadColumns(ctx context.Context) error {
	return j.Settings.ReadColumns(func(path string) (*scoring.Table, error) {
		file, known := Unnamed(path), false
		if file.At, known = j.Columns[verify.Portable(path)]; j.Taken && !known {
			return nil, fmt.Errorf("%s: the report does not say what was in it", path)
		}
		tables, err := ReadScores(ctx, file, scorefile.Form{Columns: scorefile.ColumnMeasures})
		if err != nil {
			return nil, err
		}
		return scorefile.OneTable(path, tables)
	})
}
