package result

// PowerSchema is the name of a plan of queries.
const PowerSchema = "rankduel/power/v1"

// A PowerPlan says how many queries an effect needs, and which effect queries can show, for the rules that
// decide. It rests on how differences spread, and never on the difference that was seen.
type PowerPlan struct {
	Schema  string       `json:"schema"`
	Source  string       `json:"source"` // what the spread was taken from, in words
	Profile string       `json:"profile,omitempty"`
	TestSet *TestSetInfo `json:"test_set"`
	Systems []System     `json:"systems,omitempty"` // that the spread was taken from; none where it is assumed
	Alpha   float64      `json:"alpha"`
	Power   float64      `json:"power"`
	Margin  float64      `json:"margin"`
	Tests   int          `json:"tests"` // candidates that are corrected for
	Rows    []PowerRow   `json:"rows"`
}

// A PowerRow is one measure, over all queries or one stratum. Nil numbers cannot be reached by any test set.
type PowerRow struct {
	Measure    string        `json:"measure"`
	Stratum    string        `json:"stratum,omitempty"`
	N          int           `json:"n"` // that the spread was taken from; 0: assumed
	Unit       string        `json:"unit,omitempty"`
	Std        float64       `json:"std_difference"`
	StdSure    *float64      `json:"std_difference_sure"` // at least the true one for four pilots in five; nil where the spread is assumed
	Changed    float64       `json:"changed_ratio"`
	Detectable *float64      `json:"detectable"` // by N queries
	Effects    []PowerEffect `json:"effects"`
	Equality   *int          `json:"equality"`       // queries that show no difference to be within the margin
	Gate       *int          `json:"gate"`           // queries that prove no change to be within GateLimit
	GateLimit  *float64      `json:"gate_limit"`     // relative drop, of the baseline's mean
	Curve      []PowerPoint  `json:"curve"`          // chance of a finding at the effect asked for, by queries
	Note       string        `json:"note,omitempty"` // why a number is missing, or may be wrong
}

// A PowerEffect is the number of queries that show a true difference: if the spread
// is right that was seen, and to be 80 % sure, as that of a pilot may be too small.
type PowerEffect struct {
	Effect      float64 `json:"effect"`
	Queries     *int    `json:"queries"`
	QueriesSure *int    `json:"queries_sure"` // nil where the spread is assumed
}

// A PowerPoint is the chance that so many queries show the effect.
type PowerPoint struct {
	Queries int     `json:"queries"`
	Power   float64 `json:"power"`
}
