package metrics

// Precision is the share of the first k places that hold a relevant document:
//
//	P@k = relevant documents among the first k / k
//
// Range [0, 1], higher is better. A ranking shorter than k is divided by k as well. Undefined for a
// query without a relevant document. Cost: the judged documents within k. Source: Kent et al. (1955),
// American Documentation 6(2), doi:10.1002/asi.5090060209. Agrees with trec_eval P_k.
type Precision struct{ Top }

// Score computes the measure.
func (m Precision) Score(j *Judged) (float64, bool) { return m.share(j, m.K, places) }

func (m Precision) String() string { return m.text("P") }
