package stats

import "math"

// A Tail judges a mean difference by a t interval that allows for a long tail of losses, and for losses
// of which the sample holds none. With mean m, standard error se, skewness γ (moments with divisor n)
// and t the quantile t₍ₙ₋₁,₁₋ₐ₎, its lower end at the one-sided level a is
//
//	c      = 1.5 · max(0, −γ)/(6√n)
//	skew   = m − se·(t + c·(1 + 2t²))
//	unseen = m − ρ·R·ln(1/a)/n
//	low    = max(−R, min(skew, unseen))
//
// and its upper end that of −d with its sign turned. skew is Johnson's (1978) correction of t,
// doi:10.1080/01621459.1978.10479976, where it widens, half as large again; unseen is the rule of three
// for a loss of ρ·R. Between 50 and about 500 queries ρ grows from .28 to .6. See docs/statistics.md.
type Tail struct {
	Range  float64 // R, the largest difference that two scores can have; 0: not known, then the largest that was seen
	Safety bool    // ρ = 1
}

// What makes an end of a tail interval as far as it is.
const (
	ByT      = "t"      // Student's t alone
	BySkew   = "skew"   // the correction for a long tail
	ByUnseen = "unseen" // the allowance for what no query showed
)

// A TailInterval is the interval with what ruled its ends.
type TailInterval struct {
	Interval
	LowBy, HighBy string  // ByT, BySkew or ByUnseen
	Rho           float64 // share of the range that a query which was not seen may lose
	Range         float64
}

// Interval returns the two-sided interval of a level: its ends are those of one-sided levels (1 − level)/2.
// One pair has no spread: only the range bounds its ends.
func (t Tail) Interval(d Differences, level float64) (TailInterval, error) {
	i, _, err := t.judge(d, level)
	return i, err
}

// judge returns the interval with the two-sided p that the mean is 0.
func (t Tail) judge(d Differences, level float64) (TailInterval, float64, error) {
	if err := CheckLevel(level); err != nil {
		return TailInterval{}, 0, err
	}
	r, err := t.of(d)
	if err != nil {
		return TailInterval{}, 0, err
	}
	alpha := (1 - level) / 2
	quantile := r.quantile(alpha)
	out := TailInterval{Rho: r.rho, Range: r.width, Interval: Interval{Method: "tail", Level: level}}
	out.Low, out.LowBy = r.end(quantile, alpha, 1)
	out.High, out.HighBy = r.end(quantile, alpha, -1)
	out.High = -out.High
	return out, r.twoSided(0), nil
}

// P returns the p value that goes with the interval: that the mean is mu, against the alternative. It is
// below alpha exactly when the end of the interval at that level is beyond mu, but for ends at the range.
func (t Tail) P(d Differences, mu float64, alt Alternative) (float64, error) {
	r, err := t.of(d)
	if err != nil {
		return 0, err
	}
	switch alt {
	case Greater:
		return r.p(mu, 1), nil
	case Less:
		return r.p(mu, -1), nil
	default:
		return r.twoSided(mu), nil
	}
}

// Allowance returns how far an end is from the mean at least, for what none of n
// queries showed: ρ·R·ln(2/(1 − level))/n.
func (i TailInterval) Allowance(n float64) float64 {
	return i.Rho * i.Range * math.Log(2/(1-i.Level)) / n
}

// The constants of the rule, chosen on populations that docs/statistics.md names.
const (
	tailSkewFactor = 1.5
	tailRho        = 0.28 // up to tailRhoFrom queries
	tailRhoFrom    = 50
	tailRhoMost    = 0.6
)

func (t Tail) rhoOf(n float64) float64 {
	if t.Safety {
		return 1
	}
	return min(tailRhoMost, tailRho*max(1, math.Cbrt(n/tailRhoFrom)))
}

// allowance returns the same of a plan, at a one-sided alpha.
func (t Tail) allowance(n, alpha float64) float64 {
	return t.rhoOf(n) * t.Range * math.Log(1/alpha) / n
}

// tailOf is what the rule needs of one sample.
type tailOf struct {
	n, df      float64 // n: effective
	mean, se   float64
	lean       float64 // 1.5·γ/(6√n), signed
	rho, width float64
}

func (t Tail) of(d Differences) (tailOf, error) {
	if d.N == 0 {
		return tailOf{}, ErrNoPairs
	}
	n, root, largest := d.Effective, math.Sqrt(float64(d.N)), maxAbs(d.seen)
	r := tailOf{n: n, df: d.freedom(), mean: d.Mean, se: math.Inf(1), rho: t.rhoOf(n)}
	r.width = max(largest, math.Abs(d.Mean)) // a mean of alike values may be rounded beyond them
	switch {
	case t.Range != 0:
		if err := checkRange(t.Range, largest); err != nil {
			return r, err
		}
		r.width = max(t.Range, r.width)
	case r.width == 0:
		r.width = 1
	}
	if d.SD == nil {
		return r, nil
	}
	r.se = *d.SD / root
	if d.constant() {
		return r, nil
	}
	if m := d.moments; m.sum2 > 0 {
		r.lean = tailSkewFactor * m.skewness() / (6 * root)
	}
	return r, nil
}

// quantile returns that of Student's t; 0 where nothing varies.
func (r tailOf) quantile(alpha float64) float64 {
	if r.se == 0 || math.IsInf(r.se, 1) {
		return 0
	}
	return StudentUpper(alpha, r.df)
}

// end returns the lower end for side 1, and for side −1 that of the differences with
// their signs turned; t is the quantile of alpha, and by says what ruled the end.
func (r tailOf) end(t, alpha, side float64) (end float64, by string) {
	end, by = r.endAt(t, alpha, side)
	return max(-r.width, end), by
}

// endAt returns the end also where it is beyond the range.
func (r tailOf) endAt(t, alpha, side float64) (end float64, by string) {
	mean, c := side*r.mean, max(0, -side*r.lean)
	if math.IsInf(r.se, 1) {
		return math.Inf(-1), ByUnseen
	}
	skew := mean - float64(r.se*(t+float64(c*(1+2*float64(t*t)))))
	unseen := mean - r.rho*r.width*math.Log(1/alpha)/r.n
	switch {
	case unseen < skew:
		return unseen, ByUnseen
	case c > 0:
		return skew, BySkew
	}
	return skew, ByT
}

func (r tailOf) twoSided(mu float64) float64 { return min(1, 2*min(r.p(mu, 1), r.p(mu, -1))) }

// p returns the one-sided p that the mean is mu, against above for side 1 and below for side −1.
func (r tailOf) p(mu, side float64) float64 {
	x, c := side*(r.mean-mu), max(0, -side*r.lean)
	if x <= 0 || math.IsInf(r.se, 1) {
		return 1
	}
	var skew float64
	if r.se > 0 {
		u := x/r.se - c
		if u >= 0 && c > 0 { // the t at which t + c·(1 + 2t²) is x/se
			u = 2 * u / (1 + math.Sqrt(1+8*c*u))
		}
		skew = studentSurvival(u, r.df)
	}
	return *probability(max(skew, math.Exp(-r.n*x/(r.rho*r.width))))
}
