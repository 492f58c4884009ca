package main

import "math"

// The limits. Each may be exceeded by three standard errors.
const (
	mostFalse            = 0.05  // better, or worse, of made populations; nominal .025
	mostFalseReal        = 0.06  // of the worst real pair
	mostFalseRealMean    = 0.027 // of all real pairs
	leastCoverage        = 0.93  // of the two-sided 95 % interval
	mostFalsePasses      = 0.062 // of a noninferior gate at its limit; nominal .05
	mostFalseEquivalence = 0.065
	mostFalseFamilies    = 0.06 // any finding among null candidates, or about grouped wordings
	mostFalseLooks       = 0.05 // the true mean outside at any of the looks
	mostFalseSilver      = 0.06 // verdicts among null pairs, with a judge that favours one
	mostFalseNext        = 0.05 // verdicts among null pairs, at any look
	mostFalseRepeats     = 0.06 // verdicts of means over runs
	leastVariance        = 0.83 // coverage of the variances of queries and runs
	mostFalseUnequal     = 0.06 // verdicts among null pairs, with weights or covariates
	mostCoverageByT      = 0.97 // of the two-sided 95 % interval of t
	powerSlack           = 0.03 // between what is printed and what is reached
	powerCost            = 0.05 // between t and the rule, where t has .8
)

// allowed is how many standard errors a figure may be beyond its limit.
const allowed = 3

// A verdict on one line.
type verdict string

const (
	met    verdict = "met"
	within verdict = "within Monte-Carlo error" // beyond the limit by at most 3 standard errors
	missed verdict = "missed"
)

// A line has the figure nearest to or farthest beyond a limit.
type line struct {
	what     string
	limit    string
	measured float64
	where    string
	verdict  verdict
}

// A candidate is a figure that a line may report: excess is how far it is
// beyond the limit, in the figure's unit, and se its standard error.
type candidate struct {
	value, excess, se float64
	where             string
}

// atMost returns the candidate of a share of samples that has an upper limit.
func atMost(limit float64, count, samples int, where string) candidate {
	x := share(count, samples)
	return candidate{x, x - limit, shareError(limit, samples), where}
}

// worst makes a line of the candidate farthest beyond the limit; one that is
// beyond by more than Monte-Carlo error decides.
func worst(what, limit string, cs []candidate) line {
	l := line{what: what, limit: limit, verdict: met}
	top := math.Inf(-1)
	for _, c := range cs {
		v := met
		switch {
		case c.excess > allowed*c.se:
			v = missed
		case c.excess > 0:
			v = within
		}
		if v == missed || v == within && l.verdict == met {
			l.verdict = v
		}
		if c.excess > top {
			top, l.measured, l.where = c.excess, c.value, c.where
		}
	}
	return l
}

// share returns count/samples.
func share(count, samples int) float64 { return float64(count) / float64(samples) }

// shareError returns the standard error of a share p among samples. A share of 0
// or 1 is taken as half a sample away from it.
func shareError(p float64, samples int) float64 {
	n := float64(samples)
	p = min(max(p, 0.5/n), 1-0.5/n)
	return math.Sqrt(p * (1 - p) / n)
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func abs(x float64) float64 { return max(x, -x) }
