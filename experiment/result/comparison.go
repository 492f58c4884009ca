package result

import "errors"

// ErrNoCandidate says that nothing is set against the baseline.
var ErrNoCandidate = errors.New("a comparison needs two configurations: add a second one under `configs`, or score one alone with `rankduel eval`")

// A Verdict is what a comparison ends in. There is no fifth value and no bare p value: "no difference was
// seen" is inconclusive unless equivalence was shown.
type Verdict string

// The four verdicts, from the candidate's point of view.
const (
	Better       Verdict = "better"
	Worse        Verdict = "worse"
	Equivalent   Verdict = "equivalent"
	Inconclusive Verdict = "inconclusive"

	// NoVerdict is that of a measure without a direction, or that is not a mean over
	// queries: counts, shares of judged hits, geometric means.
	NoVerdict Verdict = "none"
)

// A Comparison sets one baseline against one or more candidates on the same
// queries. Differences are candidate − baseline throughout.
type Comparison struct {
	Schema      string           `json:"schema"`
	Profile     string           `json:"profile"`
	TestSet     TestSetInfo      `json:"test_set"`
	Settings    ComparedSettings `json:"settings"`
	A           System           `json:"a"`
	TopGrade    int              `json:"top_grade,omitempty"` // of the relevant documents, where they are known
	Comparisons []Pair           `json:"comparisons"`
	AllPairs    *AllPairs        `json:"all_pairs,omitempty"` // of two candidates and more
	Frontier    *Frontier        `json:"frontier,omitempty"`  // the same, where something is paid or there is an objective
	Systems     []RunEvaluation  `json:"systems,omitempty"`   // every configuration and component alone
	Gains       []FusionGain     `json:"fusion_gains,omitempty"`
	Attribution []Attribution    `json:"attribution,omitempty"` // of every configuration that fuses
	Ceilings    []Ceiling        `json:"ceilings,omitempty"`    // of every configuration
	Retrieval   *RetrievalReport `json:"retrieval,omitempty"`   // runs only
	Provenance  *Provenance      `json:"provenance,omitempty"`  // what it was computed from; nil where no one noted it
}

// A FusionGain says what a configuration adds to one of its components on the primary measure: the mean of
// configuration − component over the queries that both answered. It is descriptive; no test is made of it.
type FusionGain struct {
	Config         string  `json:"config"`
	Component      string  `json:"component"`
	Measure        string  `json:"measure"`
	N              int     `json:"n"`
	MeanDifference float64 `json:"mean_difference"`
	Wins           int     `json:"wins"`
	Losses         int     `json:"losses"`
	Ties           int     `json:"ties"`
}

// ComparedSettings are the settings that, with the inputs, fix every number.
type ComparedSettings struct {
	Alpha      float64  `json:"alpha"`
	Margin     float64  `json:"margin"`
	Seed       uint64   `json:"seed"`
	Resamples  int      `json:"resamples"`
	Test       string   `json:"test"`
	Interval   string   `json:"interval"`
	Correction string   `json:"correction"`
	Family     Family   `json:"family"`
	Primary    string   `json:"primary"`
	Guardrails []string `json:"guardrails,omitempty"`

	// Equivalence says what equivalence allows for: range, that a query which was not seen differs by the
	// whole range of the measure; observed, by no more than the largest difference that was seen.
	Equivalence string `json:"equivalence"`

	Weights    string   `json:"weights,omitempty"`    // for how much queries count; empty: all alike
	Population []string `json:"population,omitempty"` // STRATUM=SHARE
	Adjust     []string `json:"adjust,omitempty"`     // covariates
}

// A Family is the set of tests that one correction for multiplicity covers.
type Family struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

// The names of families, as reports print them.
const (
	FamilyOfMeasures  = "measures of the comparison"
	FamilyOfPrimary   = "primary measure over the candidates"
	FamilyOfSecondary = "secondary measures over the candidates"
	FamilyOfPairs     = "all pairs of systems on the measure"
)

// A System names one side of a pair.
type System struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256,omitempty"`
	RunID  string `json:"run_id,omitempty"`

	// Rankings is a hash of the ids of every ranking in their order, the same for
	// systems that rank alike; empty where it is not known or a query failed.
	Rankings string `json:"rankings,omitempty"`

	Recorded *Recorded `json:"recorded,omitempty"` // of live components; nil without them
}

// A Pair is one candidate against the baseline.
type Pair struct {
	B              System              `json:"b"`
	Verdict        Verdict             `json:"verdict"`
	VerdictReason  string              `json:"verdict_reason"`
	Health         []Finding           `json:"health"`
	Measures       []MeasureComparison `json:"measures"`
	Silver         *SilverLabels       `json:"silver,omitempty"`           // nil without labels of a model
	FailuresAsZero *FailuresAsZero     `json:"failures_as_zero,omitempty"` // when a query failed in an arm
	Objective      *Objective          `json:"objective,omitempty"`        // nil without one
	Latency        *LatencyComparison  `json:"latency"`
	Moved          []MovedQuery        `json:"moved,omitempty"` // the primary measure's largest differences
	PerQuery       []QueryDifference   `json:"per_query,omitempty"`
	Unjudged       []UnjudgedDocument  `json:"unjudged,omitempty"` // most influential first; nil when not asked for
}

// FailuresAsZero is the primary measure's result had failed queries scored 0 instead of being left out of the pair;
// where lower is better, the top of the measure's range, and where that is not known there is no such result.
type FailuresAsZero struct {
	Score          float64  `json:"score,omitempty"` // of a failed query, where it is not 0
	Verdict        Verdict  `json:"verdict"`
	N              int      `json:"n"`
	MeanDifference *float64 `json:"mean_difference"`
	PValue         *float64 `json:"p_value"`
}

// A MeasureComparison is one measure of a pair over N queries. Numbers are in the measure's own unit; a nil
// value could not be computed and a warning says why. RelativeDifference is a ratio (0.03 is 3 %).
type MeasureComparison struct {
	Measure string `json:"measure"`
	Primary bool   `json:"primary"`
	Family  Family `json:"family"` // that p_adjusted is adjusted in

	LowerIsBetter bool `json:"lower_is_better,omitempty"`

	Inference
	Verdict       Verdict `json:"verdict"`
	VerdictCode   string  `json:"verdict_code"` // the kind of reason, for programs
	VerdictReason string  `json:"verdict_reason"`

	// CorrectionMatters says that without the correction for the family the verdict would be better or worse.
	CorrectionMatters bool `json:"correction_matters,omitempty"`

	// Bounds say how far labels of unjudged documents could move the mean
	// difference; nil when not asked for, or when the measure has none.
	Bounds *DifferenceBounds `json:"bounds,omitempty"`

	Strata        []StratumResult `json:"strata,omitempty"`
	Heterogeneity *Heterogeneity  `json:"heterogeneity"` // nil without two strata
}

// DifferenceBounds are the lowest and the highest mean difference if the unjudged documents that the
// measure looks at were judged, each with any grade of the scale and the same in both systems. They cover
// the same queries as the mean difference, which is between them; they are no interval of confidence.
type DifferenceBounds struct {
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Method    string  `json:"method"`             // exact or outer
	MaxGrade  int     `json:"max_grade"`          // that an unjudged document is assumed to get at most
	Documents int     `json:"unjudged_documents"` // each once for each query
	Queries   int     `json:"queries"`            // with at least one of them

	// ByQuery are those of the difference of each query, for pages.
	ByQuery []QueryBounds `json:"-"`
}

// QueryBounds are the lowest and the highest difference of one query.
type QueryBounds struct {
	QueryID   string
	Low, High float64
}

// An UnjudgedDocument is one without judgments for a query, and how far its label alone could move the mean
// difference of the primary measure: from the lowest to the highest, over all grades. Those that are listed
// were chosen by it and are no sample of anything.
type UnjudgedDocument struct {
	QueryID   string  `json:"query_id"`
	Text      string  `json:"query_text,omitempty"`
	DocID     string  `json:"doc_id"`
	RankA     int     `json:"rank_a"` // 0: not retrieved
	RankB     int     `json:"rank_b"`
	Influence float64 `json:"influence"`
}

// Heterogeneity tests whether the strata have the same mean difference, by
// Welch's ANOVA. Read it before any stratum alone. Nil parts are undefined.
type Heterogeneity struct {
	Statistic *float64   `json:"statistic"`
	DF        [2]float64 `json:"df"`
	PValue    *float64   `json:"p_value"`
	I2Ratio   *float64   `json:"i2_ratio"` // share of the variation between strata that is beyond chance
}

// A StratumResult is the same inference within one stratum; its p value is exploratory and belongs to no family.
type StratumResult struct {
	Stratum string `json:"stratum"`
	Inference
	Bounds *DifferenceBounds `json:"bounds,omitempty"` // as of all queries
}

// Inference is everything that is computed from one set of paired differences.
type Inference struct {
	N                  int           `json:"n"`
	Method             string        `json:"method,omitempty"` // streaming, where there are too many pairs for anything to be drawn
	Unit               string        `json:"unit,omitempty"`   // groups, where wordings of one need are one unit; else N counts queries
	Undefined          int           `json:"undefined"`        // pairs left out because the measure is undefined
	MeanA              *float64      `json:"mean_a"`
	MeanB              *float64      `json:"mean_b"`
	MeanDifference     *float64      `json:"mean_difference"`
	StdDifference      *float64      `json:"std_difference"`
	RelativeDifference *float64      `json:"relative_difference"`
	Wins               int           `json:"wins"`
	Losses             int           `json:"losses"`
	Ties               int           `json:"ties"`
	Changed            int           `json:"changed"`
	Interval           *Interval     `json:"interval"`             // the headline
	Equivalence        *Interval     `json:"equivalence_interval"` // same kind, level 1 − 2·alpha
	T                  *TestResult   `json:"t"`
	Tail               *Tail         `json:"tail"`
	Bootstrap          *Bootstrapped `json:"bootstrap"` // percentile
	BCa                *Bootstrapped `json:"bca"`       // diagnostic
	Randomization      *TestResult   `json:"randomization"`
	Wilcoxon           *TestResult   `json:"wilcoxon"`
	Sign               *TestResult   `json:"sign"`
	McNemar            *McNemar      `json:"mcnemar,omitempty"` // nil unless all scores are 0 or 1
	EffectSize         *EffectSize   `json:"effect_size"`
	MinimumDetectable  *Detectable   `json:"minimum_detectable"`
	Diagnostics        *Diagnostics  `json:"diagnostics"`
	Posterior          *Posterior    `json:"posterior"`         // a diagnostic, decides nothing
	Decides            string        `json:"decides,omitempty"` // the test whose p is the p_value
	PValue             *float64      `json:"p_value"`
	PAdjusted          *float64      `json:"p_adjusted"`
	Warnings           []Warning     `json:"warnings"`

	Silver  *SilverInference  `json:"silver,omitempty"`  // nil without labels of a model
	Repeats *Repeats          `json:"repeats,omitempty"` // nil where no system was run several times
	Unequal *UnequalInference `json:"unequal,omitempty"` // nil without weights and covariates
}

// Streaming is the method of more than stats.MostDrawn pairs: counts and limits, and nothing that is drawn.
const Streaming = "streaming"

// A Warning travels with the number it concerns.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// An Interval is a confidence interval for the mean difference.
type Interval struct {
	Method string  `json:"method"`
	Level  float64 `json:"level"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// A Tail is the interval that allows for a long tail and for losses that were not
// seen, with its p and what ruled its ends: t, skew or unseen; see stats.Tail.
type Tail struct {
	Interval Interval `json:"interval"`
	PValue   float64  `json:"p_value"`
	LowBy    string   `json:"low_by"`
	HighBy   string   `json:"high_by"`
	Rho      float64  `json:"rho"`
	Range    float64  `json:"range"`
}

// Bootstrapped is one bootstrap interval; Resamples is 0 when it is exact or in closed form, which Method says.
type Bootstrapped struct {
	Method    string    `json:"method"`
	Exact     bool      `json:"exact"`
	Resamples int       `json:"resamples"`
	Interval  *Interval `json:"interval"`
}

// A TestResult is one paired test; what a test does not have is nil, and Rounds is 0 unless it sampled.
type TestResult struct {
	Statistic *float64  `json:"statistic"`
	DF        *float64  `json:"df"`
	PValue    *float64  `json:"p_value"`
	Method    string    `json:"method,omitempty"`
	Rounds    int       `json:"rounds"`
	Zeros     string    `json:"zero_method,omitempty"` // what Wilcoxon does with zero differences
	Interval  *Interval `json:"interval"`
}

// McNemar is the exact test of scores that are 0 or 1, over the pairs that differ: a diagnostic, as the sign
// test is, whose p it has.
type McNemar struct {
	OnlyA  int      `json:"only_a"` // pairs in which the baseline alone has 1, b of the table
	OnlyB  int      `json:"only_b"` // in which the candidate alone has, c
	PValue *float64 `json:"p_value"`
}

// An EffectSize standardizes the mean difference by the spread of the
// differences (Cohen's d_z; Hedges' g corrects its small-sample bias).
type EffectSize struct {
	CohensDz *float64  `json:"cohens_dz"`
	HedgesGz *float64  `json:"hedges_gz"`
	Interval *Interval `json:"interval"`
}

// Detectable is the smallest mean difference that this many queries with this spread would detect with the given power.
type Detectable struct {
	Power  float64  `json:"power"`
	Effect *float64 `json:"effect"`
}

// Diagnostics say how far the result hangs on few queries.
type Diagnostics struct {
	Skewness     *float64 `json:"skewness"`      // of the differences
	MinimumP     float64  `json:"minimum_p"`     // the smallest exact p that the changed queries allow
	MaxInfluence *float64 `json:"max_influence"` // of one query on the mean, in standard errors
	Influential  string   `json:"influential,omitempty"`
	Fragile      []string `json:"fragile"` // queries without which the t-test would decide otherwise
}

// A Posterior is what the mean difference may be after the queries were seen, if
// it was taken for 0 give or take before: see stats.PosteriorOf. Probabilities
// are for the candidate: better means higher, or lower where lower is better.
type Posterior struct {
	Mean         float64  `json:"mean"`
	Interval     Interval `json:"interval"`        // credible, equal tails
	BetterByMore float64  `json:"p_better_margin"` // by more than the margin
	WithinMargin float64  `json:"p_within_margin"`
	WorseByMore  float64  `json:"p_worse_margin"`
	Better       float64  `json:"p_better"` // by however little
	PriorQueries float64  `json:"prior_queries"`
	PriorSpread  float64  `json:"prior_std"`
}

// A LatencyComparison holds the mean difference B − A in milliseconds over the N queries that both arms
// answered. A and B are each over all that the arm answered.
type LatencyComparison struct {
	A                *Latency  `json:"a"`
	B                *Latency  `json:"b"`
	RerankA          *Latency  `json:"rerank_a,omitempty"` // part of A that is reranking; nil without it
	RerankB          *Latency  `json:"rerank_b,omitempty"`
	N                int       `json:"n"`
	MeanDifferenceMS *float64  `json:"mean_difference_ms"`
	Interval         *Interval `json:"interval"`

	Quantiles []QuantileDifference `json:"quantiles,omitempty"` // over the same queries
}

// A QuantileDifference is that of a quantile of latency, B − A in milliseconds.
type QuantileDifference struct {
	Quantile     float64   `json:"quantile"`
	AMS          float64   `json:"a_ms"`
	BMS          float64   `json:"b_ms"`
	DifferenceMS float64   `json:"difference_ms"`
	Interval     *Interval `json:"interval"` // nil where so few queries do not bound it
}

// A MovedQuery is one of the queries with the largest difference, with the
// rank of each relevant document in both arms (0: not retrieved).
type MovedQuery struct {
	QueryID    string        `json:"query_id"`
	Stratum    string        `json:"stratum,omitempty"`
	Text       string        `json:"query_text,omitempty"`
	A          float64       `json:"a"`
	B          float64       `json:"b"`
	Difference float64       `json:"difference"`
	Documents  []MovedRanked `json:"documents"` // by id
}

// A MovedRanked is one relevant document of a moved query.
type MovedRanked struct {
	DocID string `json:"doc_id"`
	Grade int    `json:"grade"`
	RankA int    `json:"rank_a"` // 0: not retrieved
	RankB int    `json:"rank_b"`
}

// A QueryDifference is one pair's row; nil where undefined or left out.
type QueryDifference struct {
	QueryID    string              `json:"query_id"`
	Stratum    string              `json:"stratum,omitempty"`
	Group      string              `json:"group,omitempty"` // of wordings of one need
	A          map[string]*float64 `json:"a"`
	B          map[string]*float64 `json:"b"`
	Difference map[string]*float64 `json:"difference"`
}

// A RetrievalReport says what a run of an experiment had to do and what it found done already.
type RetrievalReport struct {
	Calls      int                  `json:"calls"`    // retrieval calls made now
	Reranks    int                  `json:"reranks"`  // calls of rerankers made now
	Reused     int                  `json:"reused"`   // recorded rankings used again
	Failed     int                  `json:"failed"`   // queries whose retrieval failed, over all components
	Cached     bool                 `json:"cached"`   // every configuration came from the store
	RunIDs     map[string]string    `json:"run_ids"`  // configuration → stored run
	Failures   []RecordedFailure    `json:"failures"` // at most the first 20, in order
	DurationMS float64              `json:"duration_ms"`
	Components []ComponentRetrieval `json:"components,omitempty"` // live ones that were needed
}

// StepRerank marks the reranking of a configuration among the components.
const StepRerank = "rerank"

// A ComponentRetrieval is one live component's part in a run.
type ComponentRetrieval struct {
	Component string `json:"component"`
	Step      string `json:"step,omitempty"` // rerank: of the configuration of that name
	Calls     int    `json:"calls"`
	Reused    int    `json:"reused"`
	Failed    int    `json:"failed"`
	Retries   int    `json:"retries"` // attempts beyond the first of a call

	// WarmUpCalls count for nothing, and WarmUpMS, the loading of a program included, is in no latency.
	WarmUpCalls int     `json:"warm_up_calls,omitempty"`
	WarmUpMS    float64 `json:"warm_up_ms,omitempty"`

	// QueriesPerSecond is calls over the duration of the retrieval, with all
	// components asked at once; nil when nothing was asked.
	QueriesPerSecond *float64 `json:"queries_per_second,omitempty"`
}

// A RecordedFailure is one query that a component could not answer.
type RecordedFailure struct {
	Component string `json:"component"`
	QueryID   string `json:"query_id"`
	Repeat    int    `json:"repeat,omitempty"` // how often it was asked before
	Error     string `json:"error"`
}
