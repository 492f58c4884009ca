package metrics

import "strconv"

// RNDCG is nDCG averaged over the cutoffs at which the ideal ranking passes from one grade to the next:
//
//	Rndcg = mean of nDCG@n over n = documents of the best grade, of the two best, ...
//
// and, when more than R+1 documents were retrieved, over the whole ranking as well. Range [0, 1], higher is
// better. Undefined for a query without a relevant document. Agrees with trec_eval's experimental Rndcg.
// needs=2 makes it undefined for a query without a document of grade 2, as trec_eval's -l does.
type RNDCG struct {
	View
	Gain
	Needs int // 0 means 1
}

// Score computes the measure.
func (m RNDCG) Score(j *Judged) (float64, bool) {
	if (m.Needs > 0 || j.IdealGains == nil) && j.Relevant(m.Needs) == 0 || !scalable(idealDCG(j, m.Gain, m.Rel, 0)) {
		return 0, false
	}
	sum, points, rank, last := 0.0, 0, 0, 0.0
	add := func(k int) {
		sum += m.dcg(j, m.Gain, k) / idealDCG(j, m.Gain, m.Rel, k)
		points++
	}
	walk := ideal{judged: j, gain: m.Gain, least: m.Rel}
	for worth := walk.best(); worth > 0; worth = walk.best() {
		if rank > 0 && worth != last {
			add(rank)
		}
		rank, last = rank+1, worth
	}
	add(rank)
	if m.retrieved(j) > rank+1 {
		add(0)
	}
	return sum / float64(points), true
}

// String returns the canonical text, which always shows the gain.
func (m RNDCG) String() string {
	p := parameters{"gain=" + m.Gain.String()}
	p.addIf(m.Needs > 1, "needs="+strconv.Itoa(m.Needs))
	return m.text("Rndcg", p...)
}

func newRNDCG(a *Args) Measure {
	m := RNDCG{View: a.View(), Gain: a.linearGain(), Needs: a.Int("needs", 0, 1)}
	if m.Needs == 1 {
		m.Needs = 0
	}
	return m
}
