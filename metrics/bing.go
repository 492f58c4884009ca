package metrics

// BinG is G for binary relevance: every relevant document counts less the more documents that are not
// relevant come before it:
//
//	binG = 1/R · Σ over relevant documents of 1 / log₂(2 + others above)
//
// Range [0, 1], higher is better. Undefined for a query without a relevant document. Agrees with
// trec_eval's experimental binG.
type BinG struct{ View }

// Score computes the measure.
func (m BinG) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	sum, found, least := 0.0, 0, m.threshold()
	for i := range j.Hits {
		if j.Hits[i].Grade >= least {
			found++
			sum += 1 / discount(m.rank(j, i)-found+1)
		}
	}
	return sum / float64(all), true
}

func (m BinG) String() string { return m.text("binG") }
