package stats

import "math"

// Welch is the t test of two means without the assumption of equal variances:
//
//	t = (x̄ − ȳ)/√(s²x/nx + s²y/ny)
//
// with Satterthwaite's degrees of freedom. Welch (1947), doi:10.1093/biomet/34.1-2.28; agrees with R's t.test.
type Welch struct {
	Level       float64 // of the two-sided interval; 0 means 0.95
	Alternative Alternative
}

// CompareGroups tests mean(x) − mean(y); neither slice is changed. N is the sum of both.
// Not a PairedTest, so that scores of the same queries cannot reach it by mistake.
func (w Welch) CompareGroups(x, y []float64) (Result, error) {
	level, err := levelOr95(w.Level)
	if err != nil {
		return Result{}, err
	}
	dx, err := DifferencesOf(x)
	if err != nil {
		return Result{}, err
	}
	dy, err := DifferencesOf(y)
	if err != nil {
		return Result{}, err
	}
	r := Result{Test: "welch", N: dx.N + dy.N, Effect: dx.Mean - dy.Mean, Method: Asymptotic}
	if dx.N < 2 || dy.N < 2 {
		r.Warn(WarnTooFewPairs, "%d and %d values: Welch's test needs 2 of each", dx.N, dy.N)
		return r, nil
	}
	se, df := satterthwaite(dx, dy)
	if se == 0 {
		r.Warn(WarnZeroVariance, "neither sample varies: t is undefined")
		return r, nil
	}
	stat := r.Effect / se
	half := float64(StudentUpper((1-level)/2, df) * se)
	r.Statistic, r.DF = &stat, &df
	r.P = StudentP(stat, df, w.Alternative)
	r.Interval = &Interval{Method: "welch", Level: level, Low: r.Effect - half, High: r.Effect + half}
	return r, nil
}

// satterthwaite returns the standard error √(s²x/nx + s²y/ny) of a difference of means,
// and its effective degrees of freedom. Both samples need two values.
func satterthwaite(x, y Differences) (se, df float64) {
	a, b := *x.SD/math.Sqrt(float64(x.N)), *y.SD/math.Sqrt(float64(y.N))
	largest := max(a, b)
	if largest == 0 {
		return 0, 0
	}
	a, b = a/largest, b/largest
	a, b = float64(a*a), float64(b*b)
	variance, spread := a+b, float64(a*a)/float64(x.N-1)+float64(b*b)/float64(y.N-1)
	return math.Sqrt(variance) * largest, variance * variance / spread
}
