package metrics

// F1 is the harmonic mean of precision and recall at one cutoff:
//
//	F1@k = 2·P@k·R@k / (P@k + R@k), 0 when both are 0
//
// Range [0, 1], higher is better. Undefined for a query without a relevant document. Cost: the judged
// documents within k. Source: van Rijsbergen (1979), Information Retrieval, 2nd ed., chapter 7, where it is
// 1 − E. Agrees with ranx f1@k; trec_eval has it for whole sets only (set_F).
type F1 struct{ Top }

// Score computes the measure. With h relevant documents found, 2PR/(P+R) is 2h/(k+R), which needs no case for h = 0.
func (m F1) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	return 2 * float64(m.found(j, m.K)) / (float64(m.K) + float64(all)), true
}

func (m F1) String() string { return m.text("F1") }
