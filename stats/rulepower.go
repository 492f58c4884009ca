package stats

import (
	"fmt"
	"math"
)

// PowerAt returns the probability that n pairs which spread like s end in better when the true mean difference is
// effect > 0 (or in worse, when it is as far below 0): that p is below alpha, the headline interval above 0, and enough
// queries changed. With Tests > 1, p has to be below alpha/Tests, as the first one of a family corrected by Holm.
//
// The mean is taken as normal around effect, with the standard deviation of the spread, so that it
// passes the rule's threshold
//
//	max( t₁₋α/₂,ₙ₋₁·σ/√n, ρ·R·ln(2/α)/n )
//
// with the probability Φ((effect − threshold)·√n/σ); see [Tail]. Below 10 pairs exact sign flips have
// to find it, too. It is optimistic below 50 pairs and for long tails: see docs/statistics.md.
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
	return newPlan(r, s.towards(effect), n).power(math.Abs(effect)), nil
}

// Detectable returns the smallest true difference that n pairs which spread like s show as better with the
// rule's power. The error is ErrUnreachable where no difference would do: with fewer than 6 pairs, or when
// exact signs of so few cannot pass the correction, or beyond the range of the measure.
func (r Rule) Detectable(s Spread, n int) (float64, error) {
	if _, err := r.PowerAt(s, n, 0); err != nil {
		return 0, err
	}
	r = r.withDefaults()
	p := newPlan(r, s, n)
	limit := 1e6 * s.SD
	if r.Range > 0 {
		limit = r.Range
	}
	high := min(s.SD/math.Sqrt(float64(n)), limit)
	for p.power(high) < r.Power {
		if high >= limit {
			return 0, fmt.Errorf("no difference is found by %d pairs with standard deviation %v: %w", n, s.SD, ErrUnreachable)
		}
		high = min(2*high, limit)
	}
	return bisect(0, high, func(effect float64) bool { return p.power(effect) < r.Power }), nil
}

// QueriesFor returns the number of pairs that show a true difference of effect with
// the rule's power if they spread like s; ErrUnreachable when effect is 0.
func (r Rule) QueriesFor(s Spread, effect float64) (int, error) {
	if _, err := r.PowerAt(s, 2, effect); err != nil {
		return 0, err
	}
	r, s = r.withDefaults(), s.towards(effect)
	return leastN(func(n int) bool { return newPlan(r, s, n).power(math.Abs(effect)) >= r.Power })
}

// QueriesForEquality returns the number of pairs that show equivalence with the rule's power if there is no
// difference and they spread like s. Pairs none of which changes have no spread; then it is the number from
// which on the equivalence interval is narrow enough. It needs the rule's Range.
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
	return leastN(func(n int) bool { return newPlan(r, s, n).equality() >= r.Power })
}

// mostQueries is beyond any test set: a larger number would only distract.
const mostQueries = 100_000_000

// leastN returns the smallest n from 2 on that is enough, where more than enough stays enough.
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

func checkSpread(sd float64) error {
	switch {
	case sd == 0:
		return fmt.Errorf("standard deviation 0: %w", ErrZeroVariance)
	case !(sd > 0) || math.IsInf(sd, 0):
		return fmt.Errorf("standard deviation %v: %w", sd, ErrOutOfRange)
	}
	return nil
}
