package result

// An UnequalInference says what weights and covariates did. The figures of the inference that
// it belongs to are by them; what is about other means is missing there.
type UnequalInference struct {
	Effective    float64         `json:"effective_n,omitempty"`   // queries, or groups, of one weight that say as much; of weights only
	Largest      string          `json:"largest,omitempty"`       // the query or group with most of the weight
	LargestShare float64         `json:"largest_share,omitempty"` // of it
	Covariates   []CovariateUsed `json:"covariates,omitempty"`
	ErrorRatio   float64         `json:"error_ratio,omitempty"` // of standard errors, with covariates to without
	Alone        string          `json:"alone,omitempty"`       // why the covariates have no part in it

	Plain        Estimated `json:"plain"`         // without weights and covariates
	PlainVerdict Verdict   `json:"plain_verdict"` // by its own p
}

// A CovariateUsed is a number of each query, and how the differences go with it.
type CovariateUsed struct {
	Name    string  `json:"name"`
	Slope   float64 `json:"slope"`            // of the differences
	Mean    float64 `json:"mean"`             // over all queries that these stand for
	Queries int     `json:"queries"`          // that Mean was taken of
	Places  bool    `json:"places,omitempty"` // its place among all queries, from 0 to 1, for a long tail
}
