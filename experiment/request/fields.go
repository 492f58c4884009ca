package request

import (
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

	UndefinedExclude = "exclude"
	UndefinedZero    = "zero"
)

// The requests that score run files, and those that name measures of their own.
const (
	scored    = compare.OfEvaluation | compare.OfRunFiles | compare.OfScoring
	planned   = compare.OfExperiment | compare.OfJob
	measuring = scored | compare.OfScoreFiles | planned
)

// Fields returns the table of all settings of a request: those of scoring, of the systems
// and of the comparison.
func Fields() []setting.Field[Request] {
	return append(ofScoring(), setting.Lift(compare.Fields(), func(r *Request) *compare.Settings { return &r.Settings })...)
}

// ofScoring returns the rows of what is compared, without how.
func ofScoring() []setting.Field[Request] {
	return slices.Concat(
		setting.Lift(measuresTable(), func(r *Request) *Measures { return &r.Measures }),
		setting.Lift(judgmentsTable(), func(r *Request) *Judgments { return &r.Judgments }),
		setting.Lift(systemsTable(), func(r *Request) *Systems { return &r.Systems }),
	)
}

func measuresTable() []setting.Field[Measures] {
	return []setting.Field[Measures]{
		{
			Key: "profile", At: func(m *Measures) any { return &m.Profile }, For: scored | compare.OfExperiment | compare.OfKebab, OneOf: metrics.ProfileNames, Named: true,
			Help: "conventions: " + strings.Join(metrics.ProfileNames(), ", ") + " (default: qrels with --qrels, else the test set's, or default)",
		},
		{
			Key: "measures", Flag: "measure", Letter: "m", At: func(m *Measures) any { return &m.Names }, Ref: "#/$defs/measure", For: measuring,
			Help: "measures, comma separated or repeated, such as nDCG@10,R@100 (default: the profile's)",
		},
		{
			Key: "primary", At: func(m *Measures) any { return &m.Primary }, Ref: "#/$defs/measure", For: compare.OfComparison,
			Help: "measure that the verdict is about (default: the profile's)",
		},
		{
			Key: "guardrails", Flag: "guardrail", At: func(m *Measures) any { return &m.Guardrails }, Ref: "#/$defs/measure", For: compare.OfComparison,
			Help: "measure that must not be worse for a verdict of better; repeatable",
		},
		{
			Key: "ranges", Flag: "range", At: func(m *Measures) any { return &m.Ranges }, For: compare.OfComparison,
			Help: "largest difference that two scores can have, W for all measures or MEASURE=W; repeatable",
		},
		{
			Key: "exact", At: func(m *Measures) any { return &m.Exact }, For: scored,
			Help: "round nothing, whatever the profile does; for programs that read JSON or CSV",
		},
		{
			Key: "undefined", At: func(m *Measures) any { return &m.Undefined }, For: scored, OneOf: list(UndefinedExclude, UndefinedZero),
			Help: "an undefined score of a ranking: exclude it from the means or count it zero (default: the profile's)",
		},
		{
			Key: "level", Letter: "l", At: func(m *Measures) any { return &m.Level }, For: compare.OfEvaluation, Default: 1,
			Min: new(1.0), Want: "a lowest relevant grade of 1 or more",
			Help: "lowest grade that counts as relevant; measures of gain keep all grades",
		},
		{Key: "trec", Flag: "-", At: func(m *Measures) any { return &m.Trec }, For: compare.OfEvaluation, Help: "what trec_eval prints"},
	}
}

func judgmentsTable() []setting.Field[Judgments] {
	return []setting.Field[Judgments]{
		{
			Key: "part", At: func(j *Judgments) any { return &j.Part }, For: scored | planned, Default: judgments.PartEvaluation, OneOf: judgments.Parts,
			Help: "part of the test set: evaluation, heldout or all",
		},
		{
			Key: "gains", At: func(j *Judgments) any { return &j.Gains }, For: scored, Default: GainsGrades, OneOf: list(GainsGrades, GainsReal),
			Help: "what qrels hold: grades, which are integers, or real, which are gains that may be fractions",
		},
		{
			Key: "order", At: func(j *Judgments) any { return &j.Order }, For: scored, OneOf: list(string(trec.OrderScore), string(trec.OrderRank), string(trec.OrderFile)),
			Help: "what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)",
		},
		{
			Key: "duplicates", At: func(j *Judgments) any { return &j.Duplicates }, For: scored, OneOf: list(string(trec.DuplicatesError), string(trec.DuplicatesKeepFirst)),
			Help: "a document twice in one query: error or keep-first (default: error; for rows of kebab: keep-first)",
		},
		{
			Key: "max_retrieved", Letter: "M", At: func(j *Judgments) any { return &j.MaxRetrieved }, For: compare.OfEvaluation,
			Min: new(0.0), Want: "1 or more hits, or 0 for all", Help: "score only this many hits of each query, 0 for all",
		},
		{
			Key: "judged_only", Letter: "J", At: func(j *Judgments) any { return &j.JudgedOnly }, For: compare.OfEvaluation,
			Help: "take unjudged documents out of the rankings first",
		},
		{
			Key: "collection_size", Letter: "N", At: func(j *Judgments) any { return &j.CollectionSize }, For: compare.OfEvaluation,
			Min: new(0.0), Want: "0 or more documents", Help: "documents in the collection, for utility",
		},
		{
			Key: "complete", Letter: "c", At: func(j *Judgments) any { return &j.Complete }, For: compare.OfEvaluation,
			Help: "with --format trec: judged queries that the run lacks score 0, as in the other formats, and are not left out",
		},
		{
			Key: "ties", At: func(j *Judgments) any { return &j.Ties }, For: compare.OfEvaluation,
			Help: "also the lowest, expected and highest mean over the orders of tied scores",
		},
	}
}

func systemsTable() []setting.Field[Systems] {
	return []setting.Field[Systems]{
		{Key: "configs", Flag: "-", At: func(s *Systems) any { return &s.Configs }, For: compare.OfJob, Help: "names of configurations"},
		{Key: "baseline", Flag: "-", At: func(s *Systems) any { return &s.Baseline }, For: planned, Help: "the configuration that the others are compared with (default: the first)"},
		{
			Key: "repeat", At: func(s *Systems) any { return &s.Repeat }, For: compare.OfExperiment, Default: 1, Min: new(1.0), Want: "at least 1",
			Help: "ask each query this many times: median latency, and whether rankings stay the same",
		},
		{Key: "retry_failed", Flag: "-", At: func(s *Systems) any { return &s.Retry }, For: compare.OfJob, Help: "ask again what failed before"},
		{
			Key: "scores", At: func(s *Systems) any { return &s.Scores }, For: compare.OfScoreFiles,
			Help: "the arguments are files of per-query scores; one file may hold several systems",
		},
		{
			Key: "missing", At: func(s *Systems) any { return &s.Missing }, For: compare.OfScoreFiles, Default: scorefile.MissingError, OneOf: scorefile.MissingPolicies,
			Help: "with --scores, a query that some systems have no score of: error, zero (it scores 0) or pairs (left out, and not measured)",
		},
		{
			Key: "columns", At: func(s *Systems) any { return &s.Columns }, For: compare.OfScoreFiles, OneOf: list(scorefile.ColumnMeasures, scorefile.ColumnSystems),
			Help: "with --scores, what the columns of a wide table are: measures or systems (default: by the names that are known)",
		},
		{
			Key: "repeat_column", At: func(s *Systems) any { return &s.RepeatColumn }, For: compare.OfScoreFiles,
			Help: "with --scores, the column that tells repeated runs of a system apart (default: repeat, where there is one); a score is the mean over the runs of a query",
		},
		{
			Key: "direction", At: func(s *Systems) any { return &s.Directions }, For: compare.OfScoreFiles,
			Help: "with --scores, of measures not known here: higher, lower or none, or MEASURE=lower; repeatable (needed of the primary; default higher, of costs none)",
		},
		{
			Key: "systems", Commas: true, At: func(s *Systems) any { return &s.Names }, For: compare.OfScoreFiles,
			Help: "with --scores, which of the systems to compare, the baseline first (default: all that the files hold)",
		},
	}
}

func list(words ...string) func() []string { return func() []string { return words } }
