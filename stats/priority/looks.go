package priority

import (
	"math"

	"github.com/rankduel/rankduel/stats"
)

// FirstLook is the least number of drawn labels at which one may decide.
const FirstLook = 50

// leastQueries is the least number of queries that a decision may be about.
const leastQueries = 10

// A Look is what is decided after a number of labels.
type Look struct {
	Estimate
	Information float64 // share of what all labels would tell
	Alpha       float64 // spent at this look
	Interval    stats.Interval
	Decided     bool // the mean is not 0
	enough      bool // was labelled to decide anything
}

// Looks returns those declared ones, in ascending numbers of labels, that the labels are enough for. What
// is known at a look is the first labels only, so that it does not depend on when one came by. Estimates of
// nested samples have the structure of a sequential trial, and alpha is spent as by O'Brien and Fleming
// (Lan and DeMets 1983, Biometrika 70(3), doi:10.1093/biomet/70.3.659); at each look the part that is new
// there is the level of its test, which needs no joint distribution.
func (s *Sample) Looks(at []int, alpha float64) (looks []Look) {
	var before float64
	for _, b := range at {
		if b > s.Labels {
			break
		}
		l := Look{Estimate: s.estimate(b), Information: 1}
		switch {
		case b == len(s.Items):
		case s.ThisSet: // all labels would tell everything; how far they have come is as good a clock
			l.Information = float64(b) / float64(len(s.Items))
		default:
			l.Information = l.Full / l.Variance
		}
		l.Information = max(l.Information, before)
		l.Alpha = spentAlpha(l.Information, alpha) - spentAlpha(before, alpha)
		before = l.Information
		l.decide(s, l.Estimate.Interval(1-l.Alpha), l.P == nil || *l.P < l.Alpha)
		looks = append(looks, l)
	}
	return looks
}

// spentAlpha returns how much of alpha may be spent up to a share of the information.
func spentAlpha(information, alpha float64) float64 {
	if information == 0 {
		return 0
	}
	return *stats.NormalP(upper(alpha/2) / math.Sqrt(information))
}

// Now looks at all labels so far, as often as one likes: with a boundary that the mean
// crosses with probability alpha at any time, by a normal mixture (Robbins 1970, Annals
// of Mathematical Statistics 41(5), doi:10.1214/aoms/1177696786). It is for queries like
// these: of this set itself, labels tell more and more, without a bound.
func (s *Sample) Now(alpha float64) Look {
	l := Look{Estimate: s.estimate(s.Labels), Information: 1, Alpha: alpha}
	half := 0.0
	if l.Variance > 0 {
		l.Information = l.Full / l.Variance
		known, mixing := 1/l.Variance, mixture/l.Full
		half = math.Sqrt((known + mixing) / (known * known) * math.Log((known+mixing)/(mixing*alpha*alpha)))
	}
	l.decide(s, stats.Interval{Method: "mixture", Level: 1 - alpha, Low: l.Mean - half, High: l.Mean + half}, true)
	return l
}

// mixture is at which share of the information of all labels the boundary is narrowest, about.
const mixture = 0.3

func (l *Look) decide(s *Sample, i stats.Interval, significant bool) {
	enough := l.Labels-s.Known >= min(FirstLook, len(s.Items)-s.Known) && s.Queries >= leastQueries && l.Changed >= stats.MinChanged
	l.Interval, l.Decided, l.enough = i, enough && significant && !i.Contains(0), enough
}

// Within reports whether the mean is shown to be nearer to 0 than a margin.
func (l Look) Within(margin float64) bool {
	return l.enough && -margin < l.Interval.Low && l.Interval.High < margin
}

// Futile reports whether all labels would not tell the mean from 0, as it looks now: only more queries would.
func (e *Estimate) Futile(alpha float64) bool {
	z := upper(alpha / 2)
	return z*math.Sqrt(e.Full) > math.Abs(e.Mean)+z*math.Sqrt(e.Design)
}

// QueriesFor returns how many queries, with all labels, have an interval of this half
// width, where these queries have the estimate.
func (e *Estimate) QueriesFor(half, alpha float64, queries int) int {
	z := upper(alpha / 2)
	return int(math.Ceil(float64(queries) * z * z * e.Full / (half * half)))
}
