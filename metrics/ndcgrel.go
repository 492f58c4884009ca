package metrics

import "math"

// NDCGRel is nDCG averaged over the ranks of the relevant documents instead of one cutoff:
//
//	ndcg_rel = 1/R' · Σ over documents that gain something of nDCG at their rank
//
// where a document that was not retrieved counts the DCG of the whole ranking over the whole ideal DCG,
// and R' documents gain something. Range [0, 1], higher is better. Undefined for a query in which
// nothing gains anything. Agrees with trec_eval's experimental ndcg_rel.
type NDCGRel struct {
	View
	Gain
}

// Score computes the measure.
func (m NDCGRel) Score(j *Judged) (float64, bool) {
	walk := ideal{judged: j, gain: m.Gain, least: m.Rel}
	best, rank := 0.0, 0 // ideal DCG down to rank
	down := func(to int) {
		for rank < to {
			worth := walk.best()
			if worth == 0 {
				return
			}
			rank++
			best += worth / discount(rank)
		}
	}
	dcg, sum, retrieved := 0.0, 0.0, 0
	for i := range j.Hits {
		if worth := m.worth(j, i, m.Gain); worth > 0 {
			r := m.rank(j, i)
			dcg += worth / discount(r)
			down(r)
			sum += dcg / best
			retrieved++
		}
	}
	down(math.MaxInt)
	if !scalable(best) {
		return 0, false
	}
	sum += float64(rank-retrieved) * dcg / best
	return sum / float64(rank), true
}

// String returns the canonical text, which always shows the gain.
func (m NDCGRel) String() string { return m.text("ndcg_rel", "gain="+m.Gain.String()) }
