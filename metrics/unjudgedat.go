package metrics

// UnjudgedAt is the share of the first k places that hold an unjudged document:
//
//	Unjudged@k = unjudged documents among the first k / k
//
// Range [0, 1]; neither direction is better. A ranking shorter than k is divided by k as well; always
// defined. Cost: the judged documents within k. Agrees with trec_eval 10 unj_k.
type UnjudgedAt struct{ Top }

// Score computes the measure.
func (m UnjudgedAt) Score(j *Judged) (float64, bool) {
	shown := min(m.K, j.Retrieved)
	judged := 0
	for judged < len(j.Hits) && j.Hits[judged].Rank <= shown {
		judged++
	}
	return float64(shown-judged) / float64(m.K), true
}

func (m UnjudgedAt) String() string { return m.text("Unjudged") }
