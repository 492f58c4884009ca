package result

import "github.com/rankduel/rankduel/testsets"

// TestSetSchema names the JSON document of a TestSetDescription.
const TestSetSchema = "rankduel/testset/v1"

// A TestSetDescription is what there is to know about a test set at a glance.
type TestSetDescription struct {
	Schema      string               `json:"schema"`
	Name        string               `json:"name"`
	Version     string               `json:"version"`
	Description string               `json:"description,omitempty"`
	Profile     string               `json:"profile,omitempty"` // that it names for its scores
	Created     string               `json:"created,omitempty"`
	Parent      *testsets.Parent     `json:"parent,omitempty"`
	Provenance  *testsets.Provenance `json:"provenance,omitempty"`
	Draw        *testsets.Draw       `json:"split,omitempty"` // how the parts were drawn
	SHA256      string               `json:"sha256"`
	Scale       string               `json:"scale"`
	Queries     int                  `json:"queries"`
	Evaluation  int                  `json:"evaluation_queries"` // all, in a set that is not split
	HeldOut     int                  `json:"heldout_queries"`
	Refusals    int                  `json:"refusal_queries"`
	Unjudged    int                  `json:"unjudged_queries,omitempty"` // no measure counts them
	Documents   int                  `json:"documents"`
	Judgments   int                  `json:"judgments"`
	Pool        Spread               `json:"pool"`               // judged documents a query
	Relevant    Spread               `json:"relevant_documents"` // relevant documents a query
	Strata      []StratumCount       `json:"strata"`
	Grades      []GradeCount         `json:"grades"`
	PerQuery    []QueryDescription   `json:"per_query,omitempty"`
	Warnings    []string             `json:"warnings"`
}

// A Spread is the range and middle of a count that every query has.
type Spread struct {
	Min    int     `json:"min"`
	Median float64 `json:"median"`
	Mean   float64 `json:"mean"`
	Max    int     `json:"max"`
}

// A StratumCount is one stratum's share of the set.
type StratumCount struct {
	Stratum   string `json:"stratum"`
	Queries   int    `json:"queries"`
	HeldOut   int    `json:"heldout_queries"`
	Judgments int    `json:"judgments"`
	Relevant  int    `json:"relevant"`
}

// A GradeCount says how often a grade was given, and for how many queries.
type GradeCount struct {
	Grade     int    `json:"grade"`
	Word      string `json:"word"`
	Judgments int    `json:"judgments"`
	Queries   int    `json:"queries"`
}

// A QueryDescription is one query's judgments by grade.
type QueryDescription struct {
	QueryID string      `json:"query_id"`
	Text    string      `json:"query_text"`
	Stratum string      `json:"stratum,omitempty"`
	Split   string      `json:"split,omitempty"`
	Pool    int         `json:"pool"`
	Grades  map[int]int `json:"grades"` // judged documents by grade
}

// ConversionSchema names the JSON document of a Conversion.
const ConversionSchema = "rankduel/conversion/v1"

// A Conversion is what became of a test set that came from another format or went into one.
type Conversion struct {
	Schema    string              `json:"schema"`
	Direction string              `json:"direction"` // import or export
	Format    string              `json:"format"`
	Detected  bool                `json:"detected"` // the format was recognized, not named
	Sources   []string            `json:"sources"`
	Written   []string            `json:"written"`            // files; none for standard output
	TestSet   *TestSetDescription `json:"test_set,omitempty"` // absent when label files alone were asked for
	Unjudged  int                 `json:"unjudged_queries"`
	Notes     []ConversionNote    `json:"notes"`
}

// A ConversionNote is one thing that a conversion dropped, changed or decided.
type ConversionNote struct {
	Kind  string `json:"kind"` // dropped, changed or note
	Code  string `json:"code"`
	Count int    `json:"count"`
	Text  string `json:"text"`
}
