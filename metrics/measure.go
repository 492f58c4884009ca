package metrics

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Measure maps the judged ranking of one query to one number. Measures are
// small values without state; two are the same when their texts are.
type Measure interface {
	// String is the canonical text, such as "nDCG(gain=exp)@10". Parse reads it back to an equal measure.
	fmt.Stringer

	// Score computes the measure. It neither keeps nor changes j, and does not allocate unless the
	// measure's documentation says so. When the measure is undefined for the query, defined is false and
	// score is what trec_eval counts for such a query, which is 0 for nearly all measures.
	Score(j *Judged) (score float64, defined bool)

	// Cutoff is how deep the measure looks into the ranking, 0 for all of it.
	Cutoff() int
}

// Texts returns the canonical texts of measures.
func Texts(measures []Measure) []string {
	return ordered.Each(measures, Measure.String)
}

// Index returns the position of m among measures, -1 when it is not there.
func Index(measures []Measure, m Measure) int {
	text := m.String()
	return slices.IndexFunc(measures, func(other Measure) bool { return other.String() == text })
}

// An Aggregate says how the scores of many queries become one number.
type Aggregate int

// Aggregates. The zero value is right for nearly every measure.
const (
	Mean          Aggregate = iota // arithmetic mean of the scores
	Sum                            // total, for counts such as NumRet
	GeometricMean                  // exp of the mean of ln(max(score, 0.00001)), for GMAP
)

// String names the aggregate in lower case.
func (a Aggregate) String() string {
	switch a {
	case Sum:
		return "sum"
	case GeometricMean:
		return "geometric mean"
	}
	return "mean"
}

// lowestGeometric is the least score that a geometric mean counts, as in
// trec_eval: one query with score 0 is not to make all the others worthless.
const lowestGeometric = 0.00001

// Of combines the scores of those queries that are to count. Without any, a sum is 0 and a mean undefined.
func (a Aggregate) Of(scores []float64) (value float64, defined bool) {
	sum := 0.0
	for _, s := range scores {
		if a == GeometricMean {
			s = math.Log(max(s, lowestGeometric))
		}
		sum += s
	}
	switch n := float64(len(scores)); {
	case a == Sum:
		return sum, true
	case n == 0:
		return 0, false
	case a == GeometricMean:
		return math.Exp(sum / n), true
	default:
		return sum / n, true
	}
}

// A Level is the kind of thing that a measure looks at.
type Level string

// Levels. A measure at chunk level is computed by the same formula over chunk ids; the caller joins the
// ranking of chunks with the judgments of chunks. One at answer level looks at no ranking, only at
// [Judged].Answered and how many hits there are.
const (
	DocumentLevel Level = ""
	ChunkLevel    Level = "chunk"
	AnswerLevel   Level = "answer"
)

// LevelOf tells whether m is to be scored on documents, on chunks or on the answer.
func LevelOf(m Measure) Level {
	if v, ok := m.(interface{ view() View }); ok {
		return v.view().Level
	}
	return DocumentLevel
}

// A Foreign measure was computed by another program: its scores are read, and
// its name is all that is known of it, with the direction that the user declares.
type Foreign struct {
	Name     string
	Better   Direction
	Declared bool // the direction is; without that a higher score is taken to be better
	Share    bool // scores are from 0 to 1
}

// String returns the name as it was read.
func (f Foreign) String() string { return f.Name }

// Score is undefined: there is no formula.
func (Foreign) Score(*Judged) (score float64, defined bool) { return 0, false }

// Cutoff is not known.
func (Foreign) Cutoff() int { return 0 }

// Aggregate returns the mean, whatever measure here has the same name.
func (Foreign) Aggregate() Aggregate { return Mean }

// Direction tells which of two scores is the better one.
func (f Foreign) Direction() Direction { return f.Better }
