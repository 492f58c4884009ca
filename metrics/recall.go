package metrics

// Recall is the share of the relevant documents that a ranking finds:
//
//	R@k = relevant documents among the first k / relevant documents of the query
//
// Range [0, 1], higher is better; it never decreases with k; a ranking shorter than k counts as it is.
// Undefined for a query without a relevant document. Cost: the judged documents within k. Source: Kent
// et al. (1955), American Documentation 6(2), doi:10.1002/asi.5090060209. Agrees with trec_eval
// recall_k and others' hit coverage or recall@k; not capped at min(k, R), see RCap.
type Recall struct{ Top }

// Score computes the measure.
func (m Recall) Score(j *Judged) (float64, bool) { return m.share(j, m.K, relevantOnes) }

func (m Recall) String() string { return m.text("R") }

// CappedRecall is the share of the relevant documents that can be among the first k which are:
//
//	RCap@k = relevant documents among the first k / min(k, R)
//
// It is precision up to rank R and recall beyond. Unlike R@k it reaches 1 with more than k relevant
// documents, and can fall as k grows. Range [0, 1], higher is better. Undefined for a query without a
// relevant document. Cost: the judged documents within k. Source: Thakur et al. (2021), BEIR, NeurIPS
// Datasets and Benchmarks, arXiv:2104.08663, appendix. Agrees with BEIR R_cap@k and trec_eval relative_P_k.
type CappedRecall struct{ Top }

// Score computes the measure.
func (m CappedRecall) Score(j *Judged) (float64, bool) { return m.share(j, m.K, reachable) }

func (m CappedRecall) String() string { return m.text("RCap") }
