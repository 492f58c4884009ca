package metrics

import "strings"

// RequiredStrings tells whether an answer says what it has to and nothing that it must not:
//
//	1 if every text of MustContain and no text of Forbidden is in the answer, else 0
//
// It is a rule about substrings; case counts. kebab calls it groundedness, which elsewhere means that an answer follows
// from its sources. Undefined without an answer, for a failed query, for a query with neither list, and for a query
// that should be refused, which RefusalCorrectness judges alone. Refusals includes the last: kebab's shipped code does.
type RequiredStrings struct {
	Refusals bool

	ofAnswer
}

// Score computes the measure.
func (m RequiredStrings) Score(j *Judged) (float64, bool) {
	answer, a := j.answer(), j.Answered
	if answer == nil || len(a.MustContain)+len(a.Forbidden) == 0 || a.ShouldRefuse && !m.Refusals {
		return 0, false
	}
	for _, text := range a.MustContain {
		if !strings.Contains(answer.Text, text) {
			return 0, true
		}
	}
	for _, text := range a.Forbidden {
		if strings.Contains(answer.Text, text) {
			return 0, true
		}
	}
	return 1, true
}

func (m RequiredStrings) String() string {
	if m.Refusals {
		return "RequiredStrings(refusals=include)"
	}
	return "RequiredStrings"
}

func newRequiredStrings(a *Args) Measure {
	m := RequiredStrings{Refusals: a.Defaults.Refusals}
	switch refusals := a.Text("refusals", ""); refusals {
	case "":
	case "include":
		m.Refusals = true
	case "exclude":
		m.Refusals = false
	default:
		a.Fail("refusals=%s, want include or exclude", refusals)
	}
	return m
}
