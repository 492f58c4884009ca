package metrics

import "math"

// IdealDCG is the DCG of the best ranking possible, by which nDCG divides. It
// describes the judgments, not the ranking. Undefined for a query without a
// relevant document. Agrees with trec_eval 10 ideal_dcg.
type IdealDCG struct {
	View
	Gain Gain
	K    int // 0: all judged documents
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
func (m IdealDCG) String() string {
	return canonical("IdealDCG", append([]string{"gain=" + m.Gain.String()}, m.parameters()...), m.K)
}

func (m IdealDCG) inTrec() string {
	if m.Gain.kind != linear || m.K > 0 {
		return ""
	}
	return m.trecName("ideal_dcg")
}

func (m IdealDCG) checkGrade(grade int) error { return m.Gain.checkGrade(grade) }
