package metrics

import "math"

// mostWays is how many ways to judge are tried.
const mostWays = 1024

// unjudgedGrade stands for a document that is left without a judgment.
const unjudgedGrade = -1

// tryAll scores every way to judge the documents, some of which may also stay unjudged: to measures such as
// bpref that is not the same as grade 0. It gives up when there are more than mostWays.
func tryAll(m Measure, a, b *Judged, places []Place, top int) (Range, bool) {
	options := gradesSeen(m, top)
	ways := 1
	for range places {
		if ways *= len(options); ways > mostWays {
			return Range{}, false
		}
	}
	r := Range{Low: math.Inf(1), High: math.Inf(-1)}
	var hits [2][]Hit
	var grades []int
	for way := range ways {
		hits[0], hits[1], grades = hits[0][:0], hits[1][:0], grades[:0]
		for _, p := range places {
			grade := options[way%len(options)]
			way /= len(options)
			if grade == unjudgedGrade {
				continue
			}
			grades = append(grades, grade)
			for side, rank := range []int{p.A, p.B} {
				if rank > 0 {
					hits[side] = append(hits[side], Hit{Rank: rank, Grade: grade})
				}
			}
		}
		r = r.with(scoreOf(m, judgedToo(b, hits[1], grades)) - scoreOf(m, judgedToo(a, hits[0], grades)))
	}
	return r, true
}

// gradesSeen returns the grades that m can tell apart, and that of the unjudged.
func gradesSeen(m Measure, top int) []int {
	if v, ok := m.(interface{ view() View }); ok && !looksAtGrades(m) {
		options := []int{0}
		if _, plain := m.(AveragePrecision); !plain || v.view().Condensed {
			options = append(options, unjudgedGrade)
		}
		if least := v.view().threshold(); least <= top {
			options = append(options, least)
		}
		return options
	}
	options := []int{unjudgedGrade}
	for grade := range top + 1 {
		options = append(options, grade)
	}
	return options
}
