package metrics

import "strconv"

// UnjudgedAt is the share of the first k places that hold an unjudged document:
//
//	Unjudged@k = unjudged documents among the first k / k
//
// A high value warns that the test set knows too little about this ranking.
// Range [0, 1]; neither direction is better. A ranking shorter than k is
// divided by k as well; always defined. Cost: the judged documents within k.
// Agrees with trec_eval 10 unj_k.
type UnjudgedAt struct {
	Level Level
	K     int // k ≥ 1
}

// Score computes the measure.
func (m UnjudgedAt) Score(j *Judged) (float64, bool) {
	shown := min(m.K, j.Retrieved)
	judged := 0
	for judged < len(j.Hits) && j.Hits[judged].Rank <= shown {
		judged++
	}
	return float64(shown-judged) / float64(m.K), true
}

// Cutoff returns k.
func (m UnjudgedAt) Cutoff() int { return m.K }

func (m UnjudgedAt) String() string {
	return canonical("Unjudged", m.view().parameters(), m.K)
}

func (m UnjudgedAt) inTrec() string { return m.view().trecName("unj_" + strconv.Itoa(m.K)) }

func (m UnjudgedAt) view() View { return View{Level: m.Level} }
