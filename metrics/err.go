package metrics

import (
	"math"
	"strconv"
)

// ERR is the expected reciprocal rank of a user who stops at a document with the probability that it satisfies:
//
//	ERR@k = Σ_{r=1..k} 1/r · sat(g_r) · Π_{i<r} (1 − sat(g_i)),  sat(g) = (2^g − 1) / 2^max
//
// with max the highest grade of the scale. Normalized, it is divided by the ERR of the ideal ranking.
// Range [0, 1), normalized [0, 1]; higher is better. Undefined for a query without a relevant document.
// A grade above max counts as max; [CheckGrades] finds it. Cost: the judged documents within k. Source:
// Chapelle, Metzler, Zhang and Grinspan (2009), CIKM, doi:10.1145/1645953.1646033. With max=4 it agrees
// with gdeval, and so with ir_measures ERR@k, which round to 5 digits.
type ERR struct {
	Top
	Max        int // highest grade of the scale
	Normalized bool
}

// Score computes the measure.
func (m ERR) Score(j *Judged) (float64, bool) {
	if m.relevant(j) == 0 {
		return 0, false
	}
	sum, left := 0.0, 1.0
	for i := range j.Hits {
		r := m.rank(j, i)
		if m.K > 0 && r > m.K {
			break
		}
		if g := j.Hits[i].Grade; g >= m.Rel {
			s := satisfaction(g, m.Max)
			sum += left * s / float64(r)
			left *= 1 - s
		}
	}
	if m.Normalized {
		return sum / m.ideal(j), true
	}
	return sum, true
}

// ideal returns the ERR of the best ranking.
func (m ERR) ideal(j *Judged) float64 {
	sum, left := 0.0, 1.0
	for i, g := range j.Ideal {
		if g < m.Rel || m.K > 0 && i == m.K {
			break
		}
		s := satisfaction(g, m.Max)
		sum += left * s / float64(i+1)
		left *= 1 - s
	}
	return sum
}

// satisfaction returns (2^grade − 1) / 2^highest.
func satisfaction(grade, highest int) float64 {
	grade = min(grade, highest)
	return math.Ldexp(1, grade-highest) - math.Ldexp(1, -highest)
}

// String returns the canonical text, which always shows the highest grade.
func (m ERR) String() string {
	name := "ERR"
	if m.Normalized {
		name = "nERR"
	}
	return m.text(name, "max="+strconv.Itoa(m.Max))
}

func (m ERR) checkGrade(grade int) error { return checkHighest(grade, m.Max) }

func newERR(a *Args, normalized bool) Measure {
	m := ERR{Top: a.top(), Max: a.highest(), Normalized: normalized}
	if m.Max > 1000 {
		a.Fail("max=%d, want at most 1000", m.Max)
	}
	return m
}
