package metrics

import (
	"math"
	"slices"
)

// An ideal walks down the best ranking possible: the gains of all judged
// documents that gain something, in descending order. It does not allocate.
type ideal struct {
	judged *Judged
	gain   Gain
	least  int // grades below gain nothing

	next  int     // place in Ideal, or in the table of a declared gain
	left  int     // documents left of the current declared grade
	worth float64 // of the current declared grade
}

// best gives the next gain, 0 at the end.
func (w *ideal) best() float64 {
	if w.gain.kind == declaredGain {
		return w.bestDeclared()
	}
	if gains := w.judged.IdealGains; gains != nil {
		if w.next == len(gains) || gains[w.next] < float64(w.least) {
			return 0
		}
		w.next++
		return w.gain.ofReal(gains[w.next-1])
	}
	if w.next == len(w.judged.Ideal) || w.judged.Ideal[w.next] < w.least {
		return 0
	}
	w.next++
	return w.gain.Of(w.judged.Ideal[w.next-1])
}

// bestDeclared goes by the table, because declared gains need not follow the
// order of the grades and some grades may have none.
func (w *ideal) bestDeclared() float64 {
	for w.left == 0 {
		if w.next == len(w.gain.table) {
			return 0
		}
		d := w.gain.table[w.next]
		w.next++
		if d.worth > 0 && d.grade >= w.least {
			w.left, w.worth = w.judged.having(d.grade), d.worth
		}
	}
	w.left--
	return w.worth
}

// having counts the judged documents of one grade.
func (j *Judged) having(grade int) int {
	if grade == 0 {
		return j.NonRelevant
	}
	from, _ := slices.BinarySearchFunc(j.Ideal, grade, func(g, target int) int { return target - g })
	n := from
	for n < len(j.Ideal) && j.Ideal[n] == grade {
		n++
	}
	return n - from
}

// idealDCG returns the DCG of the first k documents of the best ranking, of all if k is 0.
func idealDCG(j *Judged, gain Gain, least, k int) float64 {
	if gain.kind != declaredGain && j.IdealGains == nil {
		return gradedDCG(j.Ideal, gain, least, k)
	}
	w := ideal{judged: j, gain: gain, least: least}
	sum := 0.0
	for rank := 1; k == 0 || rank <= k; rank++ {
		worth := w.best()
		if worth == 0 {
			break
		}
		sum += worth / discount(rank)
	}
	return sum
}

// gradedDCG returns idealDCG for gains that follow the grades, which nearly all do.
func gradedDCG(grades []int, gain Gain, least, k int) float64 {
	if k > 0 && k < len(grades) {
		grades = grades[:k]
	}
	sum := 0.0
	for i, g := range grades {
		if g < least {
			break
		}
		sum += gain.Of(g) / discount(i+1)
	}
	return sum
}

// scalable tells whether one can divide by an ideal value.
func scalable(ideal float64) bool { return ideal > 0 && !math.IsInf(ideal, 1) }
