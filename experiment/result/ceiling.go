package result

// A Ceiling says how much a reranker could still do for a configuration: how many relevant documents
// are among its candidates, its TopK hits before any rerank, and what their best order would score. It
// is an upper bound for these judgments, not a forecast. Unjudged candidates count as not relevant.
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

// A Room is the ceiling over some queries. All of its numbers are means over queries in the measure's
// own unit; nil where no query gives one.
//
//	recall ceiling = mean of |relevant among the candidates| / |relevant|
//	oracle         = mean of the measure of the candidates, highest grade first
//	headroom       = mean of (oracle − measure as it is)
//
// The ceiling is R@TopK before the rerank. Headroom is 0 or more; a reranked configuration is measured after that.
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
