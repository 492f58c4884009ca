package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/rankduel/rankduel/stats"
)

// made returns n differences that follow from two numbers of each query and chance.
func made(n int, seed uint64) (d, x, z []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		x, z = append(x, 3+rng.NormFloat64()), append(z, rng.ExpFloat64())
		d = append(d, 0.05*x[len(x)-1]-0.02*z[len(z)-1]+0.05*rng.NormFloat64())
	}
	return d, x, z
}

// normalEquations returns least squares of y by an intercept and columns, by (XᵀX)b = Xᵀy.
func normalEquations(t *testing.T, y []float64, columns ...[]float64) []float64 {
	t.Helper()
	x := mat.NewDense(len(y), len(columns)+1, nil)
	for i := range y {
		x.Set(i, 0, 1)
		for j, c := range columns {
			x.Set(i, j+1, c[i])
		}
	}
	var left mat.Dense
	var right, b mat.VecDense
	left.Mul(x.T(), x)
	right.MulVec(x.T(), mat.NewVecDense(len(y), y))
	if err := b.SolveVec(&left, &right); err != nil {
		t.Fatal(err)
	}
	return b.RawVector().Data[1:]
}

// without returns the values but one.
func without(x []float64, i int) []float64 { return slices.Delete(slices.Clone(x), i, i+1) }

func meanOf(x []float64) (mean float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	return mean
}

// Mean by the slopes of the other pairs, and standard error by residuals from them (which
// are eᵢ/(1 − hᵢ)) and g weights; slopes by normal equations with gonum/mat, over each
// sample of all pairs but one.
func TestAdjustedAgreesWithNormalEquations(t *testing.T) {
	d, x, z := made(57, 7)
	const meanX, meanZ, all = 3.2, 0.9, 400
	plain, err := stats.DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	got, slopes, err := plain.Adjusted([]stats.Covariate{{Values: x, Mean: meanX, All: math.Inf(1)}, {Values: z, Mean: meanZ, All: all}})
	if err != nil {
		t.Fatal(err)
	}
	n, whole, ownX, ownZ := float64(len(d)), normalEquations(t, d, x, z), meanOf(x), meanOf(z)
	var sums [3]float64 // of squares and products about the means
	for i := range z {
		sums[0] += (x[i] - ownX) * (x[i] - ownX)
		sums[1] += (x[i] - ownX) * (z[i] - ownZ)
		sums[2] += (z[i] - ownZ) * (z[i] - ownZ)
	}
	var apart mat.VecDense
	distance := mat.NewVecDense(2, []float64{meanX - ownX, meanZ - ownZ})
	if err := apart.SolveVec(mat.NewSymDense(2, []float64{sums[0], sums[1], sums[1], sums[2]}), distance); err != nil {
		t.Fatal(err)
	}
	mean, linear := 0.0, make([]float64, len(d))
	for i := range d {
		dd, xx, zz := without(d, i), without(x, i), without(z, i)
		b := normalEquations(t, dd, xx, zz)
		mean += (d[i] - b[0]*(x[i]-meanX) - b[1]*(z[i]-meanZ)) / n
		residual := d[i] - meanOf(dd) - b[0]*(x[i]-meanOf(xx)) - b[1]*(z[i]-meanOf(zz))
		linear[i] = residual * (1 + n*(apart.AtVec(0)*(x[i]-ownX)+apart.AtVec(1)*(z[i]-ownZ)))
	}
	squares, center := 0.0, meanOf(linear)
	for i, v := range linear {
		v += whole[1]*math.Sqrt(n/all)*(z[i]-ownZ) - center
		squares += v * v
	}
	se := math.Sqrt(squares / (n - 1) / n)
	if !agrees(got.Mean, mean, 1e-13) || !agrees(standardError(got), se, 1e-12) {
		t.Errorf("mean %v, standard error %v, want %v and %v", got.Mean, standardError(got), mean, se)
	}
	if !agrees(slopes[0], whole[0], 1e-12) || !agrees(slopes[1], whole[1], 1e-12) {
		t.Errorf("slopes %v, want %v", slopes, whole)
	}
	if standardError(got) > 0.85*standardError(plain) {
		t.Errorf("nothing is gained: %v of %v", standardError(got), standardError(plain))
	}
	if r, err := (stats.TTest{}).Test(got); err != nil || *r.DF != 57-1-2 {
		t.Errorf("degrees of freedom %v, %v", *r.DF, err)
	}
}

// The mean over all samples is the true one, whatever the slopes: all samples of 20 draws from
// a population of three, enumerated by how often each was drawn.
func TestAdjustedIsUnbiased(t *testing.T) {
	population := []struct{ d, x float64 }{{0.3, 1}, {-0.4, 2.5}, {0.5, 1.9}} // the truth is .4/3, and x has mean 1.8
	const n = 20
	factorial := func(k int) float64 { return math.Gamma(float64(k) + 1) }
	var total, chance float64
	for first := range n + 1 {
		for second := range n + 1 - first {
			var d, x []float64
			for k, times := range []int{first, second, n - first - second} {
				d, x = append(d, slices.Repeat([]float64{population[k].d}, times)...), append(x, slices.Repeat([]float64{population[k].x}, times)...)
			}
			plain, err := stats.DifferencesOf(d)
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := plain.Adjusted([]stats.Covariate{{Values: x, Mean: 1.8, All: math.Inf(1)}})
			if err != nil {
				continue // all are alike, or all but one
			}
			p := factorial(n) / (factorial(first) * factorial(second) * factorial(n-first-second)) / math.Pow(3, n)
			total += p * got.Mean
			chance += p
		}
	}
	if !agrees(total, 0.4/3, 1e-6) || chance < 1-1e-6 {
		t.Errorf("mean over all samples %v, want %v; these are %v of all", total, 0.4/3, chance)
	}
}

// A covariate whose mean was taken of the pairs alone gains nothing, and one whose
// slope is 0 changes nothing but by chance.
func TestAdjustedGainsNothingFromThePairsAlone(t *testing.T) {
	d, x, _ := made(200, 3)
	plain, err := stats.DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	own := 0.0
	for _, v := range x {
		own += v / float64(len(x))
	}
	got, _, err := plain.Adjusted([]stats.Covariate{{Values: x, Mean: own, All: float64(len(x))}})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.Mean-plain.Mean) > 0.05*standardError(plain) || math.Abs(standardError(got)/standardError(plain)-1) > 0.03 {
		t.Errorf("mean %v in place of %v, standard error %v in place of %v", got.Mean, plain.Mean, standardError(got), standardError(plain))
	}
}

func TestAdjustedRefuses(t *testing.T) {
	d, x, _ := made(40, 5)
	of := func(values []float64) stats.Covariate {
		return stats.Covariate{Name: "x", Values: values, Mean: 3, All: 1000}
	}
	twice, spike := make([]float64, len(x)), make([]float64, len(x))
	for i := range x {
		twice[i] = 2*x[i] + 1
	}
	spike[7] = 1
	for _, tt := range []struct {
		d          []float64
		covariates []stats.Covariate
		want       string
	}{
		{d, []stats.Covariate{of(make([]float64, 40))}, "x is constant here, or follows from those before it"},
		{d, []stats.Covariate{of(x), of(twice)}, "x is constant here, or follows from those before it"},
		{d, []stats.Covariate{of(spike)}, "one pair alone has all of what x says"},
		{d[:19], []stats.Covariate{of(x[:19])}, "19 are too few to allow for 1 of them: 20 are needed"},
		{d[:29], []stats.Covariate{of(x[:29]), of(d[:29])}, "29 are too few to allow for 2 of them: 30 are needed"},
		{make([]float64, 40), []stats.Covariate{of(x)}, "the differences do not vary"},
	} {
		plain, err := stats.DifferencesOf(tt.d)
		if err != nil {
			t.Fatal(err)
		}
		var why *stats.UnadjustedError
		got, _, err := plain.Adjusted(tt.covariates)
		if !errors.As(err, &why) || !strings.HasPrefix(why.Why, tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
		if got.Mean != plain.Mean || got.SD != plain.SD {
			t.Errorf("%s: what comes back is not the differences as they were", tt.want)
		}
	}
	plain, err := stats.DifferencesOf(d[:20])
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := plain.Adjusted([]stats.Covariate{of(x[:20])}); err != nil {
		t.Errorf("20 pairs are enough: %v", err)
	}
	var length *stats.LengthError
	if _, _, err := plain.Adjusted([]stats.Covariate{of(x[1:])}); !errors.As(err, &length) {
		t.Errorf("another length: %v", err)
	}
}

// Kurtosis by hand: of one value in n apart from equal others it is n − 2 + 1/(n − 1); of
// −1 and 1 it is 1.
func TestLongTailed(t *testing.T) {
	spike := func(n int) []float64 { return append(make([]float64, n-1), 3) }
	for n, want := range map[int]bool{9: false, 10: true, 40: true} {
		if got := stats.LongTailed(spike(n)); got != want {
			t.Errorf("one of %d apart: %v, want %v", n, got, want)
		}
	}
	if stats.LongTailed([]float64{-1, 1, -1, 1}) || stats.LongTailed([]float64{2, 2}) || stats.LongTailed(nil) {
		t.Error("two values alike often, or one, have no tail")
	}
}

// Places counted by hand.
func TestPlaces(t *testing.T) {
	got := stats.Places([]float64{5, 0, 1, 9, 7}, []float64{1, 5, 5, 9})
	if want := []float64{0.5, 0, 0.125, 0.875, 0.75}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
