package metrics

// SubtopicRecall is the share of the subtopics that the first k documents cover:
//
//	StRecall@k = subtopics with a relevant document among the first k / S
//
// with S subtopics with a relevant document. Range [0, 1], higher is better. Undefined without judgments by subtopic.
// Source: Zhai, Cohen and Lafferty (2003), SIGIR, doi:10.1145/860435.860440. Agrees with ndeval 4.5 strec@k.
type SubtopicRecall struct{ BySubtopic }

// Score computes the measure.
func (m SubtopicRecall) Score(j *Judged) (float64, bool) {
	s := j.Subtopics
	subtopics := s.relevant(m.Rel)
	if subtopics == 0 {
		return 0, false
	}
	var found [fewSubtopics]int
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

func (m SubtopicRecall) String() string { return m.text("StRecall") }
