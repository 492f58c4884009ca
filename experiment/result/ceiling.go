package result

// A Ceiling says how much a reranker could still do for a configuration: how
// many relevant documents are among its candidates at all, and what its score
// would be if they stood in the best order. The candidates of a query are the
// configuration's TopK hits before any rerank.
//
// It is an upper bound for this set of judgments, not a forecast: a reranker
// that knew every grade would reach it. Unjudged candidates count as not
// relevant, as everywhere.
type Ceiling struct {
	Config  string `json:"config"`
	Measure string `json:"measure"` // the primary one
	TopK    int    `json:"top_k"`
	Room
	Strata   []StratumCeiling `json:"strata,omitempty"`
	Warnings []Warning        `json:"warnings,omitempty"` // why there is no oracle
}

// A StratumCeiling is the ceiling within one stratum.
type StratumCeiling struct {
	Stratum string `json:"stratum"`
	Room
}

// A Room is the ceiling over some queries. All of its numbers are means over
// queries in the measure's own unit; nil where no query gives one.
//
//	recall ceiling = mean of |relevant among the candidates| / |relevant|
//	oracle         = mean of the measure of the candidates, highest grade first
//	headroom       = mean of (oracle − measure as it is)
//
// The recall ceiling is R@TopK of the ranking before the rerank. Headroom is 0
// or more; a configuration that is reranked is measured as it is after that.
type Room struct {
	Queries       int `json:"queries"`
	FailedQueries int `json:"failed_queries"` // left out of everything

	RecallN      int      `json:"recall_n"`             // queries with a relevant document
	Recall       *float64 `json:"recall_ceiling_ratio"` // in [0, 1]
	PooledRecall *float64 `json:"pooled_recall_ratio"`  // the same of all that any component found in its first TopK hits

	N         int      `json:"n"`         // queries for which the measure is defined
	Undefined int      `json:"undefined"` // queries left out because it is not
	Mean      *float64 `json:"mean"`
	Oracle    *float64 `json:"oracle"`
	Headroom  *float64 `json:"headroom"`
}

// Codes of the warnings of a Ceiling.
const (
	// WarnNoOracle says that the stored ranks of the relevant documents do not
	// determine what the measure would be in the best order.
	WarnNoOracle = "no_oracle"
)
