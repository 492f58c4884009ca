package trec

import (
	"cmp"
	"iter"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A Judgment is one line of qrels.
type Judgment struct {
	Query, Doc string
	Grade      int // 0 not relevant, 1 or more relevant; negative: in the pool but unjudged

	// Gain is the number that was written. It is the grade unless gains are real-valued; then the grade is
	// the whole number at or below the gain, so that the grade reaches a level when the gain does: 0.9 is
	// grade 0, worth something but not relevant, and -0.5 is negative. What readers return always has it;
	// in what writers are given, 0 stands for the grade.
	Gain float64
}

func (j Judgment) gain() float64 {
	if j.Gain == 0 {
		return float64(j.Grade)
	}
	return j.Gain
}

// Qrels are judgments by query, in file order, made for being joined with
// rankings. They do not change, so any number of goroutines may read them.
type Qrels struct {
	Duplicates int // lines dropped under DuplicatesKeepFirst
	Shared     int // documents judged for several subtopics of a query, with QrelsOptions.Subtopics

	queries *idList
	starts  []uint32 // rows[starts[i]:starts[i+1]] are those of query i
	rows    []row
	docs    string    // the ids of all rows, one after another
	gains   []float64 // by row; nil where they are the grades

	subtopics  [][]string        // by query, nil without QrelsOptions.Subtopics
	bySubtopic [][]SubtopicGrade // by row, likewise
}

// A row is 8 bytes: of millions of queries judgments are what takes memory.
type row struct {
	end   uint32 // of the document's id in docs
	grade int32
}

// Len returns the number of queries.
func (q *Qrels) Len() int { return len(q.queries.ends) }

// Size returns the number of judgments.
func (q *Qrels) Size() int { return len(q.rows) }

// Query returns the id of query i, in the order of first appearance.
func (q *Qrels) Query(i int) string { return q.queries.at(i) }

// Index returns the inverse of Query.
func (q *Qrels) Index(query []byte) (i int, ok bool) { return q.queries.find(query) }

// Rows returns where the judgments of query i are among those of All, from the first up to the one after the last.
func (q *Qrels) Rows(i int) (from, to int) { return int(q.starts[i]), int(q.starts[i+1]) }

// Judgments returns those of query i in file order.
func (q *Qrels) Judgments(i int) iter.Seq[Judgment] {
	return func(yield func(Judgment) bool) {
		for at := q.starts[i]; at < q.starts[i+1]; at++ {
			if !yield(q.judgment(i, int(at))) {
				return
			}
		}
	}
}

// All returns the judgments of all queries, grouped by query.
func (q *Qrels) All() iter.Seq[Judgment] {
	return func(yield func(Judgment) bool) {
		for i := range q.Len() {
			for j := range q.Judgments(i) {
				if !yield(j) {
					return
				}
			}
		}
	}
}

func (q *Qrels) judgment(query, at int) Judgment {
	return Judgment{Query: q.Query(query), Doc: q.doc(at), Grade: int(q.rows[at].grade), Gain: q.gain(at)}
}

// doc returns the id of the document of a row.
func (q *Qrels) doc(at int) string {
	from := uint32(0)
	if at > 0 {
		from = q.rows[at-1].end
	}
	return q.docs[from:q.rows[at].end]
}

func (q *Qrels) gain(at int) float64 {
	if q.gains != nil {
		return q.gains[at]
	}
	return float64(q.rows[at].grade)
}

// A Match is a document of the qrels that a ranking holds.
type Match struct {
	Rank     int // from 1
	Grade    int // may be negative: in the pool but unjudged
	Gain     float64
	Judgment int // which of Qrels.Judgments it is, from 0
}

// Match joins a ranking with the judgments of query i: the hits that have one, by ascending rank, appended
// to dst. It looks up the judged documents among the hits and not the other way round, so it costs what is
// judged, not what was retrieved.
func (q *Qrels) Match(i int, r *Ranking, dst []Match) []Match {
	from := len(dst)
	start := int(q.starts[i])
	for n, row := range q.rows[start:q.starts[i+1]] {
		doc := q.doc(start + n)
		if at, ok := r.Find(idtable.Hash(doc), doc); ok {
			dst = append(dst, Match{Rank: r.Rank(at), Grade: int(row.grade), Gain: q.gain(start + n), Judgment: n})
		}
	}
	slices.SortFunc(dst[from:], func(a, b Match) int { return cmp.Compare(a.Rank, b.Rank) })
	return dst
}
