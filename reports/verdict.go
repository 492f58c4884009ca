package reports

import (
	"cmp"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// A headline is the verdict of a pair in one sentence, in parts: who against
// whom, which Markdown prints bold, on what, and the numbers.
type headline struct {
	claim string // "weighted is better than rrf"
	on    string // " on nDCG(gain=exp)@10"
	tail  string // ": +0.0310 [+0.0080, +0.0540], p = 0.0080 (Holm, 5 measures)"
}

func (h headline) String() string { return h.claim + h.on + h.tail }

// noVerdict begins the reason of a comparison that was not measured well enough.
const noVerdict = "no verdict: "

// newHeadline words the verdict. Names pass through safe. An inconclusive
// verdict never says that there is no difference, only that none was seen;
// and when the primary measure alone says otherwise, it says that instead.
func newHeadline(c *result.Comparison, p result.Pair, safe func(string) string) headline {
	a, b := safe(c.A.Name), safe(p.B.Name)
	m := primary(c, p)
	var h headline
	switch verdict := p.Verdict; {
	case strings.HasPrefix(p.VerdictReason, noVerdict): // too little was measured
		h.claim = noVerdict + b + " against " + a
	case verdict == result.Better:
		h.claim = b + " is better than " + a
	case verdict == result.Worse:
		h.claim = b + " is worse than " + a
	case verdict == result.Equivalent:
		h.claim = b + " is equivalent to " + a
	case m != nil && m.Verdict != result.Inconclusive && m.Verdict != result.NoVerdict && m.Verdict != "":
		h.claim = "inconclusive: " + b + " against " + a
		h.on = ", although " + string(m.Verdict)
	case m != nil && !unseen(*m, c.Settings.Alpha):
		h.claim = "inconclusive: " + b + " against " + a
	default:
		h.claim = "inconclusive: no difference was seen between " + b + " and " + a
	}
	if m == nil {
		return h
	}
	h.on += " on " + safe(m.Measure)
	if !given(m.MeanDifference) {
		return h // there is no number to tell
	}
	h.tail = ": " + signed(m.MeanDifference) + " " + interval(m.Interval) + ", " + pSentence(m.PValue) + corrected(c, *m)
	if p.Verdict == result.Equivalent {
		h.on += " within ±" + plain(c.Settings.Margin)
		if c.Settings.Equivalence == "observed" {
			h.on += ", if no query differs by more than those that were seen"
		}
		if e := m.Equivalence; e != nil { // what the verdict rests on, and not the p value
			h.tail = ": " + signed(m.MeanDifference) + ", " + percent(e.Level) + " interval " + interval(e)
		}
	}
	return h
}

// unseen tells whether "no difference was seen" is what the numbers say: the
// test exists and does not reject, and the interval includes 0.
func unseen(m result.MeasureComparison, alpha float64) bool {
	return m.PAdjusted != nil && *m.PAdjusted >= alpha &&
		m.Interval != nil && m.Interval.Low <= 0 && m.Interval.High >= 0
}

// reason is the verdict's reason without what the headline says already: the
// measure's name, that no difference was seen, and the sentence that repeats
// the deciding interval.
func reason(c *result.Comparison, p result.Pair) string {
	m := primary(c, p)
	if rest, none := strings.CutPrefix(p.VerdictReason, noVerdict); none || m == nil {
		return rest
	}
	text := strings.TrimPrefix(p.VerdictReason, m.Measure+": ")
	deciding := m.Interval
	switch p.Verdict {
	case result.Inconclusive:
		return strings.TrimPrefix(text, "no difference was seen, but ")
	case result.Equivalent:
		deciding = m.Equivalence
	}
	first, rest, _ := strings.Cut(text, "; ")
	if deciding != nil && strings.Contains(first, interval(deciding)) {
		return rest
	}
	return text
}

// primary returns the measure that the verdict is about, nil if it is not
// among the measures.
func primary(c *result.Comparison, p result.Pair) *result.MeasureComparison {
	for i, m := range p.Measures {
		if m.Primary || m.Measure == c.Settings.Primary {
			return &p.Measures[i]
		}
	}
	return nil
}

// corrected says what the correction for the family made of p, "" when it made
// no difference: p stands beside the interval, which is not corrected either, and the mark
// follows the adjusted one.
func corrected(c *result.Comparison, m result.MeasureComparison) string {
	if m.PValue == nil || m.PAdjusted == nil || pValue(m.PValue) == pValue(m.PAdjusted) {
		return ""
	}
	return ", " + pValue(m.PAdjusted) + " after " + correction(c, m)
}

// correction names what was corrected by, and over how many tests.
func correction(c *result.Comparison, m result.MeasureComparison) string {
	text := cmp.Or(correctionName(c.Settings.Correction), "correction")
	if size := cmp.Or(m.Family.Size, c.Settings.Family.Size); size > 0 {
		text += " over " + plural(size, "test", "tests")
	}
	return text
}

// correctionName spells a correction as its papers do; "" means none.
func correctionName(correction string) string {
	switch correction {
	case "", "none":
		return ""
	case "holm":
		return "Holm"
	case "bonferroni":
		return "Bonferroni"
	case "maxt":
		return "maxT"
	case "tukey":
		return "Tukey's HSD"
	case "bh", "by":
		return strings.ToUpper(correction)
	}
	return correction
}

// mark is the sign of a verdict in a table, and its color.
func mark(v result.Verdict) cell {
	switch v {
	case result.Better:
		return cell{"+", good}
	case result.Worse:
		return cell{"-", bad}
	case result.Equivalent:
		return cell{"=", neutral}
	case result.Inconclusive:
		return cell{"~", caution}
	}
	return cell{} // a measure without a verdict
}

// shownVerdict is what a table says of a measure: nothing where no pair was measured.
func shownVerdict(m result.MeasureComparison) result.Verdict {
	if m.N == 0 {
		return result.NoVerdict
	}
	return m.Verdict
}

// meaning says in words what a mark stands for.
func meaning(v result.Verdict) string {
	switch v {
	case result.Inconclusive:
		return "no difference seen"
	case result.NoVerdict:
		return "no verdict"
	}
	return string(v)
}
