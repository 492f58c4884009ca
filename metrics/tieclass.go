package metrics

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A class is all that measures can tell of a tied document: documents of one
// class may change places and nothing is different.
type class struct {
	grade  int     // pooledClass or unjudgedClass if it has none
	gain   float64 // 0 unless gains are real-valued
	topics int     // what it is relevant to, in tieOrders.topics; 0: nothing
}

// Grades of classes that have none.
const (
	pooledClass   = -1
	unjudgedClass = -2
)

// classify lists what j holds at which rank, by rank.
func (o *tieOrders) classify(j *Judged) []slot {
	o.topics = [][]SubtopicGrade{nil}
	slots := make([]slot, 0, len(j.Hits)+len(j.Pooled))
	for i, h := range j.Hits {
		c := class{grade: h.Grade, topics: o.topicsAt(j, h.Rank)}
		if j.Gains != nil {
			c.gain = j.Gains[i]
		}
		slots = append(slots, slot{h.Rank, c})
	}
	for _, rank := range j.Pooled {
		slots = append(slots, slot{rank, class{grade: pooledClass}})
	}
	sortSlots(slots)
	return slots
}

// topicsAt finds or adds what the document at a rank is relevant to.
func (o *tieOrders) topicsAt(j *Judged, rank int) int {
	if j.Subtopics == nil {
		return 0
	}
	var topics []SubtopicGrade
	at, _ := slices.BinarySearchFunc(j.Subtopics.Hits, rank, func(h SubtopicHit, rank int) int { return h.Rank - rank })
	for _, h := range j.Subtopics.Hits[at:] {
		if h.Rank != rank {
			break
		}
		topics = append(topics, SubtopicGrade{h.Subtopic, h.Grade})
	}
	for i, known := range o.topics {
		if slices.Equal(known, topics) {
			return i
		}
	}
	o.topics = append(o.topics, topics)
	return len(o.topics) - 1
}

// compare orders classes from worse to better, those of the grade lowest before all others. Which of two documents of
// the same grade and gain is better for diversity depends on the others: what is relevant to more counts as better.
func (o *tieOrders) compare(a, b class, lowest int) int {
	value := func(grade int) int {
		if grade == lowest {
			return unjudgedClass - 1
		}
		return grade
	}
	return cmp.Or(
		cmp.Compare(value(a.grade), value(b.grade)),
		cmp.Compare(a.gain, b.gain),
		cmp.Compare(len(o.topics[a.topics]), len(o.topics[b.topics])),
		cmp.Compare(a.topics, b.topics),
	)
}

// A classCount says how many documents of a group have a class.
type classCount struct {
	class class
	n     int
}

// counts lists the classes of a group, worst first.
func (o *tieOrders) counts(classes []class) []classCount {
	sorted := slices.Clone(classes)
	ordered.Stable(sorted, func(a, b class) int { return o.compare(a, b, unjudgedClass) })
	var counts []classCount
	for _, c := range sorted {
		if len(counts) == 0 || counts[len(counts)-1].class != c {
			counts = append(counts, classCount{class: c})
		}
		counts[len(counts)-1].n++
	}
	return counts
}
