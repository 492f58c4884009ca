package metrics

// IntentPrecision is P@k averaged over the subtopics of a query:
//
//	P_IA@k = Σ over subtopics of (relevant to it among the first k) / (k · S)
//
// with S subtopics that have a relevant document. Range [0, 1], higher is better. Undefined without judgments by
// subtopic. Source: Agrawal et al. (2009), WSDM, doi:10.1145/1498759.1498766. Agrees with ndeval 4.5.
type IntentPrecision struct{ BySubtopic }

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

func (m IntentPrecision) String() string { return m.text("P_IA") }
