package trec

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A Judgment is one line of qrels.
type Judgment struct {
	Query, Doc string
	Grade      int // 0 not relevant, 1 or more relevant; negative: in the pool but unjudged

	// Gain is the number that was written. It is the grade unless gains are
	// real-valued; then the grade is the whole number at or below the gain, so
	// that the grade reaches a level when the gain does: 0.9 is grade 0, worth
	// something but not relevant, and -0.5 is negative. What readers return
	// always has it; in what writers are given, 0 stands for the grade.
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

	queries []string
	index   map[string]int // of queries
	starts  []int          // rows[starts[i]:starts[i+1]] are those of query i
	rows    []row
	byHash  []int32 // positions in rows, by hash within each query

	subtopics  [][]string        // by query, nil without QrelsOptions.Subtopics
	bySubtopic [][]SubtopicGrade // by row, likewise
}

type row struct {
	doc   string
	hash  uint64 // idtable.Hash(doc)
	grade int
	gain  float64
}

// Len returns the number of queries.
func (q *Qrels) Len() int { return len(q.queries) }

// Size returns the number of judgments.
func (q *Qrels) Size() int { return len(q.rows) }

// Query returns the id of query i, in the order of first appearance.
func (q *Qrels) Query(i int) string { return q.queries[i] }

// Index returns the inverse of Query.
func (q *Qrels) Index(query []byte) (i int, ok bool) {
	i, ok = q.index[string(query)]
	return i, ok
}

// Judgments returns those of query i in file order.
func (q *Qrels) Judgments(i int) iter.Seq[Judgment] {
	return func(yield func(Judgment) bool) {
		for at := q.starts[i]; at < q.starts[i+1]; at++ {
			if !yield(q.judgment(i, at)) {
				return
			}
		}
	}
}

// All returns the judgments of all queries, grouped by query.
func (q *Qrels) All() iter.Seq[Judgment] {
	return func(yield func(Judgment) bool) {
		for i := range q.queries {
			for j := range q.Judgments(i) {
				if !yield(j) {
					return
				}
			}
		}
	}
}

func (q *Qrels) judgment(query, at int) Judgment {
	r := q.rows[at]
	return Judgment{Query: q.queries[query], Doc: r.doc, Grade: r.grade, Gain: r.gain}
}

// Judgment looks up one document of query i; ok is false when it is not there.
func (q *Qrels) Judgment(i int, doc string) (j Judgment, ok bool) {
	hash := idtable.Hash(doc)
	byHash := q.byHash[q.starts[i]:q.starts[i+1]]
	at := sort.Search(len(byHash), func(k int) bool { return q.rows[byHash[k]].hash >= hash })
	for ; at < len(byHash) && q.rows[byHash[at]].hash == hash; at++ {
		if q.rows[byHash[at]].doc == doc {
			return q.judgment(i, int(byHash[at])), true
		}
	}
	return Judgment{}, false
}

// A Match is a document of the qrels that a ranking holds.
type Match struct {
	Rank     int // from 1
	Grade    int // may be negative: in the pool but unjudged
	Gain     float64
	Judgment int // which of Qrels.Judgments it is, from 0
}

// Match joins a ranking with the judgments of query i: the hits that have one,
// by ascending rank, appended to dst. It looks up the judged documents among
// the hits and not the other way round, so it costs what is judged, not what
// was retrieved.
func (q *Qrels) Match(i int, r *Ranking, dst []Match) []Match {
	from := len(dst)
	for n, row := range q.rows[q.starts[i]:q.starts[i+1]] {
		if at, ok := r.Find(row.hash, row.doc); ok {
			dst = append(dst, Match{Rank: r.Rank(at), Grade: row.grade, Gain: row.gain, Judgment: n})
		}
	}
	slices.SortFunc(dst[from:], func(a, b Match) int { return cmp.Compare(a.Rank, b.Rank) })
	return dst
}
