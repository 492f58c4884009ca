package metrics

import (
	"fmt"
	"math"
)

// CheckGrades finds a grade of a test set's scale that m cannot value as it was declared: one that a declared gain
// leaves out. Scoring would go on with a gain of 0; anyone who knows the scale can refuse before that.
func CheckGrades(m Measure, grades []int) error {
	g, ok := m.(interface{ checkGrade(grade int) error })
	if !ok {
		return nil
	}
	for _, grade := range grades {
		if err := g.checkGrade(grade); err != nil {
			return fmt.Errorf("measure %s: %w", m, err)
		}
	}
	return nil
}

// CheckGains finds a real-valued gain that m cannot value: measures that know whole grades only would have
// to round it. Gains that are whole are grades, which are the business of [CheckGrades].
func CheckGains(m Measure, gains []float64) error {
	for _, x := range gains {
		if x != math.Trunc(x) && !takesGains(m) {
			return fmt.Errorf("measure %s values whole grades, and %v is none; round the judgments, or leave the measure out", m, x)
		}
	}
	return nil
}

// takesGains tells whether m values any number, or looks only at what is relevant.
func takesGains(m Measure) bool {
	switch m := m.(type) {
	case interface{ takesReal() bool }: // by its Gain
		return m.takesReal()
	case RBP, NumRet:
		return true
	case Compat:
		return false
	}
	return !valuesGrades(m)
}

// valuesGrades tells whether m looks at the grades themselves or at no judgment
// at all, and not at which documents are relevant.
func valuesGrades(m Measure) bool {
	switch m := m.(type) {
	case NumRet: // its rel= is another measure, NumRelRet
		return true
	case RBP:
		return m.Gain != RBPBinary
	}
	_, graded := m.(interface{ checkGrade(grade int) error })
	return graded
}

// RelevantFrom returns the lowest grade that m takes for relevant, 0 where it sees
// more of a grade than that, asks by subtopic, or does not ask what is relevant.
func RelevantFrom(m Measure) int {
	least := viewOf(m).threshold()
	with := func(first, last int) float64 {
		plain := Judged{Retrieved: 3, NonRelevant: 1, Hits: []Hit{{Rank: 2}}}
		return scoreOf(m, judgedToo(&plain, []Hit{{Rank: 1, Grade: first}, {Rank: 3, Grade: last}}, []int{first, last}))
	}
	if alike := with(least, least); alike == with(0, 0) || alike != with(least, least+1) || alike != with(least+1, least) {
		return 0
	}
	return least
}
