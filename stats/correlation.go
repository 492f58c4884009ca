package stats

import (
	"fmt"
	"math"
	"slices"
)

// A Correlation is an association of two variables over the same items. It says nothing about cause.
type Correlation struct {
	Name     string // "pearson", "spearman" or "kendall"
	N        int
	Value    *float64 // in [−1, 1]; nil when a variable is constant or N < 2
	P        *float64 // two-sided, of no association; nil when N < 3
	Method   Method
	Interval *Interval // Fisher's for Pearson, N ≥ 4 and |Value| < 1; of OrderCorrelation that over queries
	Warnings
}

// Pearson returns the product-moment correlation; p is from t = r√((n−2)/(1−r²)),
// the interval from Fisher's z transformation. Agrees with R's cor.test.
func Pearson(x, y []float64, level float64) (Correlation, error) {
	if err := CheckLevel(level); err != nil {
		return Correlation{}, err
	}
	c, ok, err := newCorrelation("pearson", x, y)
	if err != nil || !ok {
		return c, err
	}
	r := productMoment(x, y)
	c.setT(r)
	if n := float64(c.N); c.N >= 4 && math.Abs(r) < 1 {
		half := -normalQuantile((1-level)/2) / math.Sqrt(n-3)
		z := math.Atanh(r)
		c.Interval = &Interval{Method: "fisher", Level: level, Low: math.Tanh(z - half), High: math.Tanh(z + half)}
	}
	return c, nil
}

// Spearman returns the correlation of ranks, ties sharing their mean rank; p is
// from t as for Pearson. Agrees with scipy's spearmanr.
func Spearman(x, y []float64) (Correlation, error) {
	c, ok, err := newCorrelation("spearman", x, y)
	if err != nil || !ok {
		return c, err
	}
	c.setT(productMoment(rankValues(x), rankValues(y)))
	return c, nil
}

func rankValues(xs []float64) []float64 {
	ranks, _ := doubledRanks(xs)
	out := make([]float64, len(ranks))
	for i, r := range ranks {
		out[i] = float64(r)
	}
	return out
}

// newCorrelation checks the input; ok is false when there is nothing to compute.
func newCorrelation(name string, x, y []float64) (c Correlation, ok bool, err error) {
	c = Correlation{Name: name, N: len(x), Method: Asymptotic}
	if len(x) != len(y) {
		return c, false, &LengthError{A: len(x), B: len(y)}
	}
	if err := checkBoth(x, y); err != nil {
		return c, false, err
	}
	switch {
	case len(x) == 0:
		return c, false, ErrNoPairs
	case len(x) < 2:
		c.Warn(WarnTooFewPairs, "%d item: a correlation needs 2", len(x))
		return c, false, nil
	case isConstant(x) || isConstant(y):
		c.Warn(WarnUndefined, "a constant variable has no correlation")
		return c, false, nil
	}
	return c, true, nil
}

func isConstant(xs []float64) bool {
	return !slices.ContainsFunc(xs, func(x float64) bool { return x != xs[0] })
}

// productMoment returns r, of samples scaled so that nothing overflows.
func productMoment(x, y []float64) float64 {
	dx, dy := deviations(x), deviations(y)
	products, xx, yy := make([]float64, len(x)), make([]float64, len(x)), make([]float64, len(x))
	for i := range dx {
		products[i] = float64(dx[i] * dy[i])
		xx[i], yy[i] = float64(dx[i]*dx[i]), float64(dy[i]*dy[i])
	}
	r := sum(products) / math.Sqrt(sum(xx)) / math.Sqrt(sum(yy))
	return max(-1, min(1, r))
}

// deviations from the mean, in units near the largest of them.
func deviations(xs []float64) []float64 {
	m := Mean(xs)
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = x - m
	}
	scale := binaryScale(maxAbs(out))
	for i := range out {
		out[i] /= scale
	}
	return out
}

// setT sets value and p. |r| = 1 has the smallest p there is.
func (c *Correlation) setT(r float64) {
	c.Value = &r
	if c.N < 3 {
		c.Warn(WarnTooFewPairs, "%d items: a p value needs 3", c.N)
		return
	}
	df := float64(c.N - 2)
	t := r * math.Sqrt(df/((1-r)*(1+r)))
	c.P = StudentP(t, df, TwoSided)
}

// MaxExactSpearman is how many items [SpearmanExact] takes: the orders of more are too many to go through.
const MaxExactSpearman = 9

// SpearmanExact returns [Spearman] with the exact p: of all n! orders of y, the share that goes with x as far as this
// one or farther, on either side. Ties are as they are in both. It refuses more than MaxExactSpearman items.
func SpearmanExact(x, y []float64) (Correlation, error) {
	c, err := Spearman(x, y)
	if err != nil || c.Value == nil {
		return c, err
	}
	if c.N > MaxExactSpearman {
		return c, fmt.Errorf("%d items, at most %d: %w", c.N, MaxExactSpearman, ErrOutOfRange)
	}
	rx, _ := doubledRanks(x)
	ry, _ := doubledRanks(y)
	center := int64(c.N) * int64(c.N+1) * int64(c.N+1) // n times the product of the two mean ranks, doubled each
	observed := distance(rx, ry, center)
	var all, far int64
	eachOrder(ry, func(order []int64) {
		all++
		if distance(rx, order, center) >= observed {
			far++
		}
	})
	c.Method, c.P = Exact, new(float64(far)/float64(all))
	return c, nil
}

// distance returns |Σ xᵢyᵢ − center|, which orders as |r| does.
func distance(x, y []int64, center int64) int64 {
	s := -center
	for i := range x {
		s += x[i] * y[i]
	}
	return max(s, -s)
}

// eachOrder visits all orders of a list, by Heap's algorithm.
func eachOrder(list []int64, visit func([]int64)) {
	at := make([]int, len(list))
	visit(list)
	for i := 1; i < len(list); {
		if at[i] >= i {
			at[i] = 0
			i++
			continue
		}
		from := 0
		if i%2 == 1 {
			from = at[i]
		}
		list[from], list[i] = list[i], list[from]
		visit(list)
		at[i]++
		i = 1
	}
}
