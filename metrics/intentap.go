package metrics

// IntentAP is average precision averaged over the subtopics of a query:
//
//	AP_IA = 1/S · Σ over subtopics of AP with what is relevant to it
//
// with S subtopics that have a relevant document. Range [0, 1], higher is better. Undefined without judgments by
// subtopic. Source: Agrawal et al. (2009), WSDM, doi:10.1145/1498759.1498766. Agrees with ndeval 4.5 MAP-IA.
type IntentAP struct{ BySubtopic }

// Score computes the measure.
func (m IntentAP) Score(j *Judged) (float64, bool) {
	s := j.Subtopics
	if s == nil {
		return 0, false
	}
	var ints, found [fewSubtopics]int
	relevant, seen := subtopicInts(&ints, s.Count), subtopicInts(&found, s.Count)
	subtopics := s.relevantTo(max(m.Rel, 1), relevant)
	if subtopics == 0 {
		return 0, false
	}
	sum := 0.0
	for _, h := range s.Hits {
		if h.Grade >= m.Rel {
			seen[h.Subtopic]++
			sum += float64(seen[h.Subtopic]) / float64(h.Rank) / float64(relevant[h.Subtopic])
		}
	}
	return sum / float64(subtopics), true
}

func (m IntentAP) String() string { return m.text("AP_IA") }
