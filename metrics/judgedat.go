package metrics

// JudgedAt is the share of the documents shown that have been judged:
//
//	Judged@k = judged documents among the first k / min(k, retrieved)
//
// It tells how far measures can be trusted that count unjudged as not relevant. Range [0, 1]; neither direction is
// better. Undefined for an empty ranking; trec_eval-like means count 0. Cost: the judged documents within k. Agrees
// with ir_measures Judged@k; trec_eval's unj_k counts the opposite and divides by k.
type JudgedAt struct{ Top }

// Score computes the measure.
func (m JudgedAt) Score(j *Judged) (float64, bool) {
	shown := j.Retrieved
	if m.K > 0 {
		shown = min(m.K, shown)
	}
	if shown == 0 {
		return 0, false
	}
	n := 0
	for n < len(j.Hits) && j.Hits[n].Rank <= shown {
		n++
	}
	return float64(n) / float64(shown), true
}

func (m JudgedAt) String() string { return m.text("Judged") }
