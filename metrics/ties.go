package metrics

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A TieGroup is a run of ranks, First to Last and counted from 1, whose
// documents have the same score: any order of them is as good as another.
type TieGroup struct{ First, Last int }

// A TieRange is a score over the orders of tied documents, all equally likely: the lowest, the expected
// and the highest. McSherry and Najork (2008), "Computing information retrieval performance measures
// efficiently in the presence of tied scores", ECIR, doi:10.1007/978-3-540-78646-7_38, for the expected
// value. Sampled: the average of TieSamples random arrangements and not of all.
type TieRange struct {
	Min, Expected, Max float64
	Defined            bool // as Measure.Score says of the order given
	Sampled            bool
}

// TieSamples is the number of random orders tried when there are more arrangements than that.
const TieSamples = 1000

// Ties tells how the order of ties moves each measure. Arrangements that differ only in which of several documents with
// the same judgment comes first are one. Up to TieSamples arrangements are all tried; of more, as many random ones are,
// drawn from rng. The extremes are those of the orders tried, among them each group best first and worst first: exact
// for every measure that never falls when a better document moves up. When sampled they may be too close for infAP,
// gains that fall with the grade, and diversity. The groups are ascending and do not overlap; the parts of a group
// beyond Retrieved are not looked at. Ties allocates.
func Ties(measures []Measure, j *Judged, groups []TieGroup, rng *rand.Rand) []TieRange {
	o := newTieOrders(j, groups)
	out := make([]TieRange, len(measures))
	sums := make([]float64, len(measures))
	sampled := o.arrangements() > TieSamples
	for i, m := range measures {
		v, defined := m.Score(j)
		out[i] = TieRange{Min: v, Max: v, Defined: defined, Sampled: sampled && len(o.groups) > 0}
	}
	n := 0
	extend := func(count bool) {
		judged := o.judged()
		for i, m := range measures {
			v, _ := m.Score(judged)
			out[i].Min, out[i].Max = min(out[i].Min, v), max(out[i].Max, v)
			if count {
				sums[i] += v
			}
		}
		if count {
			n++
		}
	}
	if sampled {
		o.extremes(func() { extend(false) })
		for range TieSamples {
			o.shuffle(rng)
			extend(true)
		}
	} else {
		o.each(0, func() { extend(true) })
	}
	for i := range out {
		// A mean of equal numbers may be off by a rounding.
		out[i].Expected = min(max(sums[i]/float64(n), out[i].Min), out[i].Max)
	}
	return out
}

// tieOrders puts the documents of the groups into other orders.
type tieOrders struct {
	fixed  []slot    // judged or pooled, outside of every group
	groups [][]class // by place, of the groups with something judged
	first  []int     // rank of each of these groups
	order  Judged
	slots  []slot
	topics [][]SubtopicGrade // by class.topics
}

// A slot is a rank that is held by a judged or pooled document.
type slot struct {
	rank  int
	class class
}

func newTieOrders(j *Judged, groups []TieGroup) *tieOrders {
	o := &tieOrders{order: *j}
	o.order.Hits, o.order.Pooled, o.order.Gains = nil, nil, nil // the caller's stay as they are
	if j.Subtopics != nil {
		subtopics := *j.Subtopics
		subtopics.Hits = nil
		o.order.Subtopics = &subtopics
	}
	slots := o.classify(j)
	for _, g := range groups {
		last := min(g.Last, j.Retrieved)
		for len(slots) > 0 && slots[0].rank < g.First {
			o.fixed, slots = append(o.fixed, slots[0]), slots[1:]
		}
		end := 0
		for end < len(slots) && slots[end].rank <= last {
			end++
		}
		if end == 0 {
			continue // nothing judged, nothing to move
		}
		classes := make([]class, last-g.First+1)
		for i := range classes {
			classes[i] = class{grade: unjudgedClass}
		}
		for _, s := range slots[:end] {
			classes[s.rank-g.First] = s.class
		}
		o.groups, o.first = append(o.groups, classes), append(o.first, g.First)
		slots = slots[end:]
	}
	o.fixed = append(o.fixed, slots...)
	return o
}

// arrangements counts the distinct orders, roughly where they are very many.
func (o *tieOrders) arrangements() float64 {
	logs := 0.0
	for _, classes := range o.groups {
		n, _ := math.Lgamma(float64(len(classes) + 1))
		logs += n
		for _, count := range o.counts(classes) {
			same, _ := math.Lgamma(float64(count.n + 1))
			logs -= same
		}
	}
	return math.Round(math.Exp(min(logs, 40)))
}

// each visits every arrangement of the groups from g on.
func (o *tieOrders) each(g int, visit func()) {
	if g == len(o.groups) {
		visit()
		return
	}
	o.place(g, 0, o.counts(o.groups[g]), visit)
}

// place fills group g from place at on with what is left of each class.
func (o *tieOrders) place(g, at int, left []classCount, visit func()) {
	if at == len(o.groups[g]) {
		o.each(g+1, visit)
		return
	}
	for i := range left {
		if left[i].n == 0 {
			continue
		}
		left[i].n--
		o.groups[g][at] = left[i].class
		o.place(g, at+1, left, visit)
		left[i].n++
	}
}

// extremes visits the orders with the best and with the worst first: once with the unjudged better than
// grade 0, as Bpref counts them, and once with the unjudged worse, as the share of judged documents does.
// To other measures both are the same.
func (o *tieOrders) extremes(visit func()) {
	for _, lowest := range []int{0, unjudgedClass} {
		for _, sign := range []int{1, -1} {
			for _, classes := range o.groups {
				ordered.Stable(classes, func(a, b class) int { return sign * o.compare(a, b, lowest) })
			}
			visit()
		}
	}
}

// shuffle draws a random order of every group.
func (o *tieOrders) shuffle(rng *rand.Rand) {
	for _, classes := range o.groups {
		rng.Shuffle(len(classes), func(a, b int) { classes[a], classes[b] = classes[b], classes[a] })
	}
}

// judged returns the ranking in the present order, valid until the next call.
func (o *tieOrders) judged() *Judged {
	o.slots = append(o.slots[:0], o.fixed...)
	for g, classes := range o.groups {
		for at, class := range classes {
			if class.grade != unjudgedClass {
				o.slots = append(o.slots, slot{o.first[g] + at, class})
			}
		}
	}
	sortSlots(o.slots)
	j := &o.order
	j.Hits, j.Pooled, j.Gains = j.Hits[:0], j.Pooled[:0], j.Gains[:0]
	if j.Subtopics != nil {
		j.Subtopics.Hits = j.Subtopics.Hits[:0]
	}
	for _, s := range o.slots {
		if s.class.grade == pooledClass {
			j.Pooled = append(j.Pooled, s.rank)
			continue
		}
		j.Hits = append(j.Hits, Hit{Rank: s.rank, Grade: s.class.grade})
		if j.IdealGains != nil {
			j.Gains = append(j.Gains, s.class.gain)
		}
		for _, t := range o.topics[s.class.topics] {
			j.Subtopics.Hits = append(j.Subtopics.Hits, SubtopicHit{s.rank, t.Subtopic, t.Grade})
		}
	}
	return j
}

func sortSlots(slots []slot) {
	slices.SortFunc(slots, func(a, b slot) int { return cmp.Compare(a.rank, b.rank) })
}
