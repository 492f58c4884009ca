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
	if s == nil {
		return 0, false
	}
	var ints [fewSubtopics]int
	subtopics := s.relevantTo(max(m.Rel, 1), subtopicInts(&ints, s.Count))
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

// Cutoff is k.
func (m IntentPrecision) Cutoff() int { return m.K }

// String is the canonical text.
func (m IntentPrecision) String() string {
	return canonical("P_IA", View{Rel: m.Rel}.parameters(), m.K)
}

// IntentAP is average precision averaged over the subtopics of a query:
//
//	AP_IA = 1/S · Σ over subtopics of AP with what is relevant to it
//
// with S subtopics that have a relevant document. Range [0, 1], higher is
// better. Undefined without judgments by subtopic. Source: Agrawal et al.
// (2009), WSDM, doi:10.1145/1498759.1498766. Agrees with ndeval 4.5 MAP-IA.
type IntentAP struct {
	Rel int // lowest relevant grade, 0 means 1
}

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

// Cutoff is 0: the whole ranking counts.
func (m IntentAP) Cutoff() int { return 0 }

// String is the canonical text.
func (m IntentAP) String() string { return canonical("AP_IA", View{Rel: m.Rel}.parameters(), 0) }

// SubtopicRecall is the share of the subtopics that the first k documents
// cover:
//
//	StRecall@k = subtopics with a relevant document among the first k / S
//
// with S subtopics that have a relevant document. Range [0, 1], higher is
// better. Undefined without judgments by subtopic. Source: Zhai, Cohen and
// Lafferty (2003), SIGIR, doi:10.1145/860435.860440. Agrees with ndeval 4.5
// strec@k.
type SubtopicRecall struct {
	Rel int // lowest relevant grade, 0 means 1
	K   int // 0: the whole ranking
}

// Score computes the measure.
func (m SubtopicRecall) Score(j *Judged) (float64, bool) {
	s := j.Subtopics
	if s == nil {
		return 0, false
	}
	var ints, found [fewSubtopics]int
	subtopics := s.relevantTo(max(m.Rel, 1), subtopicInts(&ints, s.Count))
	if subtopics == 0 {
		return 0, false
	}
	covered, n := subtopicInts(&found, s.Count), 0
	for _, h := range s.Hits {
		if m.K > 0 && h.Rank > m.K {
			break
		}
		if h.Grade >= m.Rel && covered[h.Subtopic] == 0 {
			covered[h.Subtopic] = 1
			n++
		}
	}
	return float64(n) / float64(subtopics), true
}

// Cutoff is k.
func (m SubtopicRecall) Cutoff() int { return m.K }

// String is the canonical text.
func (m SubtopicRecall) String() string {
	return canonical("StRecall", View{Rel: m.Rel}.parameters(), m.K)
}

const intentUndefined = "a query without judgments by subtopic, or without a relevant one"

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

func defineIntentAP() Definition {
	return Definition{
		Name: "AP_IA", Aliases: []string{"MAP_IA", "MAP-IA"},
		Summary: "Average precision averaged over the subtopics of a query.",
		Formula: "AP_IA = 1/S · Σ over subtopics of AP with what is relevant to it",
		Range:   "[0, 1]", Unit: "mean precision", Undefined: intentUndefined,
		Source: "Agrawal, Gollapudi, Halverson, Ieong (2009), Diversifying search results, WSDM, doi:10.1145/1498759.1498766",
		Agrees: "ndeval 4.5, pyndeval, ir_measures AP_IA",
		Params: []Param{relParam()},
		New:    func(a *Args) Measure { return IntentAP{Rel: a.View().Rel} },
	}
}

func defineSubtopicRecall() Definition {
	return Definition{
		Name: "StRecall", Aliases: []string{"strec"},
		Summary: "Share of the subtopics that the first k documents cover.",
		Formula: "StRecall@k = subtopics with a relevant document in the first k / S",
		Range:   "[0, 1]", Unit: "share of the subtopics", Undefined: intentUndefined,
		Source: "Zhai, Cohen, Lafferty (2003), Beyond independent relevance, SIGIR, doi:10.1145/860435.860440",
		Agrees: "ndeval 4.5, pyndeval, ir_measures StRecall@k",
		Cut:    CutOptional,
		Params: []Param{relParam()},
		New:    func(a *Args) Measure { return SubtopicRecall{Rel: a.View().Rel, K: a.Cutoff} },
	}
}
