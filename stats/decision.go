package stats

import "math"

// A Verdict is what a comparison ends in, from the candidate's point of view.
type Verdict string

// The verdicts. What was not shown is inconclusive, unless equivalence was shown.
const (
	Better       Verdict = "better"
	Worse        Verdict = "worse"
	Equivalent   Verdict = "equivalent"
	Inconclusive Verdict = "inconclusive"
	NoVerdict    Verdict = "" // of a measure without a direction
)

// A Reason says why the verdict is what it is; the numbers that a sentence about it needs are in the Decision.
type Reason string

// The reasons.
const (
	// better and worse
	ReasonSignificant Reason = "significant"               // adjusted p, headline interval and changed queries together
	ReasonSmall       Reason = "smaller_than_margin"       // the same, and the interval is inside ±margin
	ReasonInside      Reason = "inside_margin"             // equivalent: by the whole range of the measure
	ReasonInsideSeen  Reason = "inside_margin_as_observed" // equivalent, if no query differs by more than those that were seen

	// inconclusive, in the order in which they are looked for
	ReasonFewPairs      Reason = "too_few_pairs"          // fewer than 2
	ReasonFewChanged    Reason = "too_few_changed"        // fewer than MinChanged differ
	ReasonCorrection    Reason = "correction"             // p alone is below alpha, adjusted for the family it is not
	ReasonDisagree      Reason = "methods_disagree"       // t and randomization decide differently
	ReasonInterval      Reason = "p_and_interval_differ"  // p is below alpha and a bootstrap interval holds 0, or the interval does not and the p of sign flips is not below alpha
	ReasonTail          Reason = "rare_loss"              // the paired t-test alone would do; not enough against a long tail or a loss that was not seen
	ReasonMarginTooWide Reason = "margin_exceeds_ceiling" // inside ±margin, but so is much of what any system could reach
	ReasonRangeUnknown  Reason = "range_unknown"          // as far as was observed inside ±margin; declare the measure's range
	ReasonSkewed        Reason = "skewed"                 // inside ±margin, but not when the interval is corrected for skewness
	ReasonAlike         Reason = "alike_but_too_few"      // alike on these queries; see Decision.QueriesForEquality
	ReasonTooWide       Reason = "interval_too_wide"      // see Decision.QueriesForMargin
	ReasonNoDirection   Reason = "no_direction"           // no verdict
	ReasonFault         Reason = "fault"                  // no verdict, whatever the numbers are: what was measured is not what was asked
)

// A Decision is a verdict with its reason and the numbers that the reason needs.
type Decision struct {
	Verdict   Verdict
	Reason    Reason
	N         int      // pairs, or groups where these are the unit
	Changed   int      // of them
	Decides   string   // the test whose p decided
	P         *float64 // unadjusted: what is next to the interval
	PAdjusted *float64
	Headline  Interval

	Equivalence *Interval // nil where the range is not known
	Margin      float64
	// MarginTooWide says that the margin is more than a tenth of the best mean
	// that can be attained: a finding, whatever the verdict.
	MarginTooWide bool
	// CorrectionMatters says that without the correction for the family the verdict would be better or worse.
	CorrectionMatters bool
	Disagreement      *Warning // CAUTION: t and randomization decide differently

	// QueriesForEquality is how many pairs, in all, would show equivalence with the rule's power if the means
	// do not differ and the differences spread like these. Of alike_but_too_few only; nil where no number would do.
	QueriesForEquality *int
	// QueriesForMargin is how many pairs, in all, would show a difference of the margin's size with the
	// rule's power if they spread like these. It does not depend on the difference that was observed. Of
	// interval_too_wide and rare_loss only; nil where no number would do. Of every second sample it is too
	// few; QueriesForMarginSure is enough of four samples in five: see Spread.Cautious.
	QueriesForMargin, QueriesForMarginSure *int
}

// Decide maps evidence and the p that the correction left to a verdict. adjusted is nil where no test could be made.
func (r Rule) Decide(e Evidence, adjusted *float64) (Decision, error) {
	if err := r.Validate(); err != nil {
		return Decision{}, err
	}
	r = r.withDefaults()
	d := Decision{
		N: e.Differences.N, Changed: e.Differences.Changed,
		Decides: e.Decides.Test, P: e.Decides.P, PAdjusted: adjusted,
		Headline: e.Headline, Equivalence: e.Equivalence,
		Margin: r.Margin, MarginTooWide: r.MarginTooWide(), Disagreement: e.Disagreement,
	}
	d.Verdict, d.Reason = r.verdict(e, adjusted)
	d.CorrectionMatters = r.Direction != Directionless && r.found(e, e.Decides.P) && !r.found(e, adjusted)
	s := SpreadOf(e.Differences)
	inAll := func(n int, err error) *int { // pairs that weigh as these do
		return reachable(int(math.Ceil(float64(n)*float64(d.N)/e.Differences.Effective)), err)
	}
	switch d.Reason {
	case ReasonAlike:
		d.QueriesForEquality = inAll(r.QueriesForEquality(s))
	case ReasonTooWide, ReasonTail:
		d.QueriesForMargin = inAll(r.QueriesFor(s, r.Margin))
		d.QueriesForMarginSure = inAll(r.QueriesFor(s.Cautious(), r.Margin))
	}
	return d, nil
}

// Verdict returns Decide without the numbers around the verdict, for anyone who decides thousands of times.
func (r Rule) Verdict(e Evidence, adjusted *float64) (Verdict, Reason, error) {
	if err := r.Validate(); err != nil {
		return "", "", err
	}
	verdict, reason := r.withDefaults().verdict(e, adjusted)
	return verdict, reason, nil
}

// reachable returns nil for a number that does not exist.
func reachable(n int, err error) *int {
	if err != nil {
		return nil
	}
	return &n
}

// verdict returns the table of docs/semantics.md.
func (r Rule) verdict(e Evidence, adjusted *float64) (Verdict, Reason) {
	d := e.Differences
	above, below := Better, Worse
	switch r.Direction {
	case Directionless:
		return NoVerdict, ReasonNoDirection
	case LowerIsBetter:
		above, below = Worse, Better
	}
	if d.N < 2 {
		return Inconclusive, ReasonFewPairs
	}
	if r.found(e, adjusted) {
		reason := ReasonSignificant
		if e.Headline.inside(r.Margin) {
			reason = ReasonSmall
		}
		if e.Headline.Low > 0 {
			return above, reason
		}
		return below, reason
	}
	proven := e.Equivalence != nil && e.Equivalence.inside(r.Margin)
	if proven && !r.MarginTooWide() && !r.skewedOut(e) {
		if r.Equivalence == Observed {
			return Equivalent, ReasonInsideSeen
		}
		return Equivalent, ReasonInside
	}
	return Inconclusive, r.standsBetween(e, adjusted, proven)
}

// Found reports whether p, the headline interval and the number of changed
// queries say together that there is a difference.
func (r Rule) Found(e Evidence, p *float64) bool { return r.withDefaults().found(e, p) }

func (r Rule) found(e Evidence, p *float64) bool {
	d := e.Differences
	return d.N >= 2 && d.Changed >= MinChanged && p != nil && *p < r.Alpha && !e.Headline.Contains(0)
}

// standsBetween names the first thing that is between the evidence and a
// verdict. proven says that the equivalence interval is inside ±margin.
func (r Rule) standsBetween(e Evidence, adjusted *float64, proven bool) Reason {
	d := e.Differences
	enough, significant := d.Changed >= MinChanged, adjusted != nil && *adjusted < r.Alpha
	alike := proven || r.alike(d)
	switch {
	case !enough && !alike:
		return ReasonFewChanged
	case r.found(e, e.Decides.P):
		return ReasonCorrection
	case enough && e.Disagreement != nil:
		return ReasonDisagree
	case enough && significant == e.Headline.Contains(0):
		return ReasonInterval
	case r.TailHoldsBack(e):
		return ReasonTail
	case !alike:
		return ReasonTooWide
	case r.MarginTooWide():
		return ReasonMarginTooWide
	case proven:
		return ReasonSkewed
	case e.Equivalence == nil:
		return ReasonRangeUnknown
	}
	return ReasonAlike
}

// alike reports whether the differences, as far as they were observed, lie inside ±margin: what is missing
// to call the systems equivalent is queries that could have shown what these do not.
func (r Rule) alike(d Differences) bool {
	if d.Changed == 0 {
		return true
	}
	i, err := d.padded(1-2*r.Alpha, 0)
	return err == nil && i.inside(r.Margin)
}

func (i Interval) inside(margin float64) bool { return -margin < i.Low && i.High < margin }

// skewedOut reports whether the equivalence interval, corrected for skewness, reaches beyond the margin. A
// t interval of skewed differences is too short towards the long tail, by (1 + 2t²)/6n of the third
// standardized moment times the standard deviation: the first term of the Cornish-Fisher expansion, Johnson
// (1978), Journal of the American Statistical Association 73, 536–544.
func (r Rule) skewedOut(e Evidence) bool {
	d := e.Differences
	m := d.moments
	if d.constant() || m.sum2 == 0 {
		return false
	}
	n := float64(d.N)
	t := StudentUpper(r.Alpha, d.freedom())
	third := m.sum3 / m.sum2 * m.scale // skewness · sd, with n in both
	shift := (1 + 2*float64(t*t)) / (6 * n) * third
	corrected := *e.Equivalence
	corrected.Low += min(0, shift)
	corrected.High += max(0, shift)
	return !corrected.inside(r.Margin)
}
