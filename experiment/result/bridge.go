package result

// BridgeSchema names the JSON document of a Bridge.
const BridgeSchema = "rankduel/bridge/v1"

// A Bridge splits the change of a mean between two versions of a test set into what labels, queries and the
// system have to do with it. The terms of a measure add up to its total.
type Bridge struct {
	Schema   string          `json:"schema"`
	Profile  string          `json:"profile"`
	Old      TestSetInfo     `json:"old"`
	New      TestSetInfo     `json:"new"`
	A        string          `json:"a"` // the old system
	B        string          `json:"b"`
	Form     string          `json:"form"` // direct, or chained where A has no rankings of the new queries
	Primary  string          `json:"primary"`
	Measures []BridgeMeasure `json:"measures"`
	Warnings []Finding       `json:"warnings"`
}

// The forms of a bridge.
const (
	BridgeDirect  = "direct"
	BridgeChained = "chained"
)

// A BridgeMeasure is the change of one mean: from A on the old version with its labels to B on the new one.
type BridgeMeasure struct {
	Measure string       `json:"measure"`
	From    float64      `json:"mean_a_old"`
	Over    *float64     `json:"mean_a_new"` // nil in the chained form
	To      float64      `json:"mean_b_new"`
	Total   float64      `json:"total"`
	OldN    int          `json:"n_old"` // queries with a score
	NewN    int          `json:"n_new"`
	Kept    int          `json:"kept"`
	Left    int          `json:"left"`
	Entered int          `json:"entered"`
	Terms   []BridgeTerm `json:"terms"`
}

// The terms of a bridge. Of left and entered queries is the sum.
const (
	BridgeLabels  = "labels"
	BridgeQueries = "queries"
	BridgeLeft    = "left"
	BridgeEntered = "entered"
	BridgeSystem  = "system"
)

// A BridgeTerm is a part of the change. The interval is about queries like these;
// of these sets labels and queries are exact.
type BridgeTerm struct {
	Term     string    `json:"term"`
	Of       string    `json:"of,omitempty"` // the term that this one is a part of
	Value    float64   `json:"value"`
	Interval *Interval `json:"interval"` // nil where it cannot be computed
	N        int       `json:"n"`        // queries that it rests on
}
