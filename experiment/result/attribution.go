package result

// An Attribution says which component brought the relevant documents of a configuration, and where on the way they were
// lost. It counts a document once for each query that it is relevant to; nothing in it is tested.
type Attribution struct {
	Config     string   `json:"config"`
	Components []string `json:"components"`
	TopK       int      `json:"top_k"`
	Attributed
	Strata []StratumAttribution `json:"strata,omitempty"`
}

// A StratumAttribution is the attribution within one stratum.
type StratumAttribution struct {
	Stratum string `json:"stratum"`
	Attributed
}

// Attributed are the relevant documents of some queries by who found them. A component found what is in its first TopK
// hits, however deep it was asked. Every relevant document is in exactly one of Only, Several, All and None:
//
//	RelevantDocuments = Σ Only + Several + All + None
//
// Queries that failed, in the configuration or in a component, are in FailedQueries alone. A query
// without a relevant document counts as a query and adds no document.
type Attributed struct {
	Queries           int `json:"queries"`
	FailedQueries     int `json:"failed_queries"`
	RelevantDocuments int `json:"relevant_documents"` // judged so, retrieved or not; the denominator of all shares

	Only    []ComponentShare `json:"only"`    // found by this component and no other, in the order of Components
	Several Share            `json:"several"` // by two components or more, not by all; always 0 of two
	All     Share            `json:"all"`     // by every component
	None    Share            `json:"none"`    // by no component: never retrieved

	// LostInFusion is how many of those that a component found are not in the
	// fused ranking, which has TopK hits like each of its inputs.
	LostInFusion Share `json:"lost_in_fusion"`

	// Fusion compares the fused ranking with the components at the primary measure's cutoff k: lost are the documents that
	// some component has in its first k and the fusion has not; gained are those the other way round. Two components have
	// up to 2k documents in their first k, so that some have to give way. Nil when the measure has no cutoff.
	Fusion *Exchange `json:"fusion_at_cutoff"`

	// Rerank compares the reranked with the fused ranking in the same way, at
	// TopK when the measure has no cutoff. Nil without a rerank.
	Rerank *Exchange `json:"rerank_at_cutoff"`

	// Unexplained stood in the fused ranking although no component has them: a component was asked again,
	// and answered otherwise, after the configuration had been scored. They are in None.
	Unexplained int `json:"unexplained_documents,omitempty"`
}

// A Share is a number of relevant documents.
type Share struct {
	Documents     int      `json:"documents"`
	RelevantRatio *float64 `json:"relevant_ratio"` // of all relevant documents, in [0, 1]; nil when there is none
}

// A ComponentShare is what one component has to itself.
type ComponentShare struct {
	Component string `json:"component"`
	Share
}

// An Exchange is what a step of the pipeline did to the first Cutoff ranks:
// the relevant documents that left them and those that came in.
type Exchange struct {
	Cutoff int   `json:"cutoff"`
	Lost   Share `json:"lost"`
	Gained Share `json:"gained"`
}
