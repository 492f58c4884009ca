package result

import "time"

// JudgesSchema is the name of a comparison of judges.
const JudgesSchema = "rankduel/judges/v1"

// Judges are labels of one or two judges against people's, and against each other.
type Judges struct {
	Schema  string      `json:"schema"`
	Alpha   float64     `json:"alpha"`
	Margin  float64     `json:"margin"`            // change of a share up to which labels count as the same
	Measure string      `json:"measure,omitempty"` // by which systems are scored
	Pairs   []JudgePair `json:"pairs"`
}

// The verdicts about two sets of labels of the same documents, and about their bias by system.
const (
	JudgesEqual   = "equal"        // all grades are
	JudgesDiffer  = "differ"       // the share of a grade or above is another one, or the bias of a system
	JudgesSame    = "same"         // all shares are within the margin
	JudgesUnclear = "inconclusive" // neither is shown
	JudgesFew     = "few_queries"  // fewer than 10
)

// A JudgePair compares two sets of labels of the same documents. Documents of a query
// are not independent: a figure with an interval is a mean over queries.
type JudgePair struct {
	Reference string `json:"reference"` // older labels of the judge, or people's
	Judge     string `json:"judge"`
	Lacking   int    `json:"lacking"` // anchors, or documents of the reference, that one of both did not label
	Verdict   string `json:"verdict"`
	Needed    *int   `json:"queries_needed,omitempty"` // to show that shares are within the margin, if they are the same
	JudgeAgreement
	Grades    []int          `json:"grades"`
	Confusion [][]int        `json:"confusion"` // [grade of the reference][grade of the judge]
	Levels    []Shift        `json:"levels"`
	Groups    []JudgeGroup   `json:"groups"`
	Systems   []JudgedSystem `json:"systems"`
	Bias      string         `json:"bias_by_system,omitempty"` // differ, inconclusive or few_queries
}

// A JudgeAgreement is how far labels of the same documents agree.
type JudgeAgreement struct {
	Queries   int       `json:"queries"`
	Documents int       `json:"documents"`
	Equal     int       `json:"equal"`
	Kappa     *float64  `json:"kappa"`
	Interval  *Interval `json:"kappa_interval"` // by queries
	Quadratic *float64  `json:"kappa_quadratic"`
	Mean      Shift     `json:"mean_grade"`
}

// A JudgeGroup is the queries of one stratum or year.
type JudgeGroup struct {
	By   string `json:"by"`
	Name string `json:"name"`
	JudgeAgreement
}

// A Shift is from the reference to the judge: of the mean grade or, with a grade, of
// the share of documents that have it or a higher one.
type Shift struct {
	Grade     int       `json:"grade,omitempty"`
	Reference float64   `json:"reference"`
	Judge     float64   `json:"judge"`
	Change    Estimated `json:"change"`
	Adjusted  *float64  `json:"p_adjusted,omitempty"` // over all grades
}

// A JudgedSystem is one system scored by both kinds of labels.
type JudgedSystem struct {
	Name      string     `json:"name"`
	Queries   int        `json:"queries"`
	Reference float64    `json:"reference"` // mean score
	Judge     float64    `json:"judge"`
	Bias      Estimated  `json:"bias"`   // judge − reference
	Excess    Estimated  `json:"excess"` // bias − the mean bias of the other systems
	Adjusted  *float64   `json:"p_adjusted"`
	TopGrade  *float64   `json:"top_grade,omitempty"` // mean grade of its first hits by the judge; where the reference is people
	Corrected *Estimated `json:"corrected,omitempty"` // the same as people would give it
}

// JudgeOriginSchema names the document of where a judge's labels are from.
const JudgeOriginSchema = "rankduel/judge-labels/v1"

// JudgeOriginEnding is that of its file, next to the labels.
const JudgeOriginEnding = ".judge.json"

// A JudgeOrigin says who was asked for labels, how and when, and what became of the answers.
type JudgeOrigin struct {
	Schema    string               `json:"schema"`
	Judge     string               `json:"judge"`
	Model     string               `json:"model,omitempty"`
	Identity  string               `json:"judge_sha256"` // of its declaration: program, address, request, state
	Guideline string               `json:"guideline"`    // as it was told
	Grades    []int                `json:"grades"`       // that it could give
	Labels    string               `json:"labels_sha256"`
	First     time.Time            `json:"first_answer"`
	Last      time.Time            `json:"last_answer"`
	Documents int                  `json:"documents"`
	Graded    int                  `json:"graded"`
	Ungraded  map[string]NotGraded `json:"not_graded,omitempty"` // by off_scale, no_grade and failed
}

// NotGraded are documents without a label.
type NotGraded struct {
	Documents int    `json:"documents"`
	Such      string `json:"such_as"` // the first one
}
