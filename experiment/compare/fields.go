package compare

import (
	"strings"

	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

// Defaults of a comparison that others share. The margin is in the measure's own
// unit: two hundredths of nDCG is about what one relevant document moving two ranks
// on every fifth query is worth, and less than users were found to notice.
const (
	DefaultAlpha  = 0.05
	DefaultMargin = 0.02
	DefaultSeed   = 42
)

// The kinds of requests that a setting may change.
const (
	OfEvaluation uint = 1 << iota // scores of run files
	OfRunFiles                    // a comparison of run files
	OfScoreFiles                  // of scores that another program computed
	OfStored                      // of stored runs
	OfExperiment                  // an experiment file
	OfJob                         // an experiment of a server
	OfScoring                     // scores of run files for a gate, a plan of queries or a check
	OfKebab                       // of runs of kebab

	OfComparison = OfRunFiles | OfScoreFiles | OfStored | OfExperiment | OfJob | OfKebab
)

// Fields returns the table of the settings of a comparison. A new setting is one row, and
// its field in Settings.
func Fields() []setting.Field[Settings] {
	type row = setting.Field[Settings]
	rows := []row{
		{
			Key: "alpha", At: func(s *Settings) any { return &s.Alpha }, Default: DefaultAlpha,
			Above: new(0.0), Below: new(0.5), Want: "a number between 0 and 0.5",
			Help: "significance level, above 0 and below 0.5",
		},
		{
			Key: "margin", At: func(s *Settings) any { return &s.Margin }, Default: DefaultMargin,
			Above: new(0.0), Want: "a finite number above 0, in the measure's unit",
			Help: "largest difference that does not matter, in the measure's unit",
		},
		{Key: "seed", At: func(s *Settings) any { return &s.Seed }, Default: DefaultSeed, Help: "seed of everything that is sampled"},
		{
			Key: "resamples", At: func(s *Settings) any { return &s.Resamples }, Default: 10_000,
			Min: new(100.0), Max: new(float64(MaxResamples)), Want: "from 100 to 10000000",
			Help: "bootstrap resamples and sign-flip rounds",
		},
		{
			Key: "test", At: func(s *Settings) any { return &s.Test }, Default: TestT, OneOf: words(TestT, TestRandomization),
			Help: "test that decides: t or randomization",
		},
		{
			Key: "interval", At: func(s *Settings) any { return &s.Interval }, Default: IntervalAuto,
			OneOf: words(IntervalAuto, IntervalT, IntervalPercentile, IntervalBCa, IntervalSequence),
			Help:  "headline interval: auto (allows for a long tail and for losses that were not seen), t (the paired t-test, interval and p; profile medkg's), percentile, bca or sequence",
		},
		{
			Key: "looks", At: func(s *Settings) any { return &s.Looks }, Min: new(1.0), Want: "the number of comparisons so far, this one included",
			Help: "how often these systems were compared on a set that grows, this time included: the interval then holds however many follow",
		},
		{
			Key: "correction", At: func(s *Settings) any { return &s.Correction }, Default: stats.Holm, OneOf: AllPairsCorrections,
			Help: "correction of p values within a family: " + strings.Join(Corrections(), ", ") + "; with --all-pairs also tukey",
		},
		{
			Key: "all_pairs", At: func(s *Settings) any { return &s.AllPairs }, For: OfComparison &^ OfKebab,
			Help: "of three systems and more: say which are better than which; all pairs are one family, also for the verdicts against the baseline",
		},
		{
			Key: "family", At: func(s *Settings) any { return &s.Family }, Default: FamilyRoles, OneOf: words(FamilyComparison, FamilyRoles),
			Help: "what one correction covers: roles (the primary measure over all candidates; the other measures apart) or comparison (all measures of one pair)",
		},
		{
			Key: "equivalence", At: func(s *Settings) any { return &s.Equivalence }, Default: EquivalenceRange, OneOf: words(EquivalenceRange, EquivalenceObserved),
			Help: "what equivalence allows for: range (a query that was not seen may differ by all that the measure can) or observed (by what was seen)",
		},
		{
			Key: "ungrouped", At: func(s *Settings) any { return &s.Ungrouped },
			Help: "every query is a unit of its own, also where a test set groups wordings of one need",
		},
		{
			Key: "query_cost", At: func(s *Settings) any { return &s.QueryCost }, For: OfRunFiles | OfScoreFiles, Above: new(0.0), Want: "a number above 0",
			Help: "with repeated runs, what a query costs (its labels too) in runs of both systems on it: how many runs of it cost least is said then",
		},
		{
			Key: "assume_random", At: func(s *Settings) any { return &s.AssumeRandom }, For: OfRunFiles,
			Help: "with --silver, the queries that people labelled are a random sample, though no --sample shows it",
		},
		{
			Key: "target", At: func(s *Settings) any { return &s.Target }, For: OfRunFiles, Default: string(silver.Queries), OneOf: words(string(silver.Queries), string(silver.ThisSet)),
			Help: "with --silver, what the difference is about: queries (queries like these) or this_set (people's labels of all these queries)",
		},
		{
			Key: "min_coverage", At: func(s *Settings) any { return &s.MinCoverage }, Default: 0.95,
			Min: new(0.0), Max: new(1.0), Want: "a share from 0 to 1",
			Help: "least share of pairs that must have been measured",
		},
		{
			Key: "per_query", At: func(s *Settings) any { return &s.PerQuery }, For: OfEvaluation | OfComparison,
			Help: "also the scores of every query",
		},
		{
			Key: "bounds", At: func(s *Settings) any { return &s.Bounds }, For: OfEvaluation | OfRunFiles | OfExperiment,
			Help: "also how low and how high each mean difference could be if the unjudged hits were judged",
		},
		{
			Key: "unjudged", At: func(s *Settings) any { return &s.Unjudged }, For: OfRunFiles | OfExperiment,
			Min: new(1.0), Want: "1 or more",
			Help: "list this many unjudged documents, those first whose label could move the difference most; CSV is then a file to write grades into",
		},
	}
	for i := range rows {
		if rows[i].For == 0 {
			rows[i].For = OfComparison
		}
	}
	return rows
}

func words(list ...string) func() []string { return func() []string { return list } }
