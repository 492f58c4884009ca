package metrics

// An Answered is what a system wrote in answer to one query, together with what was expected of it.
type Answered struct {
	Failed bool // the query ended in an error; its answer does not count

	// ShouldRefuse says that no document answers the query, so that the right answer is none. MustContain and Forbidden
	// are texts that the answer has to contain, all of them, and must not contain, none of them.
	ShouldRefuse bool
	MustContain  []string
	Forbidden    []string

	Answer *Answer // nil: the system only searched
}

// An Answer is generated text with its citations.
type Answer struct {
	Text      string
	Grounded  bool // the system claims evidence; false is a refusal
	Citations []Citation

	// Checked says that the citations were looked up, and Resolved means
	// something. Only the strict rule of [CitationCoverage] asks.
	Checked bool
}

// A Citation points from an answer to its evidence.
type Citation struct {
	Path     string
	Resolved bool // the evidence is in the store
}

// ofAnswer makes a measure one of answers: it looks at [Judged].Answered and at
// the number of hits, never at their order or grades, and has no cutoff.
type ofAnswer struct{}

func (ofAnswer) view() View { return View{Level: AnswerLevel} }

// Cutoff returns 0: nothing is cut.
func (ofAnswer) Cutoff() int { return 0 }

// answer returns the answer that counts, nil if there is none.
func (j *Judged) answer() *Answer {
	if j.Answered == nil || j.Answered.Failed {
		return nil
	}
	return j.Answered.Answer
}
