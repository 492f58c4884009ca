package metrics

import "math"

// DCG is discounted cumulative gain without normalization:
//
//	DCG@k = Σ_{i=1..k} gain(gradeᵢ) / log₂(i+1)
//
// Unlike with nDCG, queries with many relevant documents weigh more in its mean. From 0 upwards, higher is better.
// Undefined for a query without a relevant document, and where a gain is infinite (exponential gain of grade 1024).
// Cost: the judged documents within k. Source: Järvelin and Kekäläinen (2002), ACM TOIS 20(4),
// doi:10.1145/582415.582418. Agrees with trec_eval 10 dcg (linear gain, uncut) and ranx dcg and dcg_burges.
type DCG struct {
	Top
	Gain
}

// Score computes the measure.
func (m DCG) Score(j *Judged) (float64, bool) {
	dcg := m.dcg(j, m.Gain, m.K)
	if !m.gains(j) || math.IsInf(dcg, 1) {
		return 0, false
	}
	return dcg, true
}

// String returns the canonical text, which always shows the gain.
func (m DCG) String() string { return m.text("DCG", "gain="+m.Gain.String()) }

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
