package metrics

// CitationCoverage tells whether a grounded answer proves what it says:
//
//	1 if it has a citation and no citation is broken, else 0
//
// By the path rule a citation is broken when it names no path; by the strict rule when its evidence is
// not in the store, as far as citations were looked up there ([Answer].Checked); without that the
// strict measure is undefined. An answer without citations is not covered. Undefined without an answer,
// for a failed query and for an answer that claims no evidence.
type CitationCoverage struct {
	Strict bool

	ofAnswer
}

// Score computes the measure.
func (m CitationCoverage) Score(j *Judged) (float64, bool) {
	answer := j.answer()
	if answer == nil || !answer.Grounded || m.Strict && !answer.Checked {
		return 0, false
	}
	for _, c := range answer.Citations {
		if m.Strict && !c.Resolved || !m.Strict && c.Path == "" {
			return 0, true
		}
	}
	if len(answer.Citations) == 0 {
		return 0, true
	}
	return 1, true
}

func (m CitationCoverage) String() string {
	if m.Strict {
		return "CitationCoverage(strict)"
	}
	return "CitationCoverage"
}
