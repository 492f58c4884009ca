package reports

import (
	"cmp"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// A headline is the verdict of a pair in one sentence, in parts: who against
// whom, which Markdown prints bold, on what, and the numbers.
type headline struct {
	Claim string // "weighted is better than rrf"
	On    string // " on nDCG(gain=exp)@10"
	Tail  string // ": +0.0310 [+0.0080, +0.0540], p = 0.0080 (Holm, 5 measures)"
}

func (h headline) String() string { return h.Claim + h.On + h.Tail }

// noVerdict begins the reason of a comparison that was not measured well enough.
const noVerdict = "no verdict: "

// NewHeadline words the verdict. Names pass through safe. An inconclusive verdict never says that there is no
// difference, only that none is shown; and when the primary measure alone says otherwise, it says that instead.
func NewHeadline(c *result.Comparison, p result.Pair, safe func(string) string) headline {
	a, b := safe(c.A.Name), safe(p.B.Name)
	m := Primary(c, p)
	var h headline
	switch verdict := p.Verdict; {
	case strings.HasPrefix(p.VerdictReason, noVerdict): // too little was measured
		h.Claim = noVerdict + b + " against " + a
	case verdict == result.Better:
		h.Claim = b + " is better than " + a
	case verdict == result.Worse:
		h.Claim = b + " is worse than " + a
	case verdict == result.Equivalent:
		h.Claim = b + " is equivalent to " + a
	case m != nil && m.Verdict != result.Inconclusive && m.Verdict != result.NoVerdict && m.Verdict != "":
		h.Claim = "inconclusive: " + b + " against " + a
		h.On = ", although " + string(m.Verdict)
	case m != nil && !unseen(*m, c.Settings.Alpha):
		h.Claim = "inconclusive: " + b + " against " + a
	default:
		h.Claim = "inconclusive: " + b + " is not shown to differ from " + a
	}
	if m == nil {
		return h
	}
	h.On += " on " + safe(m.Measure)
	if !document.Given(m.MeanDifference) {
		return h // there is not a number to tell
	}
	difference := ": " + document.Signed(m.MeanDifference) + howCounted(*m)
	h.Tail = difference + " " + document.Interval(m.Interval) + ", " + document.PSentence(m.PValue) + corrected(c, *m)
	if p.Verdict == result.Equivalent {
		h.On += " within ±" + Plain(c.Settings.Margin)
		if c.Settings.Equivalence == "observed" {
			h.On += ", if no query differs by more than those that were seen"
		}
		if e := m.Equivalence; e != nil { // what the verdict rests on, and not the p value
			h.Tail = difference + ", " + document.Percent(e.Level) + " interval " + document.Interval(e)
		}
	}
	return h
}

// unseen tells whether "not shown" is what the numbers say: the test does not reject, and the interval includes 0.
func unseen(m result.MeasureComparison, alpha float64) bool {
	return m.PAdjusted != nil && *m.PAdjusted >= alpha && m.Interval != nil && holdsZero(m.Interval)
}

// Reason returns the verdict's reason without what the headline says already: the measure's name, that no
// difference is shown, and the sentence that repeats the deciding interval.
func Reason(c *result.Comparison, p result.Pair) string {
	m := Primary(c, p)
	if rest, none := strings.CutPrefix(p.VerdictReason, noVerdict); none || m == nil {
		return rest
	}
	text := strings.TrimPrefix(p.VerdictReason, m.Measure+": ")
	deciding := m.Interval
	switch p.Verdict {
	case result.Inconclusive:
		return strings.TrimPrefix(text, "not shown: ")
	case result.Equivalent:
		deciding = m.Equivalence
	}
	first, rest, _ := strings.Cut(text, "; ")
	if deciding != nil && strings.Contains(first, document.Interval(deciding)) {
		return rest
	}
	return text
}

// Primary returns the measure that the verdict is about, nil if it is not among the measures.
func Primary(c *result.Comparison, p result.Pair) *result.MeasureComparison {
	for i, m := range p.Measures {
		if m.Primary || m.Measure == c.Settings.Primary {
			return &p.Measures[i]
		}
	}
	return nil
}

// corrected says what the correction for the family made of p, "" when it made no difference: p is next to
// the interval, which is not corrected either, and the mark follows the adjusted one.
func corrected(c *result.Comparison, m result.MeasureComparison) string {
	if m.PValue == nil || m.PAdjusted == nil || document.P(m.PValue) == document.P(m.PAdjusted) {
		return ""
	}
	return ", " + document.P(m.PAdjusted) + " after " + correction(c, m)
}

// correction names what was corrected by, and over how many tests.
func correction(c *result.Comparison, m result.MeasureComparison) string {
	text := cmp.Or(correctionName(c.Settings.Correction), "correction")
	if size := cmp.Or(m.Family.Size, c.Settings.Family.Size); size > 0 {
		text += " over " + document.Plural(size, "test", "tests")
	}
	return text
}

// correctionName spells a correction as its papers do; "" means none.
func correctionName(correction string) string {
	names := map[string]string{"none": "", "holm": "Holm", "bonferroni": "Bonferroni", "maxt": "maxT", "tukey": "Tukey's HSD", "bh": "BH", "by": "BY"}
	if name, known := names[correction]; known {
		return name
	}
	return correction
}

// Mark returns the sign of a verdict in a table, and its color.
func Mark(v result.Verdict) document.Cell {
	return map[result.Verdict]document.Cell{ // none of a measure without a verdict
		result.Better: {Text: "+", Tone: document.Good}, result.Worse: {Text: "-", Tone: document.Bad},
		result.Equivalent: {Text: "=", Tone: document.Neutral}, result.Inconclusive: {Text: "~", Tone: document.Caution},
	}[v]
}

// ShownVerdict returns what a table says of a measure: nothing where no pair was measured.
func ShownVerdict(m result.MeasureComparison) result.Verdict {
	if m.N == 0 {
		return result.NoVerdict
	}
	return m.Verdict
}

// Meaning says in words what a mark stands for.
func Meaning(v result.Verdict) string {
	switch v {
	case result.Inconclusive:
		return "not shown"
	case result.NoVerdict:
		return "no verdict"
	}
	return string(v)
}
