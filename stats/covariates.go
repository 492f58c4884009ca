package stats

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
)

// A Covariate is a number that each query has whatever the systems do with it, such as
// its length or what an earlier system scored on it.
type Covariate struct {
	Name   string
	Values []float64 // of each pair
	Mean   float64   // over all queries that the pairs stand for
	All    float64   // how many of these Mean was taken of, the pairs included; +Inf: it is known
}

// An UnadjustedError says why covariates cannot be allowed for.
type UnadjustedError struct{ Why string }

func (e *UnadjustedError) Error() string { return e.Why }

func unadjusted(format string, args ...any) error {
	return &UnadjustedError{fmt.Sprintf(format, args...)}
}

// Adjusted returns the differences with what the covariates foretell of them taken out,
// as far as the queries at hand are not like all queries, and the slopes over all pairs:
//
//	mean = (1/n)·Σᵢ (dᵢ − Σⱼ bⱼ⁽⁻ⁱ⁾(xᵢⱼ − Mⱼ))
//
// with the slopes b⁽⁻ⁱ⁾ of the other pairs: the regression estimator of surveys, known as CUPED
// (Deng et al. 2013, doi:10.1145/2433396.2433413), cross-fitted (Wager et al. 2016,
// doi:10.1073/pnas.1614732113), so that it is unbiased. Its variance is that of eᵢ/(1 − hᵢ) (HC3)
// times 1 + n·Dᵀ S⁻¹(xᵢ − x̄), D = M − x̄ (Särndal et al. 1989, doi:10.1093/biomet/76.3.527), and
// b²·var(x)/All. It takes 10 pairs and 10 for each covariate. Sign flips do not hold for it.
func (d Differences) Adjusted(covariates []Covariate) (Differences, []float64, error) {
	if least := 10 * (len(covariates) + 1); d.N < least {
		return d, nil, unadjusted("%d are too few to allow for %d of them: %d are needed", d.N, len(covariates), least)
	}
	if d.constant() {
		return d, nil, unadjusted("the differences do not vary")
	}
	columns, residuals, slopes, err := fitted(d.values, covariates)
	if err != nil {
		return d, nil, err
	}
	n, linear, mean := float64(d.N), make([]float64, d.N), 0.0
	for i := range linear {
		leverage, g, taken := 1/n, 1.0, 0.0
		for _, z := range columns {
			x := z.values[i]
			leverage += float64(x * x / z.square)
			g += float64(n * z.mean * x / z.square)
			taken += float64(z.slope * (x - z.mean))
		}
		if leverage > 1-1e-9 { // its residual is 0 whatever it is
			return d, nil, unadjusted("one pair alone has all of what %s says", covariates[len(covariates)-1].Name)
		}
		out := residuals[i] / (1 - leverage)
		for _, z := range columns { // the slopes without this pair
			taken -= float64(out * z.values[i] / z.square * (z.values[i] - z.mean))
		}
		mean += (d.values[i] - taken) / n
		linear[i] = float64(out * g)
	}
	floats.AddConst(mean-Mean(linear), linear)
	for j, x := range covariates { // the mean of all queries varies, too
		share, own := math.Sqrt(min(1, n/x.All)), Mean(x.Values)
		for i, v := range x.Values {
			linear[i] += float64(slopes[j] * share * (v - own))
		}
	}
	out, err := DifferencesOf(linear)
	out.seen, out.signed, out.Effective, out.lost = d.seen, d.signed, d.Effective, d.lost+float64(len(covariates))
	out.Changed, out.Wins, out.Losses, out.Ties = d.Changed, d.Wins, d.Losses, d.Ties
	return out, slopes, err
}

// An orthogonal column is a covariate about its mean, without what follows from those
// before; slope is that of the differences by it.
type orthogonal struct {
	values              []float64
	mean, square, slope float64 // mean: of all queries
}

// fitted returns least squares of y by covariates, which are made orthogonal one by one (modified
// Gram and Schmidt): that keeps the digits that normal equations lose.
func fitted(y []float64, covariates []Covariate) (columns []orthogonal, residuals, slopes []float64, err error) {
	residuals, slopes = slices.Clone(y), make([]float64, len(covariates))
	floats.AddConst(-Mean(y), residuals)
	upper := make([][]float64, len(covariates)) // what of a column was in those before
	for j, x := range covariates {
		if len(x.Values) != len(y) {
			return nil, nil, nil, &LengthError{A: len(y), B: len(x.Values)}
		}
		own := Mean(x.Values)
		z := orthogonal{values: slices.Clone(x.Values), mean: x.Mean - own}
		least := 1e-24 * floats.Dot(z.values, z.values)
		floats.AddConst(-own, z.values)
		least = max(least, 1e-10*floats.Dot(z.values, z.values))
		for _, before := range columns {
			u := floats.Dot(before.values, z.values) / before.square
			floats.AddScaled(z.values, -u, before.values)
			z.mean -= float64(u * before.mean)
			upper[j] = append(upper[j], u)
		}
		if z.square = floats.Dot(z.values, z.values); z.square <= least {
			return nil, nil, nil, unadjusted("%s is constant here, or follows from those before it", x.Name)
		}
		z.slope = floats.Dot(z.values, residuals) / z.square
		floats.AddScaled(residuals, -z.slope, z.values)
		columns = append(columns, z)
	}
	for j, z := range slices.Backward(columns) { // of the covariates as they are
		slopes[j] = z.slope
		for k := j + 1; k < len(slopes); k++ {
			slopes[j] -= float64(upper[k][j] * slopes[k])
		}
	}
	return columns, residuals, slopes, nil
}

// longTail is the kurtosis from which on one value in a sample has much of the spread: 3
// of normal values, 9 of exponential ones.
const longTail = 8

// LongTailed reports whether least squares by such values would hang on a few of them.
func LongTailed(values []float64) bool {
	m := newMoments(values)
	return m.sum2 > 0 && m.kurtosis() > longTail
}

// Places returns for each value the share of all that is below it, half of those that are
// alike: of all themselves the mean is 1/2. all is sorted.
func Places(values, all []float64) []float64 {
	places := make([]float64, len(values))
	for i, v := range values {
		below := sort.SearchFloat64s(all, v)
		alike := sort.SearchFloat64s(all[below:], math.Nextafter(v, math.Inf(1)))
		places[i] = (float64(below) + float64(alike)/2) / float64(len(all))
	}
	return places
}
