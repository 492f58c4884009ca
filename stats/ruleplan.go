package stats

import "math"

// A rulePlan is a rule that n pairs with a spread are to be judged by.
type rulePlan struct {
	rule   Rule
	spread Spread
	n      float64
	signs  func(shift float64) float64 // power of exact sign flips, nil where they do not decide
}

func newPlan(r Rule, s Spread, n int) rulePlan {
	r = r.withDefaults()
	p := rulePlan{rule: r, spread: s, n: float64(n)}
	if r.Interval != HeadlineT && n < fewPairs {
		p.signs = signPower(n, r.Alpha/float64(r.Tests))
	}
	return p
}

// power returns the probability of better when the mean is effect.
func (p rulePlan) power(effect float64) float64 {
	root := math.Sqrt(p.n) / p.spread.SD
	passes := func(sd float64) float64 { return normalSurvival((p.threshold(sd, effect) - effect) * root) }
	found := 0.0
	if p.rule.Interval == HeadlineT { // the textbook's: the tail of the noncentral t
		for _, z := range sdDeviates(int(p.n)) {
			found += z.weight * passes(z.value*p.spread.SD)
		}
	} else {
		found = passes(p.spread.SD)
	}
	if p.signs != nil {
		found = min(found, p.signs(effect*root))
	}
	return min(found, enoughChange(int(p.n), p.spread.changedAt(effect, p.rule.Range)))
}

// threshold returns the mean from which on p and headline say better where the
// standard deviation is sd and the mean effect; +Inf where none does.
func (p rulePlan) threshold(sd, effect float64) float64 {
	alpha := p.rule.Alpha / float64(p.rule.Tests)
	n := int(p.n)
	if p.rule.Test == SignFlipDecides && MinimumP(n) >= alpha {
		return math.Inf(1)
	}
	width := p.rule.Range
	if width == 0 {
		width = p.spread.largest(effect, 0)
	}
	if p.rule.Interval == HeadlineSequence {
		return plannedSequence(n, sd, width, math.Log(2/alpha))
	}
	student := StudentUpper(alpha/2, p.n-1) * sd / math.Sqrt(p.n)
	if p.rule.Interval == HeadlineT {
		return student
	}
	return max(student, Tail{Range: width}.allowance(p.n, alpha/2))
}

// sequencePoints is how many values stand for n normal ones: with their variance,
// more change the width by less than a hundredth.
const sequencePoints = 16

// plannedSequence returns half the width of the confidence sequence of n normal differences around 0, for
// which some of their quantiles stand, stretched to the standard deviation sd.
func plannedSequence(n int, sd, width, limit float64) float64 {
	points := min(n, sequencePoints)
	s := sequence{width: width}
	var squares float64
	for i := range points {
		x := normalQuantile((float64(i) + 0.5) / float64(points))
		squares += float64(x * x)
		s.values, s.counts = append(s.values, x), append(s.counts, float64(n)/float64(points))
	}
	stretch := sd / math.Sqrt(squares/float64(points))
	for i, x := range s.values {
		s.values[i] = min(max(stretch*x, -width), width)
	}
	return -s.end(limit)
}

// equality returns the probability of equivalent when there is no difference.
func (p rulePlan) equality() float64 {
	width := p.rule.Range
	if p.rule.Equivalence == Observed && p.spread.SD > 0 {
		width = p.spread.largest(0, p.rule.Range)
	}
	t := StudentUpper(p.rule.Alpha, p.n-1)
	if p.spread.SD == 0 {
		return boolToFloat(p.widestMean(t, 0, width) > 0)
	}
	root := math.Sqrt(p.n) / p.spread.SD
	var out float64
	deviates := sdDeviates(int(p.n))
	if p.rule.Interval == HeadlineSequence { // its width hardly depends on the spread that is seen
		deviates = []deviate{{value: 1, weight: 1}}
	}
	for _, z := range deviates {
		sd := z.value * p.spread.SD // a difference that is found is not called equivalent
		most := min(p.widestMean(t, sd, width), p.threshold(sd, 0))
		if p.rule.Interval == HeadlineSequence {
			most = max(0, min(most, p.rule.Margin-plannedSequence(int(p.n), sd, p.rule.Range, math.Log(1/p.rule.Alpha))))
		}
		out += float64(z.weight * math.Erf(float64(most*root)/math.Sqrt2))
	}
	return out
}

// widestMean returns the largest mean at which the equivalence interval is inside the margin when the
// standard deviation is sd; 0 where none does. With m the mean and W the width of the range, the interval
// ends at n·m/(n+2) plus paddedHalf.
func (p rulePlan) widestMean(t, sd, width float64) float64 {
	end := func(m float64) float64 { return float64(p.n*m/(p.n+2)) + paddedHalf(p.n, m, sd, width, t) }
	if end(0) >= p.rule.Margin {
		return 0
	}
	return bisect(0, 2*p.rule.Margin*(p.n+2)/p.n, func(m float64) bool { return end(m) < p.rule.Margin })
}

// changedAt returns the share of pairs that change when the mean is effect: as many
// as here, or as it takes to make such a mean of differences of this size.
func (s Spread) changedAt(effect, width float64) float64 {
	size := s.Size
	if size == 0 {
		size = s.largest(effect, width)
	}
	return min(1, max(s.Changed, math.Abs(effect)/size))
}

// enoughChange returns the probability that at least MinChanged of n pairs change, each with probability share.
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
