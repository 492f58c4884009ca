package stats

import (
	"fmt"
	"math"
	"strings"
)

// Diagnostics describe how far a comparison hangs on few queries.
type Diagnostics struct {
	Skewness  *float64   // third moment over sd³ (with n), of the differences; nil without variance
	Influence *Influence // the query that moves the mean most; nil without variance
	MinimumP  float64    // the smallest sign-flip p that the changed queries allow
	Fragile   []int      // indices of queries without which the t test decides otherwise, ascending
}

// An Influence is how far one query moves the mean, in standard errors: |dᵢ − mean| / (n·se).
type Influence struct {
	Index int
	Shift float64
}

// Diagnose computes the diagnostics; alpha is the level of the decision whose
// fragility is tested by leaving out one query at a time.
func Diagnose(d Differences, alpha float64) (Diagnostics, error) {
	if !(alpha > 0 && alpha < 1) {
		return Diagnostics{}, fmt.Errorf("alpha %v is not in (0, 1): %w", alpha, ErrOutOfRange)
	}
	out := Diagnostics{MinimumP: MinimumP(d.Changed)}
	if d.SD == nil || *d.SD == 0 {
		return out, nil
	}
	m := d.moments
	out.Skewness = new(m.skewness())
	out.Influence = influence(d)
	out.Fragile = fragile(d, m, alpha)
	return out, nil
}

func influence(d Differences) *Influence {
	se := *d.SD / math.Sqrt(float64(d.N))
	var most Influence
	for i, x := range d.values {
		if shift := math.Abs(x-d.Mean) / (float64(d.N) * se); shift > most.Shift {
			most = Influence{Index: i, Shift: shift}
		}
	}
	return &most
}

// fragile lists the queries whose omission changes whether t is significant at alpha, or its direction when
// it is. Mean and variance without a query follow from those with it.
func fragile(d Differences, m moments, alpha float64) []int {
	if d.N < 3 {
		return nil
	}
	n := float64(d.N)
	full := decision(m.mean, m.sum2, n, alpha, StudentUpper(alpha/2, n-1))
	var out []int
	critical := StudentUpper(alpha/2, n-2)
	for i, x := range d.values {
		e := x/m.scale - m.mean
		left := m.mean - e/(n-1)
		if decision(left, max(0, m.sum2-float64(e*e)*n/(n-1)), n-1, alpha, critical) != full {
			out = append(out, i)
		}
	}
	return out
}

// decision returns −1, 0 or 1: significantly worse, undecided, better. critical is the t whose p is alpha: it
// decides but where t is as good as that.
func decision(mean, sum2, n, alpha, critical float64) int {
	se := math.Sqrt(sum2 / (n - 1) / n)
	if se <= snapTolerance*math.Abs(mean) || se == 0 { // no variance: t is undefined
		return 0
	}
	t := mean / se
	if size := math.Abs(t); size < critical*(1-1e-9) || size <= critical*(1+1e-9) && *StudentP(t, n-1, TwoSided) >= alpha {
		return 0
	}
	return int(math.Copysign(1, t))
}

// CompareDecisions warns when tests that judge the same differences do not agree at alpha, where p < alpha says
// "different". The warning names who says what; nil when they agree. Undefined p values are left out.
func CompareDecisions(alpha float64, results ...Result) *Warning {
	var yes, no []string
	for _, r := range results {
		switch {
		case r.P == nil:
		case *r.P < alpha:
			yes = append(yes, fmt.Sprintf("%s p %.3g", r.Test, *r.P))
		default:
			no = append(no, fmt.Sprintf("%s p %.3g", r.Test, *r.P))
		}
	}
	if yes == nil || no == nil {
		return nil
	}
	return &Warning{WarnMethodsDisagree, fmt.Sprintf("CAUTION: methods disagree at alpha %g: different by %s; not by %s",
		alpha, strings.Join(yes, ", "), strings.Join(no, ", "))}
}
