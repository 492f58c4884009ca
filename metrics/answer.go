package metrics

import "fmt"

// An Answered is what one query brought back from a system that also answers,
// together with what was expected of the answer.
type Answered struct {
	Retrieved int  // hits, before any cutoff
	Failed    bool // the query ended in an error; its answer does not count

	// ShouldRefuse says that no document answers the query, so that the right
	// answer is none. MustContain and Forbidden are texts that the answer has
	// to contain, all of them, and must not contain, none of them.
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
}

// A Citation points from an answer to its evidence.
type Citation struct {
	Path     string
	Resolved bool // the evidence is in the store; only the strict rule looks
}

// An AnswerMeasure maps the answer to one query to one number. Like measures of
// rankings, they are values with a canonical text that [Registry.ParseAnswer]
// reads back.
type AnswerMeasure interface {
	fmt.Stringer

	// Score computes the measure. When it is undefined for the query, score is
	// 0 and the query is to be left out of the mean; the mean over no query is
	// undefined, never 0.
	Score(a *Answered) (score float64, defined bool)
}

// answer is the answer that counts, nil if there is none.
func (a *Answered) answer() *Answer {
	if a.Failed {
		return nil
	}
	return a.Answer
}
