package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Rule turns the differences of one measure into a verdict. It is the only one in this project, so that
// all verdicts agree. Its zero value has the documented defaults; but without a Range nothing is called
// equivalent. [Rule.Judge] is for one comparison alone; in a family of several use [Rule.Weigh] for each,
// one correction over all of the Evidence's p values ([Adjust]), and [Rule.Decide] with what came out.
type Rule struct {
	Alpha  float64 // 0 means .05
	Margin float64 // the largest difference that does not matter, in the measure's unit; 0 means .02

	// Range is the largest difference that two scores can have, 1 for a measure
	// in 0–1. 0 means that it is not known: then nothing is equivalent.
	Range float64
	// BestMean is the best mean that any system could reach on this set: R@5
	// with 120 relevant documents a query cannot pass .04. nil: not known.
	BestMean *float64

	Direction   Direction
	Test        Deciding      // "" means StudentDecides
	Interval    HeadlineKind  // "" means HeadlineAuto
	Equivalence EquivalenceBy // "" means WholeRange
	Tests       int           // of the family that is corrected for; only power depends on it; 0 means 1
	Power       float64       // of detectable differences and needed queries; 0 means .8
}

// The defaults of a Rule.
const (
	DefaultAlpha  = 0.05
	DefaultMargin = 0.02
	DefaultPower  = 0.8
)

// MinChanged is the least number of queries (or groups) that must have changed for a verdict of better or
// worse: with 5, even the most extreme outcome of an exact test has p = 2/2⁵ = .0625.
const MinChanged = fewChanges

// fewPairs is the number of pairs below which p is not below that of exact sign flips: six differences near
// .3 have t's p at 3·10⁻⁹, and 2/2⁶ is all that six signs can say.
const fewPairs = 10

// ceilingShare is the share of the best attainable mean from which on a margin is too wide to call anything equivalent.
const ceilingShare = 0.1

// A Direction says which way a measure gets better.
type Direction int

// The directions. A measure without one (a count), and one that is not a mean over
// queries (a geometric mean), is given Directionless: it gets no verdict.
const (
	HigherIsBetter Direction = iota
	LowerIsBetter
	Directionless
)

// Deciding names the test whose p value decides.
type Deciding string

// The tests that may decide. Wilcoxon and sign test may not. With the second, p
// is the larger of that of the interval and that of sign flips.
const (
	StudentDecides  Deciding = "t"
	SignFlipDecides Deciding = "randomization"
)

// A HeadlineKind names the interval that better and worse need next to p.
type HeadlineKind string

// The headline intervals. Where the one that was asked for is undefined, that of [Tail] takes its place.
const (
	HeadlineAuto       HeadlineKind = "auto"                   // [Tail], and p with it
	HeadlineT          HeadlineKind = "t"                      // the textbook paired t-test, interval and p
	HeadlinePercentile HeadlineKind = HeadlineKind(Percentile) // with the p of [Tail]: both must agree
	HeadlineBCa        HeadlineKind = HeadlineKind(BCa)        // the same

	// HeadlineSequence is for looking repeatedly while queries keep coming: the [ConfidenceSequence], and p with it.
	HeadlineSequence HeadlineKind = "sequence"
)

// EquivalenceBy says what the interval that proves equivalence takes for possible.
type EquivalenceBy string

const (
	// WholeRange says that a query which was not seen can differ by the whole range of the measure.
	WholeRange EquivalenceBy = "range"
	// Observed says that no query differs by more than the largest difference
	// that was seen. Narrower, and wrong where a rare loss is not in the sample.
	Observed EquivalenceBy = "observed"
)

// withDefaults fills in what was left open.
func (r Rule) withDefaults() Rule {
	r.Alpha = cmp.Or(r.Alpha, DefaultAlpha)
	r.Margin = cmp.Or(r.Margin, DefaultMargin)
	r.Test = cmp.Or(r.Test, StudentDecides)
	r.Interval = cmp.Or(r.Interval, HeadlineAuto)
	r.Equivalence = cmp.Or(r.Equivalence, WholeRange)
	r.Tests = cmp.Or(r.Tests, 1)
	r.Power = cmp.Or(r.Power, DefaultPower)
	return r
}

// Validate reports all settings that are out of range; the errors are ErrOutOfRange.
func (r Rule) Validate() error {
	r = r.withDefaults()
	var errs []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format+": %w", append(args, ErrOutOfRange)...))
		}
	}
	refuse(!(r.Alpha > 0 && r.Alpha < 0.5), "alpha %v is not in (0, 0.5)", r.Alpha)
	refuse(!(r.Margin > 0 && r.Margin <= largestDifference), "margin %v is not positive and finite", r.Margin)
	refuse(!(r.Range >= 0 && r.Range <= largestDifference), "range %v is neither 0 nor positive and finite", r.Range)
	refuse(r.BestMean != nil && (math.IsNaN(*r.BestMean) || math.IsInf(*r.BestMean, 0)), "best attainable mean is not finite")
	refuse(r.Direction < HigherIsBetter || r.Direction > Directionless, "direction %d", r.Direction)
	refuse(r.Test != StudentDecides && r.Test != SignFlipDecides, "deciding test %q", r.Test)
	refuse(!slices.Contains([]HeadlineKind{HeadlineAuto, HeadlineT, HeadlinePercentile, HeadlineBCa, HeadlineSequence}, r.Interval), "headline interval %q", r.Interval)
	refuse(r.Equivalence != WholeRange && r.Equivalence != Observed, "equivalence by %q", r.Equivalence)
	refuse(r.Tests < 1, "a family of %d tests", r.Tests)
	refuse(!(r.Power > 0 && r.Power < 1), "power %v is not in (0, 1)", r.Power)
	return errors.Join(errs...)
}

// MarginTooWide reports whether the margin is more than a tenth of the best attainable mean, so that
// systems which differ by all that can be reached would pass for equivalent.
func (r Rule) MarginTooWide() bool {
	r = r.withDefaults()
	return r.BestMean != nil && r.Margin > ceilingShare**r.BestMean
}
