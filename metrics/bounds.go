package metrics

import (
	"cmp"
	"math"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Range is what a number can be under all ways to judge what is unjudged.
type Range struct {
	Low, High float64

	// Outer says that the number cannot leave the range, but need not reach its
	// ends: there were too many ways to try them all.
	Outer bool
}

// A Place is where an unjudged document is in two rankings of one query; 0 is nowhere. It has the same grade in both.
type Place struct{ A, B int }

// longestScale is the top grade up to which bounds are computed: what they cost grows with the scale.
const longestScale = 1000

// Bounds tells how low and how high the score could be if each unjudged document within the measure's
// cutoff had any grade from 0 to top. For P, Success, RR, SetP, NumRelRet, DCG, ERR and RBP the lower end
// is the score itself, since a better judgment never lowers them. R, RCap, SetR, nDCG and AP divide by what
// is relevant in all, so a relevant document far down can lower them; their ends are exact too. For the
// others ok is false, and for what is worth real-valued gains, which have no top grade. Bounds allocates.
func Bounds(m Measure, j *Judged, top int) (r Range, ok bool) {
	top = highest(top, j)
	if !bounded(m, j, top) {
		return Range{}, false
	}
	if rises(m, top) {
		return Range{Low: scoreOf(m, j), High: scoreOf(m, bestJudged(j, top))}, true
	}
	places := make([]Place, 0, j.Retrieved)
	for _, rank := range unjudgedRanks(j) {
		places = append(places, Place{B: rank})
	}
	places = PlacesSeen(m, places)
	if ap, is := m.(AveragePrecision); is && !ap.Condensed {
		return ap.bounds(j, places, top), true
	}
	nothing := &Judged{Ideal: j.Ideal, NonRelevant: j.NonRelevant} // against it the difference is the score
	s, ok := shared(m, nothing, j)
	if !ok {
		return Range{}, false
	}
	return s.bounds(places, top).with(scoreOf(m, j)), true
}

// DifferenceBounds tells how low and how high the difference B − A of one query could be if each unjudged document had
// any grade from 0 to top, the same in both rankings. Documents beyond the cutoff of the measure in both rankings stay
// as they are, and so does what neither found. An undefined score counts as 0. The ends are exact for P, DCG, RBP,
// NumRelRet, SetP, RR, Success, R, RCap, SetR and nDCG, however many documents are unjudged. For other measures they
// are exact where few documents are unjudged (all ways to judge them are tried), else outer bounds. ok is false for
// measures that are neither better when higher nor when lower, of subtopics or answers, and of real-valued gains.
func DifferenceBounds(m Measure, a, b *Judged, places []Place, top int) (r Range, ok bool) {
	top = highest(top, a)
	if !bounded(m, a, top) || DirectionOf(m) == Neutral || NeedsSubtopics(m) || LevelOf(m) == AnswerLevel {
		return Range{}, false
	}
	is := scoreOf(m, b) - scoreOf(m, a)
	places = PlacesSeen(m, places)
	if len(places) == 0 {
		return Range{Low: is, High: is}, true
	}
	if r, ok = differenceBounds(m, a, b, places, top); ok {
		r = r.with(is)
	}
	return r, ok
}

func differenceBounds(m Measure, a, b *Judged, places []Place, top int) (Range, bool) {
	if r, ok := firstBounds(m, a, b, places, top); ok {
		return r, true
	}
	if s, ok := shared(m, a, b); ok {
		return s.bounds(places, top), true
	}
	if r, ok := tryAll(m, a, b, places, top); ok {
		return r, true
	}
	if ap, is := m.(AveragePrecision); is && !ap.Condensed {
		return ap.outer(a, b, places, top), true
	}
	if rises(m, top) {
		return Range{
			Low:   scoreOf(m, b) - scoreOf(m, bestJudged(a, top)),
			High:  scoreOf(m, bestJudged(b, top)) - scoreOf(m, a),
			Outer: true,
		}, true
	}
	width, known := WidthOf(m)
	return Range{Low: -width, High: width, Outer: true}, known
}

// bounded tells whether documents can be given grades at all.
func bounded(m Measure, j *Judged, top int) bool {
	switch m.(type) {
	case Characters, Budget:
		return false // a judged document has no characters
	}
	return top <= longestScale && (j.IdealGains == nil || !looksAtGrades(m))
}

// looksAtGrades tells whether m sees more of a grade than that it is relevant.
func looksAtGrades(m Measure) bool {
	_, compat := m.(Compat)
	return compat || valuesGrades(m)
}

// rises tells whether a judgment up to grade top never lowers m.
func rises(m Measure, top int) bool {
	if viewOf(m).Condensed {
		return false // a judgment moves what follows down
	}
	switch m := m.(type) {
	case Precision, Success, ReciprocalRank, NumRelRet:
		return true
	case SetPrecision:
		return !m.Relative
	case DCG:
		return m.takesReal()
	case ERR:
		return !m.Normalized
	case RBP:
		return m.Gain != RBPQuery
	}
	return false
}

func viewOf(m Measure) View {
	if v, ok := m.(interface{ view() View }); ok {
		return v.view()
	}
	return View{}
}

// highest returns the top grade, or a higher one that was given all the same.
func highest(top int, j *Judged) int {
	if len(j.Ideal) > 0 {
		return max(top, j.Ideal[0])
	}
	return top
}

// scoreOf returns the score, 0 where it is undefined.
func scoreOf(m Measure, j *Judged) float64 {
	if score, defined := m.Score(j); defined && !math.IsInf(score, 0) && !math.IsNaN(score) {
		return score
	}
	return 0
}

// with makes the range hold v, which it may miss by rounding.
func (r Range) with(v float64) Range {
	r.Low, r.High = min(r.Low, v), max(r.High, v)
	return r
}

// PlacesSeen returns the places that m looks at: what is beyond its cutoff in a ranking has none there.
func PlacesSeen(m Measure, places []Place) []Place {
	if LooksPastCutoff(m) {
		return places
	}
	k := m.Cutoff()
	var list []Place
	for _, p := range places {
		if p.A > k {
			p.A = 0
		}
		if p.B > k {
			p.B = 0
		}
		if p != (Place{}) {
			list = append(list, p)
		}
	}
	return list
}

// LooksPastCutoff tells whether documents of any rank can matter to m: it has no
// cutoff, or counts ranks among the judged documents only.
func LooksPastCutoff(m Measure) bool { return m.Cutoff() <= 0 || viewOf(m).Condensed }

func unjudgedRanks(j *Judged) []int {
	ranks := make([]int, 0, j.Retrieved-len(j.Hits))
	hit := 0
	for rank := 1; rank <= j.Retrieved; rank++ {
		if hit < len(j.Hits) && j.Hits[hit].Rank == rank {
			hit++
			continue
		}
		ranks = append(ranks, rank)
	}
	return ranks
}

// bestJudged returns the ranking with the top grade for all that is unjudged.
func bestJudged(j *Judged, top int) *Judged {
	more := ordered.Each(unjudgedRanks(j), func(rank int) Hit { return Hit{Rank: rank, Grade: top} })
	return judgedToo(j, more, slices.Repeat([]int{top}, len(more)))
}

// judgedToo returns the ranking with more of it judged, and the query with these grades more.
func judgedToo(j *Judged, hits []Hit, grades []int) *Judged {
	out := &Judged{Retrieved: j.Retrieved, NonRelevant: j.NonRelevant, Hits: slices.Concat(j.Hits, hits)}
	ordered.Stable(out.Hits, func(x, y Hit) int { return cmp.Compare(x.Rank, y.Rank) })
	out.Ideal = slices.Clone(j.Ideal)
	for _, g := range grades {
		if g > 0 {
			out.Ideal = append(out.Ideal, g)
		} else {
			out.NonRelevant++
		}
	}
	slices.SortFunc(out.Ideal, func(x, y int) int { return cmp.Compare(y, x) })
	for _, rank := range j.Pooled {
		if !slices.ContainsFunc(hits, func(h Hit) bool { return h.Rank == rank }) {
			out.Pooled = append(out.Pooled, rank)
		}
	}
	return out
}
