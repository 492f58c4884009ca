package metrics

import "math"

// IdealDCG is the DCG of the best ranking possible, by which nDCG divides. It describes the judgments, not
// the ranking. Undefined for a query without a relevant document. Agrees with trec_eval 10 ideal_dcg.
type IdealDCG struct {
	Top
	Gain
}

// Score computes the measure.
func (m IdealDCG) Score(j *Judged) (float64, bool) {
	dcg := idealDCG(j, m.Gain, m.Rel, m.K)
	if !m.gains(j) || math.IsInf(dcg, 1) {
		return 0, false
	}
	return dcg, true
}

// String returns the canonical text, which always shows the gain.
func (m IdealDCG) String() string { return m.text("IdealDCG", "gain="+m.Gain.String()) }
