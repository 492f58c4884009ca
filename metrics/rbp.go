package metrics

import (
	"errors"
	"math"
	"strconv"
)

// RBP is rank-biased precision: the gain per document of a user who goes on to the next rank with probability p:
//
//	RBP = (1 − p) · Σ gainᵢ · pⁱ⁻¹
//
// A relevant document gains 1; with gain=scale grade/max, with gain=query grade over the highest grade
// judged for the query, as in trec_eval 10. Range [0, 1], higher is better. Undefined for a query
// without a relevant document. Cost: the judged documents retrieved. Source: Moffat and Zobel (2008),
// ACM TOIS 27(1), doi:10.1145/1416950.1416952. Agrees with cwl_eval and ir_measures RBP(p, rel=1), and
// with gain=query with trec_eval 10 rbp. ranx rbp.80 uses the grade itself, and can exceed 1.
type RBP struct {
	Top
	P    float64 // in [0, 1)
	Gain RBPGain
	Max  int // highest grade of the scale, of RBPScale only
}

// An RBPGain says what a document gains in RBP.
type RBPGain string

// Gains of RBP.
const (
	RBPBinary RBPGain = ""      // 1 if relevant
	RBPScale  RBPGain = "scale" // grade / highest grade of the scale
	RBPQuery  RBPGain = "query" // grade / highest grade judged for the query
)

// Score computes the measure.
func (m RBP) Score(j *Judged) (float64, bool) {
	if m.relevant(j) == 0 {
		return 0, false
	}
	highest := 1.0
	switch {
	case m.Gain == RBPScale:
		highest = float64(m.Max)
	case m.Gain == RBPQuery && j.IdealGains != nil:
		highest = j.IdealGains[0]
	case m.Gain == RBPQuery:
		highest = float64(j.Ideal[0])
	}
	sum, weight, at, least := 0.0, 1.0, 1, m.threshold()
	for i := range j.Hits {
		r := m.rank(j, i)
		if m.K > 0 && r > m.K {
			break
		}
		if g := j.Hits[i].Grade; g >= least {
			weight *= math.Pow(m.P, float64(r-at))
			at = r
			worth := float64(g)
			if j.Gains != nil {
				worth = j.Gains[i]
			}
			sum += float64(weight * min(1, worth/highest))
		}
	}
	return (1 - m.P) * sum, true
}

// String returns the canonical text, which always shows p.
func (m RBP) String() string {
	p := parameters{"p=" + number(m.P)}
	p.addIf(m.Gain != RBPBinary, "gain="+string(m.Gain))
	p.addIf(m.Gain == RBPScale, "max="+strconv.Itoa(m.Max))
	return m.text("RBP", p...)
}

func (m RBP) checkGrade(grade int) error {
	if m.Gain != RBPScale {
		return nil
	}
	return checkHighest(grade, m.Max)
}

func newRBP(a *Args) Measure {
	m := RBP{Top: a.top(), P: a.persistence(0.8)}
	switch gain := a.Text("gain", "binary"); gain {
	case "binary":
	case "query", "scale":
		m.Gain = RBPGain(gain)
	default:
		a.Fail("gain=%s, want binary, scale or query", gain)
	}
	if m.Gain == RBPScale {
		m.Max = a.highest()
	} else if a.Has("max") {
		a.Fail("max= goes with gain=scale only")
	}
	return m
}

var errPersistence = errors.New("want p=0.9, or 90 as ranx writes it")

// readPersistence reads what follows rbp: trec_eval's p=0.9, which gains by grade, and ranx's 80, which is p = 0.80.
func readPersistence(tail string) ([]map[string]string, error) {
	if isDigits(tail) {
		return []map[string]string{{"p": "0." + tail}}, nil
	}
	set := map[string]string{"gain": "query"}
	if len(tail) > 2 && tail[:2] == "p=" {
		set["p"] = tail[2:]
		return []map[string]string{set}, nil
	}
	return nil, errPersistence
}
