package metrics

// Success is 1 when there is a relevant document among the first k, else 0. Its mean over queries is
// the hit rate. Undefined for a query without a relevant document. Cost: up to the first relevant
// document. Source: the TREC robust track, Voorhees (2005), SIGIR Forum 39(1),
// doi:10.1145/1067268.1067272. Agrees with trec_eval success_k; kebab calls it hit@k, BEIR Accuracy@k.
type Success struct{ Top }

// Score computes the measure.
func (m Success) Score(j *Judged) (float64, bool) {
	if m.relevant(j) == 0 {
		return 0, false
	}
	if r := m.first(j); r == 0 || r > m.K {
		return 0, true
	}
	return 1, true
}

func (m Success) String() string { return m.text("Success") }
