package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// MinChanged is the least number of queries on which the arms must differ for
// a verdict of better or worse: with 5, even the most extreme outcome of an
// exact test has p = 2/2⁵ = .0625.
const MinChanged = 6

// decide turns one measure's inference into a verdict and its reason in one
// sentence. A is the baseline; the rules are those of docs/semantics.md.
func decide(inf *inference, s Settings, lowerIsBetter bool) (result.Verdict, string) {
	above, below := result.Better, result.Worse
	if lowerIsBetter {
		above, below = result.Worse, result.Better
	}
	switch {
	case inf.N < 2:
		return result.Inconclusive, fmt.Sprintf("too few pairs: %d measured, at least 2 are needed for any test", inf.N)
	case inf.significant(s) && inf.Interval != nil && inf.Interval.Low > 0 && inf.Changed >= MinChanged:
		return above, inf.sentence(s)
	case inf.significant(s) && inf.Interval != nil && inf.Interval.High < 0 && inf.Changed >= MinChanged:
		return below, inf.sentence(s)
	}
	if narrow := inf.Equivalence; narrow != nil && narrow.Low > -s.Margin && narrow.High < s.Margin {
		return result.Equivalent, fmt.Sprintf("the %s interval [%+.4f, %+.4f] lies inside ±%g", prose.Percent(narrow.Level), narrow.Low, narrow.High, s.Margin)
	}
	return result.Inconclusive, inf.whyInconclusive(s)
}

func (inf *inference) significant(s Settings) bool {
	return inf.PAdjusted != nil && *inf.PAdjusted < s.Alpha
}

func (inf *inference) sentence(s Settings) string {
	text := fmt.Sprintf("difference %+.4f, %s interval [%+.4f, %+.4f], adjusted p %s",
		*inf.MeanDifference, prose.Percent(inf.Interval.Level), inf.Interval.Low, inf.Interval.High, pText(*inf.PAdjusted))
	if inf.Interval.Low > -s.Margin && inf.Interval.High < s.Margin {
		text += fmt.Sprintf("; smaller than the margin of %g", s.Margin)
	}
	return text
}

// whyInconclusive names the first thing that stands between the data and a
// verdict.
func (inf *inference) whyInconclusive(s Settings) string {
	switch {
	case inf.Changed == 0:
		return fmt.Sprintf("no difference was seen on any of %d queries, but the interval is wider than ±%g", inf.N, s.Margin)
	case inf.Changed < MinChanged:
		return fmt.Sprintf("too few changed queries: %d of %d differ, at least %d are needed", inf.Changed, inf.N, MinChanged)
	case inf.Interval == nil || inf.PAdjusted == nil:
		return inf.undefined()
	case inf.significant(s):
		return fmt.Sprintf("methods disagree: adjusted p %s is below %g, but the %s interval [%+.4f, %+.4f] includes 0",
			pText(*inf.PAdjusted), s.Alpha, inf.Interval.Method, inf.Interval.Low, inf.Interval.High)
	}
	if *inf.PValue < s.Alpha {
		return fmt.Sprintf("p %s alone would be below %g, but not after the correction for multiplicity (adjusted p %s)",
			pText(*inf.PValue), s.Alpha, pText(*inf.PAdjusted))
	}
	if inf.Interval.Low > 0 || inf.Interval.High < 0 {
		return fmt.Sprintf("methods disagree: the %s interval [%+.4f, %+.4f] excludes 0, but adjusted p %s is not below %g",
			inf.Interval.Method, inf.Interval.Low, inf.Interval.High, pText(*inf.PAdjusted), s.Alpha)
	}
	text := fmt.Sprintf("no difference was seen, but the interval [%+.4f, %+.4f] is too wide to call them equal", inf.Interval.Low, inf.Interval.High)
	if n, ok := inf.queriesToSettle(s); ok {
		text += fmt.Sprintf("; about %d queries would settle a difference of this size", n)
	}
	return text
}

// undefined says why the test or the headline interval could not be computed.
func (inf *inference) undefined() string {
	what := "the headline interval"
	if inf.PAdjusted == nil {
		what = "the test"
	}
	if len(inf.Warnings) == 0 {
		return what + " could not be computed for these differences"
	}
	return what + " could not be computed: " + inf.Warnings[0].Text
}

// queriesToSettle is how many queries the observed difference would need to be
// detected with the stated power, given the observed spread.
func (inf *inference) queriesToSettle(s Settings) (int, bool) {
	if inf.StdDifference == nil || *inf.StdDifference == 0 || *inf.MeanDifference == 0 {
		return 0, false
	}
	n, err := stats.RequiredN(*inf.StdDifference, math.Abs(*inf.MeanDifference), s.Alpha, DetectablePower)
	const absurd = 10_000_000 // beyond any test set: the number would only distract
	return n, err == nil && n > inf.N && n < absurd
}

// overall is the primary measure's verdict, with the guardrails' veto.
func overall(measures []result.MeasureComparison, s Settings) (result.Verdict, string) {
	primary := measures[slices.IndexFunc(measures, func(m result.MeasureComparison) bool { return m.Primary })]
	verdict, reason := primary.Verdict, primary.Measure+": "+primary.VerdictReason
	if verdict != result.Better {
		return verdict, reason
	}
	guardrails := metrics.Texts(s.Guardrails)
	for _, m := range measures {
		if m.Verdict == result.Worse && slices.Contains(guardrails, m.Measure) {
			return result.Inconclusive, fmt.Sprintf("better on %s, but worse on the guardrail %s (%s)", primary.Measure, m.Measure, m.VerdictReason)
		}
	}
	return verdict, reason
}

func pText(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}
