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

// sentence says a decision in words. The decision is that of stats.Rule, the only one there is.
func (inf *inference) sentence(d stats.Decision) string {
	units := inf.units()
	switch d.Reason {
	case reasonSampling:
		return inf.twin.why
	case reasonSources:
		return fmt.Sprintf("the labels disagree: people's alone give %+.4f, p %s; with the model's %+.4f, p %s",
			*inf.Silver.HumanOnly.Mean, pText(*inf.Silver.HumanOnly.PValue), *inf.MeanDifference, pText(*d.P))
	case stats.ReasonSignificant, stats.ReasonSmall:
		text := fmt.Sprintf("difference %+.4f, %s interval %s, p %s", *inf.MeanDifference, prose.Percent(d.Headline.Level), ends(d.Headline), pText(*d.P))
		if *d.PAdjusted != *d.P {
			text += fmt.Sprintf(", %s after the correction", pText(*d.PAdjusted))
		}
		if d.Reason == stats.ReasonSmall {
			text += fmt.Sprintf("; smaller than the margin of %g", d.Margin)
		}
		return text + inf.cancelled(d)
	case stats.ReasonInside:
		return fmt.Sprintf("the %s interval %s is inside ±%g, even if one of the %s not seen differed by all that the measure can",
			prose.Percent(d.Equivalence.Level), ends(*d.Equivalence), d.Margin, units)
	case stats.ReasonInsideSeen:
		return fmt.Sprintf("the %s interval %s is inside ±%g, if none of the %s differs by more than those that were seen",
			prose.Percent(d.Equivalence.Level), ends(*d.Equivalence), d.Margin, units)
	case stats.ReasonFewPairs:
		return fmt.Sprintf("too few pairs: %d measured, at least 2 are needed for any test", d.N)
	case stats.ReasonFewChanged:
		return fmt.Sprintf("too few changed %s: %d of %d differ, at least %d are needed", units, d.Changed, d.N, stats.MinChanged)
	case stats.ReasonCorrection:
		return fmt.Sprintf("p %s alone would be below %g, but not after the correction for multiplicity (adjusted p %s)",
			pText(*d.P), inf.rule.Alpha, pText(*d.PAdjusted))
	case stats.ReasonDisagree:
		return "methods disagree: " + inf.pOf(inf.T, "t") + ", " + inf.pOf(inf.Randomization, "randomization")
	case stats.ReasonInterval:
		if d.P == nil {
			return "the test could not be computed for these differences"
		}
		if *d.PAdjusted < inf.rule.Alpha {
			return fmt.Sprintf("p %s is below %g, but the %s interval %s holds 0", pText(*d.PAdjusted), inf.rule.Alpha, d.Headline.Method, ends(d.Headline))
		}
		return fmt.Sprintf("the interval %s does not hold 0, but p %s of %s is not below %g", ends(d.Headline), pText(*d.PAdjusted), d.Decides, inf.rule.Alpha)
	case stats.ReasonTail:
		return inf.heldBack(d)
	case stats.ReasonMarginTooWide:
		return fmt.Sprintf("alike on these queries, but the margin of %g is more than a tenth of %.4f, the best mean that any system could reach here: nothing is called equivalent",
			d.Margin, *inf.rule.BestMean)
	case stats.ReasonRangeUnknown:
		return "alike on these " + units + ", but the range of " + inf.measure.String() + " is not known, so that nothing can be called equivalent; declare it (--range)"
	case stats.ReasonSkewed:
		return fmt.Sprintf("alike on these %s, but the differences are skewed: corrected for that, the interval reaches beyond ±%g", units, d.Margin)
	case stats.ReasonAlike:
		text := fmt.Sprintf("alike on these %d %s, but too few to show that they are equivalent", d.N, units)
		if d.QueriesForEquality != nil {
			text += fmt.Sprintf("; about %d would, if they are equal", *d.QueriesForEquality)
		}
		return text
	}
	return fmt.Sprintf("not shown: the interval %s is too wide", ends(d.Headline)) + inf.wouldShow(d)
}

// wouldShow returns how many queries would do.
func (inf *inference) wouldShow(d stats.Decision) string {
	if inf.combined != nil {
		return inf.labelsWouldShow(d)
	}
	if d.QueriesForMargin == nil {
		return ""
	}
	text := fmt.Sprintf("; about %d %s would show a difference of %g", *d.QueriesForMargin, inf.units(), d.Margin)
	if d.QueriesForMarginSure != nil {
		text += fmt.Sprintf(" if the spread of these is right; %d to be 80 %% sure", *d.QueriesForMarginSure)
	}
	return text
}

// heldBack says what the rule allows for that the paired t-test does not.
func (inf *inference) heldBack(d stats.Decision) string {
	tail := inf.evidence.Tail
	by, long, side := tail.LowBy, "losses", "below"
	if *inf.MeanDifference < 0 {
		by, long, side = tail.HighBy, "gains", "above"
	}
	why := "the interval is widened for a long tail of " + long
	if by == stats.ByUnseen {
		why = fmt.Sprintf("the interval reaches %.3f %s the difference, for %s like none of these %d", tail.Allowance(inf.evidence.Differences.Effective), side, inf.units(), d.N)
	}
	return fmt.Sprintf("paired t alone: %s; not enough against a rare loss: %s%s", pEquation(*inf.evidence.T.P), why, inf.wouldShow(d))
}

// cancelled says how rare a loss that no query showed would cancel the gain, where
// that is rarer than these queries would probably have shown.
func (inf *inference) cancelled(d stats.Decision) string {
	const loss = 0.6 // of the range
	size := math.Abs(*inf.MeanDifference)
	oneIn := loss * inf.rule.Range / size
	if inf.rule.Interval != stats.HeadlineAuto || oneIn <= inf.evidence.Differences.Effective/3 {
		return ""
	}
	bad, good := "loss", "gain"
	if d.Verdict == stats.Worse {
		bad, good = good, bad
	}
	return fmt.Sprintf("; a %s of %g in 1 of %.0f %s that these %d did not show would cancel the %s", bad, loss*inf.rule.Range, oneIn, inf.units(), d.N, good)
}

// units returns what the pairs are called.
func (inf *inference) units() string {
	if inf.Unit != "" {
		return inf.Unit
	}
	return "queries"
}

func (inf *inference) pOf(t *result.TestResult, name string) string {
	if t == nil || t.PValue == nil {
		return name + " has no p"
	}
	return name + " p " + pText(*t.PValue)
}

func ends(i stats.Interval) string { return fmt.Sprintf("[%+.4f, %+.4f]", i.Low, i.High) }

// pairVerdict returns the primary measure's verdict, with the guardrails' veto.
func pairVerdict(measures []result.MeasureComparison, s Settings) (result.Verdict, string) {
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

func pEquation(p float64) string {
	if text := pText(p); text[0] == '<' {
		return "p < " + text[1:]
	}
	return "p = " + pText(p)
}

func pText(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}
