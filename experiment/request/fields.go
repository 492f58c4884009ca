package request

import (
	_ "embed" // settings.txt
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// What the last column of qrels holds, and what becomes of undefined scores.
const (
	GainsGrades = "grades"
	GainsReal   = "real"

	undefinedExclude = "exclude"
	undefinedZero    = "zero"
)

// The requests that score run files, that take scores of other programs, and that name measures of their own.
const (
	scored    = compare.OfEvaluation | compare.OfRunFiles | compare.OfScoring
	planned   = compare.OfExperiment | compare.OfJob
	ofScores  = compare.OfScoreFiles | compare.OfPilot
	measuring = scored | ofScores | planned
)

// Fields returns the table of all settings of a request: those of scoring, of the systems and of the comparison.
func Fields() []setting.Field[Request] {
	return append(ofScoring(), setting.Lift(compare.Fields(), func(r *Request) *compare.Settings { return &r.Settings })...)
}

//go:embed settings.txt
var settingsText string

// ofScoring returns the rows of what is compared, without how.
func ofScoring() []setting.Field[Request] {
	return setting.Explained(slices.Concat(
		setting.Lift(measuresTable(), func(r *Request) *Measures { return &r.Measures }),
		setting.Lift(judgmentsTable(), func(r *Request) *Judgments { return &r.Judgments }),
		setting.Lift(systemsTable(), func(r *Request) *Systems { return &r.Systems }),
	), settingsText)
}

func measuresTable() []setting.Field[Measures] {
	return []setting.Field[Measures]{
		{
			Key: "profile", At: func(m *Measures) any { return &m.Profile }, For: scored | compare.OfExperiment | compare.OfKebab, OneOf: metrics.ProfileNames, Named: true,
			Help: "conventions: " + strings.Join(metrics.ProfileNames(), ", ") + " (default: qrels with --qrels, else the test set's, or default)",
		},
		{Key: "measures", Flag: "measure", Letter: "m", At: func(m *Measures) any { return &m.Names }, Ref: "#/$defs/measure", For: measuring},
		{Key: "primary", At: func(m *Measures) any { return &m.Primary }, Ref: "#/$defs/measure", For: compare.OfComparison},
		{Key: "guardrails", Flag: "guardrail", At: func(m *Measures) any { return &m.Guardrails }, Ref: "#/$defs/measure", For: compare.OfComparison},
		{Key: "objective", At: func(m *Measures) any { return &m.Objective }, For: compare.OfComparison &^ (compare.OfKebab | compare.OfJob)},
		{Key: "ranges", Flag: "range", At: func(m *Measures) any { return &m.Ranges }, For: compare.OfComparison},
		{Key: "exact", At: func(m *Measures) any { return &m.Exact }, For: scored},
		{Key: "undefined", At: func(m *Measures) any { return &m.Undefined }, For: scored, OneOf: list(undefinedExclude, undefinedZero)},
		{
			Key: "level", Letter: "l", At: func(m *Measures) any { return &m.Level }, For: compare.OfEvaluation, Default: 1,
			Min: new(1.0), Want: "a lowest relevant grade of 1 or more",
		},
		{Key: "trec", Flag: "-", At: func(m *Measures) any { return &m.Trec }, For: compare.OfEvaluation},
	}
}

func judgmentsTable() []setting.Field[Judgments] {
	return []setting.Field[Judgments]{
		{Key: "part", At: func(j *Judgments) any { return &j.Part }, For: scored | planned, Default: judgments.PartEvaluation, OneOf: judgments.Parts},
		{Key: "silver", Flag: "-", At: func(j *Judgments) any { return &j.Silver }, For: compare.OfJob},
		{Key: "sample", Flag: "-", At: func(j *Judgments) any { return &j.Sample }, For: compare.OfJob},
		{Key: "gains", At: func(j *Judgments) any { return &j.Gains }, For: scored, Default: GainsGrades, OneOf: list(GainsGrades, GainsReal)},
		{Key: "order", At: func(j *Judgments) any { return &j.Order }, For: scored, OneOf: list(string(trec.OrderScore), string(trec.OrderRank), string(trec.OrderFile))},
		{Key: "duplicates", At: func(j *Judgments) any { return &j.Duplicates }, For: scored, OneOf: list(string(trec.DuplicatesError), string(trec.DuplicatesKeepFirst))},
		{
			Key: "max_retrieved", Letter: "M", At: func(j *Judgments) any { return &j.MaxRetrieved }, For: compare.OfEvaluation,
			Min: new(0.0), Want: "1 or more hits, or 0 for all",
		},
		{Key: "judged_only", Letter: "J", At: func(j *Judgments) any { return &j.JudgedOnly }, For: compare.OfEvaluation},
		{
			Key: "collection_size", Letter: "N", At: func(j *Judgments) any { return &j.CollectionSize }, For: compare.OfEvaluation,
			Min: new(0.0), Want: "0 or more documents",
		},
		{Key: "complete", Letter: "c", At: func(j *Judgments) any { return &j.Complete }, For: compare.OfEvaluation},
		{Key: "ties", At: func(j *Judgments) any { return &j.Ties }, For: compare.OfEvaluation},
	}
}

func systemsTable() []setting.Field[Systems] {
	return []setting.Field[Systems]{
		{Key: "configs", Flag: "-", At: func(s *Systems) any { return &s.Configs }, For: compare.OfJob},
		{Key: "baseline", Flag: "-", At: func(s *Systems) any { return &s.Baseline }, For: planned},
		{Key: "repeats", At: func(s *Systems) any { return &s.Repeats }, For: compare.OfExperiment, Default: 1, Min: new(1.0), Max: new(1000.0), Want: "from 1 to 1000"},
		{Key: "retry_failed", Flag: "-", At: func(s *Systems) any { return &s.Retry }, For: compare.OfJob},
		{Key: "shards", Flag: "-", At: func(s *Systems) any { return &s.Shards }, For: compare.OfJob, Min: new(1.0), Max: new(1000.0), Want: "from 1 to 1000"},
		{Key: "scores", At: func(s *Systems) any { return &s.Scores }, For: ofScores},
		{Key: "missing", At: func(s *Systems) any { return &s.Missing }, For: ofScores, Default: scorefile.MissingError, OneOf: scorefile.MissingPolicies},
		{Key: "on_error", At: func(s *Systems) any { return &s.OnError }, For: ofScores, Default: scorefile.ErrorsLeftOut, OneOf: scorefile.ErrorPolicies},
		{Key: "columns", At: func(s *Systems) any { return &s.Columns }, For: ofScores, OneOf: list(scorefile.ColumnMeasures, scorefile.ColumnSystems)},
		{Key: "repeat_column", At: func(s *Systems) any { return &s.RepeatColumn }, For: ofScores},
		{Key: "sample_id", At: func(s *Systems) any { return &s.SampleID }, For: ofScores | compare.OfHeldScores},
		{Key: "filter", At: func(s *Systems) any { return &s.Filter }, For: ofScores | compare.OfHeldScores},
		{Key: "direction", At: func(s *Systems) any { return &s.Directions }, For: ofScores},
		{Key: "systems", Commas: true, At: func(s *Systems) any { return &s.Names }, For: ofScores},
	}
}

func list(words ...string) func() []string { return func() []string { return words } }
