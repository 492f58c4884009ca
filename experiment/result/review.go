package result

import "time"

// ReviewSchema is the name of a review of a test set.
const ReviewSchema = "rankduel/testset-review/v1"

// A Review is what a test set can still show: what it holds, what past systems made of it, how old it
// is and how often its held-out queries were looked at. Scores are of evaluation queries alone:
// held-out ones are for looks that a ledger has.
type Review struct {
	Schema         string              `json:"schema"`
	Set            *TestSetDescription `json:"test_set"`
	AgeDays        *int                `json:"age_days"`             // nil: the set does not say when it was made
	Measure        string              `json:"measure"`              // of the scores and of the power
	Systems        []string            `json:"systems"`              // whose past scores were used
	Pair           []string            `json:"pair"`                 // the two whose differences the power is of; empty: assumed
	Strata         []ReviewedStratum   `json:"strata"`               // all queries first, without a name
	Queries        []ReviewedQuery     `json:"queries"`              // evaluation queries that past systems have scores of, least telling first
	Looks          int                 `json:"looks"`                // at its held-out queries
	Configurations int                 `json:"configurations_shown"` // by these looks
	LastLook       *time.Time          `json:"last_look"`
	Ledger         string              `json:"ledger,omitempty"`
	Unknown        []string            `json:"unknown"` // what cannot be said, and what would tell
}

// A ReviewedStratum is one stratum of a review, or all queries.
type ReviewedStratum struct {
	Stratum    string   `json:"stratum,omitempty"`
	Queries    int      `json:"queries"`
	Evaluation int      `json:"evaluation_queries"` // all, in a set that is not split
	HeldOut    int      `json:"heldout_queries"`
	Unjudged   int      `json:"unjudged_queries"`
	Judged     float64  `json:"judged_documents"`   // a query, mean
	Relevant   float64  `json:"relevant_documents"` // a query, mean
	Scored     int      `json:"scored_queries"`     // by all past systems
	Ceiling    *int     `json:"ceiling"`            // of these, .99 and more by all; nil without three systems
	Floor      *int     `json:"floor"`              // .01 and less by all
	Spread     *float64 `json:"spread"`             // mean standard deviation over systems
	Std        *float64 `json:"std_difference"`     // of the pair; nil: assumed
	Detectable *float64 `json:"detectable"`         // smallest difference that the evaluation queries show; nil: none
}

// A ReviewedQuery is one evaluation query and what past systems made of it.
type ReviewedQuery struct {
	QueryID string  `json:"query_id"`
	Stratum string  `json:"stratum,omitempty"`
	Text    string  `json:"query_text"`
	Judged  int     `json:"judged_documents"`
	Mean    float64 `json:"mean"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Spread  float64 `json:"spread"`          // standard deviation over systems
	State   string  `json:"state,omitempty"` // ceiling, floor, or empty
}
