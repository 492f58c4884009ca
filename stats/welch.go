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
	se, df := satterthwaite([]float64{1, 1}, []Differences{dx, dy})
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

// satterthwaite returns the standard error √Σ w²s²/n of a weighted sum of means,
// and its effective degrees of freedom. Every sample needs two values.
func satterthwaite(weights []float64, samples []Differences) (se, df float64) {
	var largest float64
	terms := make([]float64, len(samples)) // w·s/√n
	for i, s := range samples {
		terms[i] = weights[i] * *s.SD / math.Sqrt(float64(s.N))
		largest = max(largest, math.Abs(terms[i]))
	}
	if largest == 0 {
		return 0, 0
	}
	var variance, spread float64
	for i, s := range samples {
		v := terms[i] / largest
		v = float64(v * v)
		variance += v
		spread += float64(v*v) / float64(s.N-1)
	}
	return math.Sqrt(variance) * largest, variance * variance / spread
}
