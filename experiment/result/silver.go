package result

// A SilverInference is what labels that a model gave to all queries add to people's labels of some of them. The mean
// difference, interval and p of the inference that it belongs to are those of both together, unless Alone says why not.
type SilverInference struct {
	Labelled int     `json:"labelled"` // queries, or groups, that people labelled
	Queries  int     `json:"queries"`  // all that the model labelled
	Alone    string  `json:"alone,omitempty"`
	Slope    float64 `json:"slope"`  // of people's differences by the model's
	Lambda   float64 `json:"lambda"` // 1 would take the model's differences as they are

	HumanOnly  Estimated `json:"human_only"`  // over the labelled queries
	SilverOnly Estimated `json:"silver_only"` // over all; no evidence
	Bias       Estimated `json:"bias"`        // the model's difference − people's, over the labelled queries
	BiasA      *float64  `json:"bias_a"`      // the model's score − people's of the baseline, over the same
	BiasB      *float64  `json:"bias_b"`

	Correlation         *float64  `json:"correlation"` // of both over the labelled queries
	CorrelationInterval *Interval `json:"correlation_interval,omitempty"`
	WidthRatio          *float64  `json:"width_ratio"` // of the interval to that of people's labels alone, as standard errors
	Worth               *float64  `json:"worth"`       // queries labelled by people that would have the same standard error
	SameSign            int       `json:"same_sign"`   // labelled queries for which both differences have one sign
	Changed             int       `json:"changed"`     // of which either is not 0

	QueriesForMargin      *int `json:"queries_for_margin,omitempty"`       // to be labelled by people for half an interval of the margin
	QueriesForMarginAlone *int `json:"queries_for_margin_alone,omitempty"` // the same without the model's
}

// An Estimated mean with its interval and two-sided p.
type Estimated struct {
	Mean     *float64  `json:"mean"`
	Interval *Interval `json:"interval"`
	PValue   *float64  `json:"p_value"`
}

// SilverLabels say where both kinds of labels come from, how far they agree on the
// documents that have both, and whether the labelled queries are a random sample.
type SilverLabels struct {
	Name   string       `json:"name"` // of the model's labels
	SHA256 string       `json:"sha256"`
	Judge  string       `json:"judge,omitempty"` // family of the model
	Asked  *JudgeOrigin `json:"asked,omitempty"` // who was asked for them, where that is written down

	Counted    []string `json:"counted"`           // queries labelled by people that the estimate is made of
	Complete   int      `json:"complete"`          // queries of which people labelled every document that counts
	Incomplete int      `json:"incomplete"`        // with some labels; they count as not labelled
	Beyond     int      `json:"beyond"`            // complete, and after the first gap in the order of the sample: not used
	Planned    int      `json:"planned,omitempty"` // queries to label, of the sample
	Gap        string   `json:"gap,omitempty"`     // what the first query lacks that counts as not labelled
	Target     string   `json:"target"`            // queries, or this_set
	Sampling   Sampling `json:"sampling"`

	Documents      int             `json:"documents"` // with both labels
	Kappa          *float64        `json:"kappa"`
	QuadraticKappa *float64        `json:"quadratic_kappa"`
	Tau            *float64        `json:"tau,omitempty"` // of the systems' means by both over the labelled queries, with 5 systems or more
	Confusion      []PairOfGrades  `json:"confusion,omitempty"`
	ByGrade        []GradeByModel  `json:"by_grade,omitempty"`
	Retrieved      []RetrievedMean `json:"by_system,omitempty"`
}

// The states of Sampling.
const (
	SamplingVerified = "verified" // what was labelled is a prefix of the order that was drawn
	SamplingAsserted = "asserted" // someone says that it is random, and nothing contradicts
	SamplingUnknown  = "unknown"
	SamplingRefuted  = "refuted" // the labelled queries differ from the others
)

// Sampling says whether the labelled queries are a random sample of all.
type Sampling struct {
	State     string         `json:"state"`
	Seed      *uint64        `json:"seed,omitempty"` // of the order
	ByStratum bool           `json:"by_stratum,omitempty"`
	Tests     []SamplingTest `json:"tests,omitempty"` // of what was not verified
}

// A SamplingTest asks whether labelled queries differ from the others in one respect.
type SamplingTest struct {
	Name   string  `json:"name"`
	PValue float64 `json:"p_value"`
}

// A PairOfGrades counts the documents that got these two labels.
type PairOfGrades struct {
	Human     int `json:"human"`
	Silver    int `json:"silver"`
	Documents int `json:"documents"`
}

// A GradeByModel is people's mean grade of the documents that got one from the model.
type GradeByModel struct {
	Silver    int     `json:"silver"`
	HumanMean float64 `json:"human_mean"`
	Documents int     `json:"documents"`
}

// A RetrievedMean is by how much the model's grade is above people's on documents that
// one system or both ranked in the top.
type RetrievedMean struct {
	By        string  `json:"by"` // only_a, only_b or both
	Excess    float64 `json:"excess"`
	Documents int     `json:"documents"`

	ByGrade []GradeByModel `json:"by_grade"`
}

// MeanOfQueries returns the mean of the differences that were measured, to which labels
// of a model, weights and covariates add nothing.
func (in *Inference) MeanOfQueries() *float64 {
	if in.Silver != nil {
		return in.Silver.HumanOnly.Mean
	}
	if in.Unequal != nil {
		return in.Unequal.Plain.Mean
	}
	return in.MeanDifference
}
