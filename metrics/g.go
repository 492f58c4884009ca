package metrics

// G relates the gain of every document to what could have been gained up to its rank, so that it
// combines qualities of AP and nDCG:
//
//	G = Σ gainᵢ / log₂(2 + costᵢ − resultᵢ) / Σ ideal gains
//
// where resultᵢ sums the gains down to rank i and costᵢ sums max(ideal gain, 1) down to rank i. Range [0, 1], higher is
// better. Undefined for a query in which nothing gains anything. Agrees with trec_eval's experimental G.
type G struct {
	View
	Gain
}

// Score computes the measure.
func (m G) Score(j *Judged) (float64, bool) {
	total := 0.0
	walk := ideal{judged: j, gain: m.Gain, least: m.Rel}
	for worth := walk.best(); worth > 0; worth = walk.best() {
		total += worth
	}
	if !scalable(total) {
		return 0, false
	}
	walk = ideal{judged: j, gain: m.Gain, least: m.Rel}
	sum, result, cost, rank := 0.0, 0.0, 0.0, 0
	for i := range j.Hits {
		worth := m.worth(j, i, m.Gain)
		if worth == 0 {
			continue
		}
		for r := m.rank(j, i); rank < r; rank++ {
			best := walk.best()
			if best == 0 { // the ideal ranking has ended: every rank costs 1
				cost += float64(r - rank)
				rank = r
				break
			}
			cost += max(best, 1)
		}
		result += worth
		sum += worth / log2(2+cost-result)
	}
	return sum / total, true
}

// String returns the canonical text, which always shows the gain.
func (m G) String() string { return m.text("G", "gain="+m.Gain.String()) }
