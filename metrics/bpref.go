package metrics

// Bpref counts how many judged non-relevant documents come before relevant ones, and looks at judged documents only:
//
//	bpref = 1/R · Σ over relevant documents retrieved of
//	        1 − min(judged non-relevant documents above it, R) / min(N, R)
//
// where N judged documents of the query are not relevant. A relevant document with no judged non-relevant one above it
// counts 1, also where N is 0. Range [0, 1], higher is better. Undefined for a query without a relevant document. Cost:
// the judged documents retrieved. Source: Buckley and Voorhees (2004), SIGIR, doi:10.1145/1008992.1009000. Agrees with
// trec_eval bpref, and gm_bpref where Geometric; ranx gives NaN without judged non-relevant documents.
type Bpref struct {
	View
	Geometric bool // combine queries by the geometric mean
}

// Score computes the measure.
func (m Bpref) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	others := j.NonRelevant + len(j.Ideal) - all
	above, sum, least := 0, 0.0, m.threshold()
	for _, h := range j.Hits {
		switch {
		case h.Grade < least:
			above++
		case above == 0:
			sum++
		default:
			sum += 1 - float64(min(above, all))/float64(min(others, all))
		}
	}
	return sum / float64(all), true
}

func (m Bpref) String() string {
	if m.Geometric {
		return m.text("GMBpref")
	}
	return m.text("Bpref")
}
