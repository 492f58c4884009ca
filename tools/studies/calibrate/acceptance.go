package main

import (
	"fmt"
	"math"
)

// The limits of the protocol.
const (
	peerTolerance   = 0.007 // distance to the peers' of t, percentile and BCa coverage
	leastCoverage   = 0.93  // of the headline, in every cell
	meanDeviation   = 0.01  // mean |coverage − .95| of the headline, n ≥ 200
	mostRejections  = 0.055 // of t and sign flips, symmetric nulls, n ≥ 25
	mostFalseProofs = 0.065 // of the unit-range bound, n ≥ 25
	heldOutLevel    = 0.05  // of the held-out test, ± heldOutTolerance
	heldOutSlack    = 0.01
)

// allowed is how many standard errors of the two studies, or of ours where a
// limit is not measured, a figure may be beyond its limit.
const allowed = 3

// A verdict on one line of the protocol.
type verdict string

const (
	met    verdict = "met"
	within verdict = "within Monte-Carlo error" // beyond the limit by at most 3 standard errors
	missed verdict = "missed"
)

// A line of the protocol: the figure nearest to or farthest beyond its limit.
type line struct {
	what     string
	limit    string
	measured float64
	where    string
	verdict  verdict
	note     string
}

// A candidate is a figure that a line may report: excess is how far it is
// beyond the limit, in the figure's unit, and se its standard error.
type candidate struct {
	value, excess, se float64
	where             string
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

// accept checks the protocol's lines.
func accept(cells []cell, p peers, heldOut, heldOutSamples int) []line {
	var lines []line
	for _, c := range []struct {
		interval int
		peer     string
	}{{studentZero, "t"}, {percentile, "percentile"}, {bca, "bca"}} {
		lines = append(lines, agreement(cells, p, c.interval, c.peer))
	}
	lines = append(lines, headlineCoverage(cells), headlineDeviation(cells),
		rejections(cells, flipTest, 0), rejections(cells, flipTest, mostRejections),
		rejections(cells, studentTest, mostRejections), falseProofs(cells))
	x := share(heldOut, heldOutSamples)
	return append(lines, worst("held-out difference in differences, Type I error", ".05 ± .01", []candidate{{
		value: x, excess: abs(x-heldOutLevel) - heldOutSlack, se: shareError(heldOutLevel, heldOutSamples), where: "200 and 60, recall_sym_null",
	}}))
}

// peerSamples returns the number of samples in a cell of the peers' study.
func peerSamples(n int) int {
	if n >= large {
		return 5000
	}
	return 10_000
}

// agreement compares a coverage with the peers'. The root mean square of the
// differences in units of their standard error is near 1 when the formulas
// are the same.
func agreement(cells []cell, p peers, interval int, peer string) line {
	var cs []candidate
	var squares float64
	beyond := 0
	for _, c := range cells {
		theirs, ok := p.coverage.figure(c.name(), peer)
		if !ok {
			continue
		}
		ours := share(c.covered[interval], c.samples)
		pooled := (ours*float64(c.samples) + theirs*float64(peerSamples(c.n))) / float64(c.samples+peerSamples(c.n))
		se := math.Hypot(shareError(pooled, c.samples), shareError(pooled, peerSamples(c.n)))
		squares += (ours - theirs) * (ours - theirs) / (se * se)
		difference := abs(ours - theirs)
		if difference > peerTolerance {
			beyond++
		}
		cs = append(cs, candidate{value: difference, excess: difference - peerTolerance, se: se, where: c.name()})
	}
	l := worst(fmt.Sprintf("coverage of %s, distance to the peers'", intervalNames[interval]), "≤ .007", cs)
	l.note = fmt.Sprintf("%d of %d cells beyond .007; root mean square %.2f s.e.", beyond, len(cs), math.Sqrt(squares/float64(len(cs))))
	return l
}

func headlineCoverage(cells []cell) line {
	var cs []candidate
	for _, c := range cells {
		x := share(c.covered[headline], c.samples)
		cs = append(cs, candidate{value: x, excess: leastCoverage - x, se: shareError(x, c.samples), where: c.name()})
	}
	return worst("coverage of the headline, every cell", "≥ .93", cs)
}

func headlineDeviation(cells []cell) line {
	var total, variance float64
	count := 0
	for _, c := range cells {
		if c.n < 200 {
			continue
		}
		x := share(c.covered[headline], c.samples)
		total += abs(x - level)
		se := shareError(x, c.samples)
		variance += se * se
		count++
	}
	mean := total / float64(count)
	return worst("mean abs. deviation of the headline's coverage from .95, n ≥ 200", "≤ .01", []candidate{{
		value: mean, excess: mean - meanDeviation, se: math.Sqrt(variance) / float64(count), where: fmt.Sprintf("%d cells", count),
	}})
}

// rejections returns those of symmetric distributions. Limit 0 is the protocol's
// .05 plus 3 standard errors, at every n; others hold from 25 queries on.
func rejections(cells []cell, test int, limit float64) line {
	var cs []candidate
	for _, c := range cells {
		if !c.source.null() || !c.source.symmetric() || limit > 0 && c.n < 25 {
			continue
		}
		x, se, most := share(c.rejected[test], c.tested[test]), shareError(alpha, c.tested[test]), limit
		if limit == 0 {
			most = alpha
		}
		cs = append(cs, candidate{value: x, excess: x - most, se: se, where: c.name()})
	}
	what := fmt.Sprintf("Type I error of %s, symmetric nulls", testNames[test])
	if limit == 0 {
		l := worst(what, "≤ .05 + 3 s.e.", cs)
		if l.verdict == within { // the allowance is in the limit
			l.verdict = met
		}
		return l
	}
	return worst(what+", n ≥ 25", "≤ .055", cs)
}

func falseProofs(cells []cell) line {
	var cs []candidate
	for _, c := range cells {
		if c.n < 25 {
			continue
		}
		x := share(c.proven[robustUnitBound], c.samples)
		cs = append(cs, candidate{value: x, excess: x - mostFalseProofs, se: shareError(x, c.samples), where: c.name()})
	}
	return worst("false proofs of non-inferiority, robust unit bound, n ≥ 25", "≤ .065", cs)
}
