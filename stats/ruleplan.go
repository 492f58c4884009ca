package stats

import (
	"math"
)

// A rulePlan is a rule that n pairs with a spread are to be judged by.
type rulePlan struct {
	rule     Rule
	spread   Spread
	n        float64
	deviates []deviate // of the sample's standard deviation
	student  float64   // mean/sd from which on p is below alpha; +Inf where it never is
	t        float64   // quantile of the headline interval
}

func newPlan(r Rule, s Spread, n int) rulePlan {
	r = r.withDefaults()
	nn := float64(n)
	p := rulePlan{rule: r, spread: s, n: nn, student: math.Inf(1), t: StudentUpper(r.Alpha/2, nn-1)}
	if s.SD > 0 {
		p.deviates = sdDeviates(n)
	}
	level := r.Alpha / float64(r.Tests)
	if n < fewPairs || r.Test == SignFlipDecides {
		least := MinimumP(n)
		if least >= level {
			return p
		}
		if n < fewPairs { // the p values of n signs are the multiples of the least
			level = float64((math.Ceil(level/least) - 1) * least)
		}
	}
	p.student = StudentUpper(level/2, nn-1) / math.Sqrt(nn)
	return p
}

// power returns the probability of better when the mean is effect.
func (p rulePlan) power(effect float64) float64 {
	share := p.spread.changedAt(effect, p.rule.Range)
	threshold := p.threshold(effect, share)
	root := math.Sqrt(p.n) / p.spread.SD
	var found float64
	for _, z := range p.deviates {
		found += float64(z.weight * normalSurvival(float64((threshold(z.value*p.spread.SD)-effect)*root)))
	}
	return min(found, enoughChange(int(p.n), share))
}

// threshold returns the mean from which on p and headline say better, as a
// function of the sample's standard deviation; share is that of changed pairs.
func (p rulePlan) threshold(effect, share float64) func(sd float64) float64 {
	never := func(float64) float64 { return math.Inf(1) }
	if math.IsInf(p.student, 1) {
		return never
	}
	student := p.passing(float64(p.student*p.student), 0, effect)
	if p.rule.Interval == HeadlineSequence {
		unit := p.sequence(1 - p.rule.Alpha)
		again := p.passing(float64(unit*unit), 0, effect)
		once := student
		student = func(sd float64) float64 { return max(once(sd), again(sd)) }
	}
	if !p.robust(share) {
		return student
	}
	c := float64(p.t*p.t) * (p.n + 2) / (p.n + 1)
	squares := float64(p.n*p.n) - 2*p.n*c/(p.n+2)
	if squares <= 0 {
		return never
	}
	m := p.spread.largest(effect, p.rule.Range)
	robust := p.passing(c*(p.n-1)/squares, 2*c*float64(m*m)/squares, effect)
	return func(sd float64) float64 { return max(student(sd), robust(sd)) }
}

// passing returns the mean m from which on m² > a·s² + b. Of skewed differences mean
// and variance go together, with the slope skewness·sd of s² on m: at a mean that
// is not its expectation the variance is
//
//	s² = sd² + skewness·SD·(m − effect)
//
// for a sample whose standard deviation would be sd otherwise.
func (p rulePlan) passing(a, b, effect float64) func(sd float64) float64 {
	slope := a * p.spread.Skewness * p.spread.SD / 2
	return func(sd float64) float64 {
		rest := float64(a*float64(sd*sd)) + b - float64(2*slope*effect)
		root := float64(slope*slope) + rest
		if root <= 0 {
			return 0
		}
		return max(0, slope+math.Sqrt(root))
	}
}

// robust reports whether the headline would be the robust interval.
func (p rulePlan) robust(share float64) bool {
	switch p.rule.Interval {
	case HeadlineAuto, HeadlineSequence:
		return p.n < enoughPairs || p.n*share < enoughChanges
	case HeadlineRobust:
		return true
	}
	return false
}

// sequence returns half the width of the confidence sequence of a level, in standard
// deviations; +Inf where there is none.
func (p rulePlan) sequence(level float64) float64 {
	half, err := ConfidenceSequence{Level: level}.HalfWidth(1, int(p.n))
	if err != nil {
		return math.Inf(1)
	}
	return half
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
	found := p.threshold(0, p.spread.Changed)
	root := math.Sqrt(p.n) / p.spread.SD
	var out float64
	for _, z := range p.deviates {
		sd := z.value * p.spread.SD // a difference that is found is not called equivalent
		most := min(p.widestMean(t, sd, width), found(sd))
		if p.rule.Interval == HeadlineSequence {
			most = max(0, min(most, p.rule.Margin-float64(p.sequence(1-2*p.rule.Alpha)*sd)))
		}
		out += float64(z.weight * math.Erf(float64(most*root)/math.Sqrt2))
	}
	return out
}

// widestMean returns the largest mean at which the equivalence interval is inside
// the margin when the standard deviation is sd; 0 where none does. With m the
// mean and W the width of the range, the interval ends at
//
//	n·m/(n+2) + t·√( ((n−1)·sd² + 2W² + 2n·m²/(n+2)) / ((n+1)(n+2)) )
func (p rulePlan) widestMean(t, sd, width float64) float64 {
	fixed := float64((p.n-1)*float64(sd*sd)) + 2*float64(width*width)
	end := func(m float64) float64 {
		squares := (fixed + float64(2*p.n*float64(m*m)/(p.n+2))) / ((p.n + 1) * (p.n + 2))
		return float64(p.n*m/(p.n+2)) + float64(t*math.Sqrt(squares))
	}
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

// enoughChange returns the probability that at least MinChanged of n pairs change,
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
