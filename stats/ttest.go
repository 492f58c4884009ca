package stats

import "math"

// TTest is Student's paired t test of a mean difference of zero:
//
//	t = mean(d) / (sd(d)/√n),  n − 1 degrees of freedom
//
// with the interval mean ± t₍₁₊level₎/₂ · sd/√n.
//
// One pair, or no variance, leaves statistic, interval and p undefined; all differences zero gives p = 1
// and a no_change warning. Agrees with R's t.test(paired=TRUE) and scipy's ttest_rel.
type TTest struct {
	Level       float64     // of the interval; 0 means 0.95
	Alternative Alternative // of the p value; the interval stays two-sided, so a one-sided bound at 95 % is an end of Level 0.90
}

var _ PairedTest = TTest{}

// Name returns "t".
func (TTest) Name() string { return "t" }

// Test tests differences that are already formed.
func (t TTest) Test(d Differences) (Result, error) {
	level, err := levelOr95(t.Level)
	if err != nil {
		return Result{}, err
	}
	if d.N == 0 {
		return Result{}, ErrNoPairs
	}
	r := newResult(t.Name(), d, Asymptotic)
	switch {
	case d.Changed == 0:
		return r.noChange(), nil
	case d.N < 2:
		r.Warn(WarnTooFewPairs, "%d pair: a t test needs at least 2", d.N)
		return r, nil
	case d.constant():
		r.Warn(WarnZeroVariance, "all %d differences are %.6g: t is undefined; see the sign-flip test and the interval of the rule", d.N, d.Mean)
		return r, nil
	}
	df := d.freedom()
	se := *d.SD / math.Sqrt(float64(d.N))
	stat := d.Mean / se
	half := float64(StudentUpper((1-level)/2, df) * se)
	r.Statistic, r.DF = &stat, &df
	r.P = StudentP(stat, df, t.Alternative)
	r.Interval = &Interval{Method: "t", Level: level, Low: d.Mean - half, High: d.Mean + half}
	r.warnSize(d)
	return r, nil
}
