package compare

import (
	_ "embed" // settings.txt
	"strings"

	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

// Defaults of a comparison that others share. The margin is in the measure's own unit: two hundredths of nDCG is about
// what one relevant document moving two ranks on every fifth query is worth, and less than users were found to notice.
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
	OfPilot                       // a plan of queries by scores that another program computed
	OfHeldScores                  // a gate that holds such scores

	bothLabels = OfRunFiles | OfExperiment | OfJob // where labels of a model may come next to people's

	OfComparison = OfRunFiles | OfScoreFiles | OfStored | OfExperiment | OfJob | OfKebab
)

//go:embed settings.txt
var settingsText string

// Fields returns the table of the settings of a comparison. A new setting is one row, its
// line in settings.txt, and its field in Settings.
func Fields() []setting.Field[Settings] {
	rows := []setting.Field[Settings]{
		{Key: "alpha", At: func(s *Settings) any { return &s.Alpha }, Default: DefaultAlpha, Above: new(0.0), Below: new(0.5), Want: "a number between 0 and 0.5"},
		{Key: "margin", At: func(s *Settings) any { return &s.Margin }, Default: DefaultMargin, Above: new(0.0), Want: "a finite number above 0, in the measure's unit"},
		{Key: "seed", At: func(s *Settings) any { return &s.Seed }, Default: DefaultSeed},
		{
			Key: "resamples", At: func(s *Settings) any { return &s.Resamples }, Default: 10_000,
			Min: new(100.0), Max: new(float64(MaxResamples)), Want: "from 100 to 10000000",
		},
		{Key: "test", At: func(s *Settings) any { return &s.Test }, Default: TestT, OneOf: words(TestT, TestRandomization)},
		{
			Key: "interval", At: func(s *Settings) any { return &s.Interval }, Default: IntervalAuto,
			OneOf: words(IntervalAuto, IntervalT, IntervalPercentile, IntervalBCa, IntervalSequence),
		},
		{Key: "looks", At: func(s *Settings) any { return &s.Looks }, Min: new(1.0), Want: "the number of comparisons so far, this one included"},
		{
			Key: "correction", At: func(s *Settings) any { return &s.Correction }, Default: stats.Holm, OneOf: AllPairsCorrections,
			Help: "correction of p values within a family: " + strings.Join(Corrections(), ", ") + "; with --all-pairs also tukey",
		},
		{Key: "all_pairs", At: func(s *Settings) any { return &s.AllPairs }, For: OfComparison &^ OfKebab},
		{Key: "family", At: func(s *Settings) any { return &s.Family }, Default: FamilyRoles, OneOf: words(FamilyComparison, FamilyRoles)},
		{Key: "equivalence", At: func(s *Settings) any { return &s.Equivalence }, Default: EquivalenceRange, OneOf: words(EquivalenceRange, EquivalenceObserved)},
		{Key: "ungrouped", At: func(s *Settings) any { return &s.Ungrouped }},
		{Key: "weights", At: func(s *Settings) any { return &s.Weights }, For: OfComparison &^ OfKebab},
		{Key: "population", At: func(s *Settings) any { return &s.Population }, For: OfComparison &^ OfKebab},
		{Key: "adjust", At: func(s *Settings) any { return &s.Adjust }, For: OfComparison &^ OfKebab},
		{Key: "query_cost", At: func(s *Settings) any { return &s.QueryCost }, For: OfRunFiles | OfScoreFiles, Above: new(0.0), Want: "a number above 0"},
		{Key: "assume_random", At: func(s *Settings) any { return &s.AssumeRandom }, For: bothLabels},
		{
			Key: "target", At: func(s *Settings) any { return &s.Target }, For: bothLabels, Default: string(silver.Queries), OneOf: words(string(silver.Queries), string(silver.ThisSet)),
		},
		{Key: "silver_lambda", At: func(s *Settings) any { return &s.SilverLambda }, For: bothLabels, Above: new(0.0), Max: new(1.0), Want: "a number above 0, at most 1"},
		{Key: "judge", At: func(s *Settings) any { return &s.Judge }, For: bothLabels},
		{Key: "models", Flag: "model", At: func(s *Settings) any { return &s.Models }, For: bothLabels},
		{Key: "min_coverage", At: func(s *Settings) any { return &s.MinCoverage }, Default: 0.95, Min: new(0.0), Max: new(1.0), Want: "a share from 0 to 1"},
		{Key: "per_query", At: func(s *Settings) any { return &s.PerQuery }, For: OfEvaluation | OfComparison},
		{Key: "bounds", At: func(s *Settings) any { return &s.Bounds }, For: OfEvaluation | OfRunFiles | OfExperiment},
		{Key: "unjudged", At: func(s *Settings) any { return &s.Unjudged }, For: OfRunFiles | OfExperiment, Min: new(1.0), Want: "1 or more"},
	}
	for i := range rows {
		if rows[i].For == 0 {
			rows[i].For = OfComparison
		}
	}
	return setting.Explained(rows, settingsText)
}

func words(list ...string) func() []string { return func() []string { return list } }
