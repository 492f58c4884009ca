package metrics

// IntentPrecision is P@k averaged over the subtopics of a query:
//
//	P_IA@k = Σ over subtopics of (relevant to it among the first k) / (k · S)
//
// with S subtopics that have a relevant document. Range [0, 1], higher is
// better. Undefined without judgments by subtopic. Source: Agrawal et al.
// (2009), WSDM, doi:10.1145/1498759.1498766. Agrees with ndeval 4.5.
type IntentPrecision struct {
	Rel int // lowest relevant grade, 0 means 1
	K   int // k ≥ 1
}

// Score computes the measure.
func (m IntentPrecision) Score(j *Judged) (float64, bool) {
	s := j.Subtopics
	subtopics := s.relevant(m.Rel)
	if subtopics == 0 {
		return 0, false
	}
	n := 0
	for _, h := range s.Hits {
		if h.Rank <= m.K && h.Grade >= m.Rel {
			n++
		}
	}
	return float64(n) / (float64(m.K) * float64(subtopics)), true
}

// Cutoff returns k.
func (m IntentPrecision) Cutoff() int { return m.K }

func (m IntentPrecision) String() string {
	return canonical("P_IA", View{Rel: m.Rel}.parameters(), m.K)
}

// NeedsSubtopics returns true.
func (IntentPrecision) NeedsSubtopics() bool { return true }

const intentUndefined = "a query without judgments by subtopic (the second column of the qrels), or without a relevant one"

func defineIntentPrecision() Definition {
	return Definition{
		Name: "P_IA", Aliases: []string{"P-IA"},
		Summary: "P@k averaged over the subtopics of a query.",
		Formula: "P_IA@k = Σ over subtopics (relevant to it in the first k) / (k · S)",
		Range:   "[0, 1]", Unit: "share of k", Undefined: intentUndefined,
		Source: "Agrawal, Gollapudi, Halverson, Ieong (2009), Diversifying search results, WSDM, doi:10.1145/1498759.1498766",
		Agrees: "ndeval 4.5, pyndeval, ir_measures P_IA@k",
		Cut:    CutRequired,
		Params: []Param{relParam()},
		New:    func(a *Args) Measure { return IntentPrecision{Rel: a.View().Rel, K: a.Cutoff} },
	}
}
