package result

// LabelProgressSchema is the name of what labels of single documents show so far.
const LabelProgressSchema = "rankduel/label-progress/v1"

// A LabelProgress is what people's labels of the first documents of a plan say of the difference of systems.
type LabelProgress struct {
	Schema     string  `json:"schema"`
	Measure    string  `json:"measure"`
	Normalised bool    `json:"silver_normalised"`    // by the ideal of the model's labels, not of people's
	Target     string  `json:"target"`               // queries like these, or this_set
	Spending   string  `json:"spending"`             // looks or any
	Alpha      float64 `json:"alpha"`                // of each candidate, after division by their number
	Margin     float64 `json:"margin,omitempty"`     // within which systems are equivalent
	Cost       float64 `json:"label_cost,omitempty"` // of one, in whatever money
	Baseline   string  `json:"baseline"`
	Model      string  `json:"silver"`

	Queries   int `json:"queries"`         // with labels of the model
	Documents int `json:"documents"`       // at which the systems differ
	Known     int `json:"labelled_before"` // the plan was drawn
	Labelled  int `json:"labelled"`        // these, and those of the order up to the first that is not
	Beyond    int `json:"labelled_beyond"` // it, which do not count
	NoGrade   int `json:"cannot_judge"`    // counted with a declared grade

	Candidates []CandidateProgress `json:"candidates"`
	Health     []Finding           `json:"health"`
}

// A LabelState says what more labels are good for.
type LabelState string

// The states.
const (
	LabelsOpen    LabelState = "open"    // the next look may decide
	LabelsDecided LabelState = "decided" // a verdict was reached
	LabelsFutile  LabelState = "futile"  // all labels would not tell, as it looks: more queries would
	LabelsUsed    LabelState = "used_up" // all are there, and do not tell
)

// A CandidateProgress is that of one candidate and the baseline.
type CandidateProgress struct {
	Name    string      `json:"name"`
	Verdict Verdict     `json:"verdict"`
	State   LabelState  `json:"state"`
	At      *LabelLook  `json:"decided_at"`
	Now     *LabelLook  `json:"now"`            // with all labels so far, not a look unless spending is any; nil without a label that was drawn
	Looks   []LabelLook `json:"looks"`          // that were declared
	Low     float64     `json:"set_low"`        // the mean of these queries is at least this,
	High    float64     `json:"set_high"`       // and at most this, whatever the other labels will be
	Needed  *int        `json:"queries_needed"` // with all labels, to show the margin, or a difference as large as the one so far
}

// A LabelLook is a look after a number of labels. One that is to come has a forecast alone.
type LabelLook struct {
	Labels      int       `json:"labels"`
	Information *float64  `json:"information,omitempty"` // share of what all labels would tell
	Alpha       *float64  `json:"alpha,omitempty"`       // spent at it
	Mean        *float64  `json:"mean_difference,omitempty"`
	Interval    *Interval `json:"interval,omitempty"`
	P           *float64  `json:"p,omitempty"`
	Missing     *float64  `json:"missing_share,omitempty"` // part of the variance that further labels take away
	HalfWidth   *float64  `json:"half_width,omitempty"`    // of an interval of 1 − alpha, expected
}
