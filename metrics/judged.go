package metrics

// A Judged is one query's ranking after it has been joined with its judgments. Unjudged documents are not listed and
// only count in Retrieved, so that a measure costs what is judged and not what was retrieved. A judged query that a run
// does not answer is a Judged without hits: its Ideal and NonRelevant are still those of the query.
type Judged struct {
	// Retrieved is the number of documents retrieved, judged or not.
	Retrieved int

	// Hits are the judged documents that were retrieved, by ascending rank.
	Hits []Hit

	// Ideal holds the grades of at least 1 of all judged documents of the
	// query, retrieved or not, in descending order: the best ranking possible.
	Ideal []int

	// NonRelevant is the number of documents judged with grade 0, retrieved or not. A negative grade is not a judgment:
	// such a document is in the pool but unjudged and counts here as little as in Hits or Ideal.
	NonRelevant int

	// Pooled are the ranks, ascending, of the retrieved documents with a negative grade: in the pool, not
	// judged. Only infAP looks at them, so a caller without such judgments leaves them out.
	Pooled []int

	// Subtopics are the judgments by subtopic, for the diversity measures; nil without any.
	Subtopics *Subtopics

	// Gains are what the hits are worth, hit by hit, where documents were judged by real-valued gains and
	// not by grades; nil where by grades. The grade of such a document is its gain rounded down, so that it
	// is relevant at a level when its gain reaches it: a gain of 0.9 is worth something and not relevant.
	Gains []float64

	// IdealGains are the gains above 0 of all judged documents of the query,
	// retrieved or not, in descending order; nil where judged by grades.
	IdealGains []float64

	// Text is what the hits cover of passages, for the measures of characters and budgets of tokens; nil
	// where ids are judged.
	Text *Text

	// Answered is what the system wrote and what was expected of it, for the
	// measures of answers; nil when it only searched and nothing was expected.
	Answered *Answered
}

// A Hit is a judged document in a ranking.
type Hit struct {
	Rank  int // from 1
	Grade int // 0 or more
}

// Relevant returns the number of documents of the query with at least the given grade, retrieved or not.
func (j *Judged) Relevant(grade int) int {
	if grade <= 1 {
		return len(j.Ideal)
	}
	for i, g := range j.Ideal {
		if g < grade {
			return i
		}
	}
	return len(j.Ideal)
}
