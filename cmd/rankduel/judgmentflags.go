package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// judgmentFlags say what rankings are scored against, and by which measures.
type judgmentFlags struct {
	lookFlags
	qrels, testSet, part string
	profile              string
	measures             []string
	gains                string
	paths                string
	order, duplicates    string
	workers              int
	exact                bool
	undefined            string

	at    map[result.InputRole]string // where judgments are that reports call by another path; see verify
	given *pflag.FlagSet              // the flags, to know which were given
	set   *testsets.TestSet           // of testSet, once it is read
}

// What the last column of qrels holds.
const (
	gainsGrades = "grades"
	gainsReal   = "real"
)

// What becomes of undefined scores.
const (
	undefinedExclude = "exclude"
	undefinedZero    = "zero"
)

func (j *judgmentFlags) add(flags *pflag.FlagSet) {
	j.given = flags
	flags.StringVar(&j.qrels, "qrels", "", "judgments in TREC form; .gz and .zst are read, - is standard input")
	flags.StringVar(&j.testSet, "test-set", "", "test set in YAML, in place of --qrels")
	flags.StringVar(&j.part, "part", judgments.PartEvaluation, "part of the test set: evaluation, heldout or all")
	flags.StringVar(&j.profile, "profile", "", "conventions: "+strings.Join(metrics.ProfileNames(), ", ")+" (default: qrels with --qrels, else the test set's, or default)")
	flags.StringArrayVarP(&j.measures, "measure", "m", nil, "measures, comma separated or repeated, such as nDCG@10,R@100 (default: the profile's)")
	flags.StringVar(&j.gains, "gains", gainsGrades, "what qrels hold: grades, which are integers, or real, which are gains that may be fractions")
	flags.StringVar(&j.paths, "paths", "", "file with the paths that answers may cite, one a line, for CitationCoverage(strict)")
	flags.StringVar(&j.order, "order", "", "what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)")
	flags.StringVar(&j.duplicates, "duplicates", string(trec.DuplicatesError), "a document twice in one query: error or keep-first (default for rows of kebab: keep-first)")
	flags.BoolVar(&j.exact, "exact", false, "round nothing, whatever the profile does; for programs that read JSON or CSV")
	flags.StringVar(&j.undefined, "undefined", "", "an undefined score of a ranking: exclude it from the means or count it zero (default: the profile's)")
	flags.IntVar(&j.workers, "workers", 0, "parallel readers, 0 for one each processor; changes no number")
}

// scoringFlags are those of judgmentFlags that an experiment does not take in
// place of what its file says.
func scoringFlags() []string {
	return []string{"qrels", "test-set", "gains", "paths", "order", "duplicates", "workers", "exact", "undefined"}
}

// override is what an experiment takes in place of what its file says.
func (j *judgmentFlags) override() plan.Override {
	given := plan.Override{Profile: j.profile, Measures: j.measures}
	if j.given.Changed("part") {
		given.Part = j.part
	}
	return given
}

// unused refuses flags that were given and would be ignored.
func unused(flags *pflag.FlagSet, why string, names ...string) error {
	var errs []error
	for _, name := range names {
		if flags.Changed(name) {
			errs = append(errs, fmt.Errorf("--%s has no use %s", name, why))
		}
	}
	return errors.Join(errs...)
}

// profileName is the profile that was asked for, or that goes with the form of
// the judgments.
func (j *judgmentFlags) profileName() string {
	switch {
	case j.profile != "":
		return j.profile
	case j.qrels != "":
		return "qrels"
	case j.set != nil && j.set.Profile != "":
		return j.set.Profile
	}
	return metrics.DefaultProfile
}

// conventions reads profile and measures, and the test set, which may name its
// profile.
func (j *judgmentFlags) conventions() (metrics.Profile, []metrics.Measure, error) {
	if j.testSet != "" && j.qrels == "" {
		var err error
		if j.set, err = judgments.OpenTestSet(".", cmp.Or(j.at[result.InputTestSet], j.testSet)); err != nil {
			return metrics.Profile{}, nil, err
		}
	}
	profile, err := metrics.ProfileByName(j.profileName())
	if err != nil {
		return profile, nil, err
	}
	if j.gains == gainsReal {
		profile = profile.ForGains()
	}
	profile = j.departing(profile)
	measures, err := plan.Measures(profile, j.measures, j.paths != "")
	return profile, measures, err
}

// departing is the profile with what was asked for in place of its rounding and
// of its treatment of undefined scores.
func (j *judgmentFlags) departing(profile metrics.Profile) metrics.Profile {
	if j.exact {
		profile = profile.Exact()
	}
	switch j.undefined {
	case undefinedZero:
		profile = profile.Treating(metrics.Zero)
	case undefinedExclude:
		profile = profile.Treating(metrics.Exclude)
	}
	return profile
}

// read reads the judgments, and the paths that answers may cite.
func (j *judgmentFlags) read(ctx context.Context, profile metrics.Profile, measures []metrics.Measure) (*judgments.Judgments, error) {
	judged, err := j.readJudgments(ctx, profile, measures)
	if err == nil && j.paths != "" {
		judged.Paths, err = judgments.ReadPaths(ctx, sourceAt(j.paths, j.at[result.InputPaths]))
	}
	return judged, err
}

func (j *judgmentFlags) readJudgments(ctx context.Context, profile metrics.Profile, measures []metrics.Measure) (*judgments.Judgments, error) {
	switch {
	case j.qrels == "" && j.testSet == "":
		return nil, errors.New("no judgments: give --qrels FILE or --test-set FILE")
	case j.qrels != "" && j.testSet != "":
		return nil, errors.New("--qrels and --test-set are two sets of judgments; give one")
	case j.qrels != "":
		judgments, err := judgments.Read(ctx, sourceAt(j.qrels, j.at[result.InputQrels]), trec.QrelsOptions{
			RealGains:  j.gains == gainsReal,
			Subtopics:  slices.ContainsFunc(measures, metrics.NeedsSubtopics),
			Duplicates: trec.Duplicates(j.duplicates),
		})
		if err != nil {
			return nil, err
		}
		if j.qrels != "-" {
			judgments.Info.Name = verify.Portable(j.qrels) // reports say nothing of the machine
		}
		return judgments, judgments.Check(profile, measures)
	}
	judgments, err := judgments.Of(j.set, j.part)
	if err != nil {
		return nil, err
	}
	return judgments, judgments.Check(profile, measures)
}

// score scores run files against the judgments.
func (j *judgmentFlags) score(ctx context.Context, judgments *judgments.Judgments, files []namedFile, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) ([]*scoring.Table, error) {
	var all []*scoring.Table
	for _, file := range files {
		opts.Name = file.name
		opts.Run = trec.RunOptions{Order: trec.Order(j.order), Workers: j.workers}
		if j.given.Changed("duplicates") { // else the default of the format
			opts.Run.Duplicates = trec.Duplicates(j.duplicates)
		}
		src, err := file.runSource(profile.Name)
		if err != nil {
			return nil, err
		}
		if opts.Hash {
			src = src.Hashing()
		}
		s, err := scoring.RunFile(ctx, src, judgments, measures, profile, opts)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// checkReading refuses unknown orders and policies, and standard input given
// twice, before any file is read.
func (j *judgmentFlags) checkReading(runs []namedFile) error {
	var errs []error
	stdin := 0
	for _, path := range append([]string{j.qrels, j.paths}, pathsOf(runs)...) {
		if path == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		errs = append(errs, errors.New("- is standard input and can be given once"))
	}
	switch trec.Order(j.order) {
	case "", trec.OrderScore, trec.OrderRank, trec.OrderFile:
	default:
		errs = append(errs, fmt.Errorf("--order %q: want score, rank or file", j.order))
	}
	switch trec.Duplicates(j.duplicates) {
	case trec.DuplicatesError, trec.DuplicatesKeepFirst:
	default:
		errs = append(errs, fmt.Errorf("--duplicates %q: want error or keep-first", j.duplicates))
	}
	if j.qrels != "" {
		errs = append(errs, unused(j.given, "with --qrels, which have no parts; it is about --test-set", "part"))
	}
	switch {
	case j.gains != gainsGrades && j.gains != gainsReal:
		errs = append(errs, fmt.Errorf("--gains %q: want grades or real", j.gains))
	case j.gains == gainsReal && j.qrels == "":
		errs = append(errs, errors.New("--gains real is about the judgments of --qrels; test sets have grades"))
	}
	if !slices.Contains([]string{"", undefinedExclude, undefinedZero}, j.undefined) {
		errs = append(errs, fmt.Errorf("--undefined %q: want %s or %s", j.undefined, undefinedExclude, undefinedZero))
	}
	if j.workers < 0 {
		errs = append(errs, fmt.Errorf("--workers %d, want 0 or more", j.workers))
	}
	return errors.Join(errs...)
}
