package stats

import (
	"fmt"
	"math"
)

// PowerAt is the probability that n pairs which spread like s end in better
// when the true mean difference is effect > 0 (or in worse, when it is as far
// below 0): that p is below alpha, the headline interval above 0, and enough
// queries changed. With Tests > 1, p has to be below alpha/Tests, as the first
// one of a family corrected by Holm.
//
// The mean is taken as normal and the variance as chi-squared, like in the power
// of the t test, which this is where the headline is the t interval. Where it
// is the robust one the mean has to pass, with M the largest difference to
// expect,
//
//	√( c·((n−1)·sd² + 2M²) / (n² − 2nc/(n+2)) ),  c = t²₍₁₋α/₂,ₙ₋₁₎·(n+2)/(n+1)
//
// instead of t·sd/√n, and the probability is the mean over sd. Simulation puts
// it within .01 for normal differences at n from 6 to 1000; see
// docs/statistics.md for others.
func (r Rule) PowerAt(s Spread, n int, effect float64) (float64, error) {
	if err := r.Validate(); err != nil {
		return 0, err
	}
	if err := checkSpread(s.SD); err != nil {
		return 0, err
	}
	if n < 2 {
		return 0, fmt.Errorf("power of %d pairs: %w", n, ErrTooFewPairs)
	}
	if !(math.Abs(effect) <= largestDifference) {
		return 0, fmt.Errorf("effect %v: %w", effect, ErrOutOfRange)
	}
	return r.withDefaults().powerAt(s, n, effect), nil
}

// Detectable is the smallest true difference that n pairs which spread like s
// show as better with the rule's power. The error is ErrUnreachable where no
// difference would do: with fewer than 6 pairs, or when exact signs of so few
// cannot pass the correction, or beyond the range of the measure.
func (r Rule) Detectable(s Spread, n int) (float64, error) {
	if _, err := r.PowerAt(s, n, 0); err != nil {
		return 0, err
	}
	r = r.withDefaults()
	limit := 1e6 * s.SD
	if r.Range > 0 {
		limit = r.Range
	}
	high := min(s.SD/math.Sqrt(float64(n)), limit)
	for r.powerAt(s, n, high) < r.Power {
		if high >= limit {
			return 0, fmt.Errorf("no difference is found by %d pairs with standard deviation %v: %w", n, s.SD, ErrUnreachable)
		}
		high = min(2*high, limit)
	}
	return bisect(0, high, func(effect float64) bool { return r.powerAt(s, n, effect) < r.Power }), nil
}

// QueriesFor is the number of pairs that show a true difference of effect with
// the rule's power if they spread like s; ErrUnreachable when effect is 0.
func (r Rule) QueriesFor(s Spread, effect float64) (int, error) {
	if _, err := r.PowerAt(s, 2, effect); err != nil {
		return 0, err
	}
	r = r.withDefaults()
	return leastN(func(n int) bool { return r.powerAt(s, n, math.Abs(effect)) >= r.Power })
}

// QueriesForEquality is the number of pairs that show equivalence with the
// rule's power if there is no difference and they spread like s. Pairs none of
// which changes have no spread; then it is the number from which on the
// equivalence interval is narrow enough. It needs the rule's Range.
func (r Rule) QueriesForEquality(s Spread) (int, error) {
	if err := r.Validate(); err != nil {
		return 0, err
	}
	r = r.withDefaults()
	switch {
	case r.Range == 0:
		return 0, fmt.Errorf("equivalence on a measure whose range is not known: %w", ErrOutOfRange)
	case r.MarginTooWide():
		return 0, fmt.Errorf("margin %v with a best attainable mean of %v: %w", r.Margin, *r.BestMean, ErrUnreachable)
	case s.SD != 0 && checkSpread(s.SD) != nil:
		return 0, checkSpread(s.SD)
	}
	return leastN(func(n int) bool { return r.equalityAt(s, n) >= r.Power })
}

// most is beyond any test set: a larger number would only distract.
const mostQueries = 100_000_000

// leastN is the smallest n from 2 on that is enough, where more than enough
// stays enough.
func leastN(enough func(n int) bool) (int, error) {
	low, high := 1, 2
	for !enough(high) {
		if low, high = high, 2*high; high > mostQueries {
			return 0, fmt.Errorf("%d pairs are not enough: %w", mostQueries, ErrUnreachable)
		}
	}
	for high-low > 1 {
		if mid := low + (high-low)/2; enough(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, nil
}

// powerAt is PowerAt of a rule with its defaults.
func (r Rule) powerAt(s Spread, n int, effect float64) float64 {
	p := r.foundAt(s, n, effect)
	return min(p, enoughChange(n, s.changedAt(effect, r.Range)))
}

// foundAt is the probability that p and the headline interval both say better.
func (r Rule) foundAt(s Spread, n int, effect float64) float64 {
	threshold, ok := r.threshold(s, n, effect)
	if !ok {
		return 0
	}
	root := math.Sqrt(float64(n)) / s.SD
	var p float64
	for _, z := range sdDeviates(n) {
		p += float64(z.weight * normalSurvival(float64((threshold(z.value*s.SD)-effect)*root)))
	}
	return p
}

// threshold returns the mean from which on p and headline say better, as a
// function of the sample's standard deviation; ok is false where no mean would
// do.
func (r Rule) threshold(s Spread, n int, effect float64) (at func(sd float64) float64, ok bool) {
	nn := float64(n)
	level := r.Alpha / float64(r.Tests)
	if n < fewPairs || r.Test == SignFlipDecides {
		least := MinimumP(n)
		if least >= level {
			return nil, false
		}
		if n < fewPairs { // the p values of n signs are the multiples of the least
			level = float64((math.Ceil(level/least) - 1) * least)
		}
	}
	student := studentUpper(level/2, nn-1) / math.Sqrt(nn)
	if !r.robustAt(s, n, effect) {
		return func(sd float64) float64 { return student * sd }, true
	}
	t := studentUpper(r.Alpha/2, nn-1)
	c := float64(t*t) * (nn + 2) / (nn + 1)
	squares := float64(nn*nn) - 2*nn*c/(nn+2)
	if squares <= 0 {
		return nil, false
	}
	m := s.largest(effect, r.Range)
	imagined := 2 * float64(m*m)
	return func(sd float64) float64 {
		return max(student*sd, math.Sqrt(c*(float64((nn-1)*float64(sd*sd))+imagined)/squares))
	}, true
}

// robustAt reports whether n pairs would have the robust interval as headline.
func (r Rule) robustAt(s Spread, n int, effect float64) bool {
	switch r.Interval {
	case HeadlineAuto:
		return n < enoughPairs || float64(n)*s.changedAt(effect, r.Range) < enoughChanges
	case HeadlineRobust:
		return true
	}
	return false
}

// changedAt is the share of pairs that change when the mean is effect: as many
// as here, or as it takes to make such a mean of differences of this size.
func (s Spread) changedAt(effect, width float64) float64 {
	return min(1, max(s.Changed, math.Abs(effect)/s.largest(effect, width)))
}

// enoughChange is the probability that at least MinChanged of n pairs change,
// each with probability share.
func enoughChange(n int, share float64) float64 {
	if n < MinChanged {
		return 0
	}
	if share >= 1 {
		return 1
	}
	few, term := 0.0, math.Exp(float64(n)*math.Log1p(-share))
	for k := range MinChanged {
		few += term
		term *= float64(n-k) / float64(k+1) * (share / (1 - share))
	}
	return max(0, 1-few)
}

// equalityAt is the probability that n pairs end in equivalent when there is no
// difference.
func (r Rule) equalityAt(s Spread, n int) float64 {
	width := r.Range
	if r.Equivalence == Observed && s.SD > 0 {
		width = s.largest(0, r.Range)
	}
	if s.SD == 0 {
		if r.widestMean(n, 0, width) > 0 {
			return 1
		}
		return 0
	}
	found, ok := r.threshold(s, n, 0)
	root := math.Sqrt(float64(n)) / s.SD
	var p float64
	for _, z := range sdDeviates(n) {
		sd := z.value * s.SD
		widest := r.widestMean(n, sd, width)
		if ok { // a difference that is found is not called equivalent
			widest = min(widest, found(sd))
		}
		p += float64(z.weight * math.Erf(float64(max(0, widest)*root)/math.Sqrt2))
	}
	return p
}

// widestMean is the largest mean at which the equivalence interval of n pairs
// with standard deviation sd lies inside the margin; not positive where none
// does. With m the mean and W the width of the range, the interval ends at
//
//	n·m/(n+2) + t·√( ((n−1)·sd² + 2W² + 2n·m²/(n+2)) / ((n+1)(n+2)) )
func (r Rule) widestMean(n int, sd, width float64) float64 {
	nn := float64(n)
	t := studentUpper(r.Alpha, nn-1)
	fixed := float64((nn-1)*float64(sd*sd)) + 2*float64(width*width)
	end := func(m float64) float64 {
		return nn*m/(nn+2) + float64(t*math.Sqrt((fixed+2*nn*float64(m*m)/(nn+2))/((nn+1)*(nn+2))))
	}
	if end(0) >= r.Margin {
		return 0
	}
	return bisect(0, 2*r.Margin*(nn+2)/nn, func(m float64) bool { return end(m) < r.Margin })
}
