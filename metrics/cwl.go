package metrics

import (
	"math"
	"strconv"
)

// CWL is a measure of the C/W/L family: a user goes from rank i to the next with probability Cᵢ, by
// which the models differ, and the score is the expected gain per document looked at:
//
//	score = Σ Wᵢ · gainᵢ,  Wᵢ ∝ Π_{j<i} Cⱼ,  Σ Wᵢ = 1 over the first 1000 ranks
//
// A document gains (grade − min) / (max − min), within 0 and 1; an unjudged one gains nothing. Range [0, 1], higher is
// better. Undefined for a query without a relevant document. Cost: the ranks that the model looks at, up to 1000.
// Source: Moffat, Bailey, Scholer and Thomas (2017), ACM TOIS 35(3), doi:10.1145/3052768; Azzopardi, Thomas and Moffat
// (2019), cwl_eval, SIGIR, doi:10.1145/3331184.3331398. Agrees with cwl_eval and ir_measures.
type CWL struct {
	Top
	Model    CWLModel
	T        float64 // desired gain, of BPM, INST, INSQ and NERR11
	P        float64 // persistence, of NERR10
	Min, Max int     // grades that gain 0 and 1
}

// A CWLModel names a continuation probability C, with x = i + 2T.
type CWLModel string

// The models. cum is the gain from rank 1 to i.
const (
	BPM    CWLModel = "BPM"    // 1 while cum < T and i < k; Zhang et al. (2017), doi:10.1145/3077136.3080841
	INSQ   CWLModel = "INSQ"   // ((x − 1)/x)²; Moffat, Scholer, Thomas (2012), doi:10.1145/2407085.2407092
	INST   CWLModel = "INST"   // ((x − cum − 1)/(x − cum))²; Moffat et al. (2015), doi:10.1145/2838931.2838938
	SDCG   CWLModel = "SDCG"   // log(i+1)/log(i+2) while i < k: DCG over that of k perfect documents
	NERR8  CWLModel = "NERR8"  // 1 − gainᵢ while i < k; all NERR: Azzopardi et al. (2021), doi:10.1145/3471158.3472239
	NERR9  CWLModel = "NERR9"  // i/(i+1) · (1 − gainᵢ) while i < k
	NERR10 CWLModel = "NERR10" // p · (1 − gainᵢ)
	NERR11 CWLModel = "NERR11" // ((x − 1)/x)² · (1 − gainᵢ)
)

// cwlDepth is how many ranks cwl_eval looks at.
const cwlDepth = 1000

// Score computes the measure.
func (m CWL) Score(j *Judged) (float64, bool) {
	if m.relevant(j) == 0 {
		return 0, false
	}
	sum, weights, weight, cum, hit := 0.0, 0.0, 1.0, 0.0, 0
	for i := 1; i <= cwlDepth && weight > 0; i++ {
		gain := 0.0
		if hit < len(j.Hits) && m.rank(j, hit) == i {
			gain = m.gain(j.Hits[hit].Grade)
			hit++
		}
		cum += gain
		sum += float64(weight * gain)
		weights += weight
		weight *= m.continuation(i, gain, cum)
	}
	return sum / weights, true
}

func (m CWL) gain(grade int) float64 {
	if grade < m.Rel {
		return 0
	}
	return float64(min(max(grade, m.Min), m.Max)-m.Min) / float64(m.Max-m.Min)
}

// continuation returns the probability of going on from rank i.
func (m CWL) continuation(i int, gain, cum float64) float64 {
	square := func(x float64) float64 { return (x - 1) / x * ((x - 1) / x) }
	rank := float64(i)
	beyond := m.K > 0 && i >= m.K
	switch {
	case beyond:
		return 0
	case m.Model == BPM && cum < m.T:
		return 1
	case m.Model == INSQ:
		return square(rank + 2*m.T)
	case m.Model == INST:
		return square(rank + 2*m.T - cum)
	case m.Model == SDCG:
		return discount(i) / discount(i+1)
	case m.Model == NERR8:
		return 1 - gain
	case m.Model == NERR9:
		return rank / (rank + 1) * (1 - gain)
	case m.Model == NERR10:
		return m.P * (1 - gain)
	case m.Model == NERR11:
		return square(rank+2*m.T) * (1 - gain)
	}
	return 0 // BPM, satisfied
}

// String returns the canonical text, which always shows the model's parameters and the highest grade.
func (m CWL) String() string {
	var p parameters
	p.addIf(m.T > 0, "T="+number(m.T))
	p.addIf(m.Model == NERR10, "p="+number(m.P))
	p.addIf(m.Min > 0, "min="+strconv.Itoa(m.Min))
	p = append(p, "max="+strconv.Itoa(m.Max))
	return m.text(string(m.Model), p...)
}

func (m CWL) checkGrade(grade int) error { return checkHighest(grade, m.Max) }

func newCWL(a *Args, model CWLModel) Measure {
	m := CWL{Top: a.top(), Model: model, Min: a.Int("min", 0, 0), Max: a.highest()}
	if m.Max <= m.Min {
		a.Fail("max=%d, want more than min=%d", m.Max, m.Min)
	}
	switch model {
	case BPM, INST, INSQ, NERR11:
		m.T = a.Float("T", 1, math.SmallestNonzeroFloat64, 1e9)
	case NERR10:
		m.P = a.persistence(0.9)
	}
	return m
}
