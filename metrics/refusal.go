package metrics

// RefusalCorrectness tells whether a question without an answer was refused: 1 if the system claimed no
// evidence, 0 if it answered. Undefined for a query that should not be refused, for a failed one, and
// without an answer, since a system that only searches cannot refuse.
type RefusalCorrectness struct{ ofAnswer }

// Score computes the measure.
func (RefusalCorrectness) Score(j *Judged) (float64, bool) {
	answer := j.answer()
	switch {
	case answer == nil || !j.Answered.ShouldRefuse:
		return 0, false
	case answer.Grounded:
		return 0, true
	}
	return 1, true
}

func (RefusalCorrectness) String() string { return "RefusalCorrectness" }
