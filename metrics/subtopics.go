package metrics

// Subtopics are the judgments of one query by subtopic: what a document is relevant to, and not only that
// it is relevant. Only judgments with a grade of at least 1 are listed.
type Subtopics struct {
	// Count is the number of subtopics; they are numbered from 0.
	Count int

	// Hits are the judgments of the retrieved documents, by ascending rank and
	// then subtopic. A document that is relevant to two subtopics has two.
	Hits []SubtopicHit

	// Documents holds, for every document that is relevant to a subtopic, retrieved or not, its judgments
	// by ascending subtopic. The order of the documents settles ties when the ideal ranking is built;
	// ndeval's is by descending document id.
	Documents [][]SubtopicGrade
}

// A SubtopicHit is a judgment of a document in a ranking.
type SubtopicHit struct{ Rank, Subtopic, Grade int }

// A SubtopicGrade is a judgment of a document.
type SubtopicGrade struct{ Subtopic, Grade int }

// A BySubtopic measure looks at the first K places, 0 for the whole ranking, by subtopic.
type BySubtopic struct {
	Rel int // lowest relevant grade, 0 means 1
	K   int
}

// Cutoff returns K.
func (b BySubtopic) Cutoff() int { return b.K }

// NeedsSubtopics returns true.
func (BySubtopic) NeedsSubtopics() bool { return true }

func (b BySubtopic) text(name string, parameters ...string) string {
	return Top{View{Rel: b.Rel}, b.K}.text(name, parameters...)
}

// NeedsSubtopics tells whether m looks at Judged.Subtopics and is undefined
// without them. It does when it has a method NeedsSubtopics that says so.
func NeedsSubtopics(m Measure) bool {
	n, ok := m.(interface{ NeedsSubtopics() bool })
	return ok && n.NeedsSubtopics()
}

// Sizes up to which the diversity measures need no memory of their own.
const (
	fewSubtopics = 64
	fewDocuments = 512
)

// relevantTo counts, into counts, the documents that are relevant to each
// subtopic, and returns how many subtopics have one.
func (s *Subtopics) relevantTo(least int, counts []int) (subtopics int) {
	for _, doc := range s.Documents {
		for _, d := range doc {
			if d.Grade >= least {
				if counts[d.Subtopic] == 0 {
					subtopics++
				}
				counts[d.Subtopic]++
			}
		}
	}
	return subtopics
}

// relevant returns relevantTo without the counts, of a query without subtopics 0.
func (s *Subtopics) relevant(least int) int {
	if s == nil {
		return 0
	}
	var ints [fewSubtopics]int
	return s.relevantTo(max(least, 1), subtopicInts(&ints, s.Count))
}

// subtopicInts returns a zeroed slice of n, from the buffer if it is long enough.
func subtopicInts(buffer *[fewSubtopics]int, n int) []int {
	if n > len(buffer) {
		return make([]int, n)
	}
	return buffer[:n]
}
