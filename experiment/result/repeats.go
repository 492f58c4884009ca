package result

// Repeats say how much of the variance of a difference comes from queries and how much
// from running the same systems again.
type Repeats struct {
	Runs    float64  `json:"runs"`     // of a query and system, harmonic mean
	WithinA float64  `json:"within_a"` // variance of one run of a query; 0 where A was run once
	WithinB float64  `json:"within_b"` // the same of B
	Noise   float64  `json:"noise"`    // variance of a query's difference by its runs
	Between *float64 `json:"between"`  // variance of the true differences of queries; nil where a system was run once

	WithinInterval  *Interval `json:"within_interval,omitempty"`  // of within_a + within_b
	BetweenInterval *Interval `json:"between_interval,omitempty"` // of between

	Reliability *float64 `json:"reliability"` // share of between in the variance of a difference of single runs
	SavedAtMost *float64 `json:"saved_ratio"` // share of the queries that any number of further runs would save at the same width

	Verdicts map[string]int `json:"verdicts,omitempty"`      // on the primary measure, how often a run of one system with a run of the other ends so
	Flipped  *float64       `json:"flipped_ratio,omitempty"` // share of those that end otherwise than the means of all runs, both without a correction
	Cheapest *int           `json:"cheapest_runs,omitempty"` // of a query, at the costs that were given
}
