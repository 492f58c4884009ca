package portable

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// grid are n points from low to high, even or even in their logarithm, none of
// them round.
func grid(low, high float64, n int, logarithmic bool) []float64 {
	out := make([]float64, n)
	for i := range out {
		share := (float64(i) + 0.5*math.Sqrt(0.5)) / float64(n)
		if logarithmic {
			out[i] = math.Exp(math.Log(low) + share*(math.Log(high)-math.Log(low)))
		} else {
			out[i] = low + (high-low)*share
		}
	}
	return out
}

// TestFunctions compares with arithmetic of 320 bits, from the definitions.
func TestFunctions(t *testing.T) {
	exp := func(x float64) *big.Float { return bigExp(number(x)) }
	expm1 := func(x float64) *big.Float { return sub(exp(x), number(1)) }
	log := func(x float64) *big.Float { return bigLog(number(x)) }
	log1p := func(x float64) *big.Float { return bigLog(add(number(1), number(x))) }
	log2 := func(x float64) *big.Float { return quo(log(x), bigLn2) }
	exp2 := func(x float64) *big.Float { return bigExp(mul(number(x), bigLn2)) }
	tanh := func(x float64) *big.Float { e := exp(2 * x); return quo(sub(e, number(1)), add(e, number(1))) }
	atanh := func(x float64) *big.Float {
		return mul(number(0.5), sub(log1p(x), log1p(-x)))
	}
	erf := func(x float64) *big.Float { return bigErf(number(x)) }
	erfc := func(x float64) *big.Float { return bigErfc(number(x)) }
	lgamma := func(x float64) *big.Float { return bigLgamma(number(x)) }
	tests := []struct {
		name string
		own  func(float64) float64
		want func(float64) *big.Float
		at   []float64
		most float64 // ulp
	}{
		{"Exp", Exp, exp, grid(-745, 709.7, 3000, false), 1},
		{"Exp near 0", Exp, exp, grid(-1, 1, 1000, false), 1},
		{"Exp of little", Exp, exp, grid(1e-12, 1, 500, true), 1},
		{"Exp2", Exp2, exp2, grid(-1022, 1023.9, 1000, false), 1},
		{"Expm1", Expm1, expm1, grid(-40, 709.7, 2000, false), 1},
		{"Expm1 near 0", Expm1, expm1, grid(-1.2, 1.2, 1000, false), 1},
		{"Expm1 of little", Expm1, expm1, grid(1e-17, 1, 500, true), 1},
		{"Log", Log, log, grid(1e-320, 1e308, 2000, true), 1},
		{"Log near 1", Log, log, grid(0.5, 2, 2000, false), 1},
		{"Log2", Log2, log2, grid(2, 5000, 2000, false), 1},
		{"Log1p", Log1p, log1p, grid(-0.999, 10, 2000, false), 1},
		{"Log1p of little", Log1p, log1p, grid(1e-17, 1e30, 1000, true), 1},
		{"Tanh", Tanh, tanh, grid(-20, 20, 1000, false), 3},
		{"Tanh near 0", Tanh, tanh, grid(-1, 1, 1000, false), 3},
		{"Atanh", Atanh, atanh, grid(-0.9999, 0.9999, 1000, false), 2},
		{"Erf", Erf, erf, grid(-6, 6, 1000, false), 1},
		{"Erf of little", Erf, erf, grid(1e-10, 1, 200, true), 1},
		{"Erfc", Erfc, erfc, grid(-6, 2, 600, false), 2},
		{"Erfc far", Erfc, erfc, grid(2, 26.5, 100, false), 5},
		{"Lgamma", Lgamma, lgamma, grid(3, 200, 100, false), 3},
		{"Lgamma of little", Lgamma, lgamma, grid(1e-8, 0.5, 100, true), 3},
		{"Lgamma of much", Lgamma, lgamma, grid(200, 1e8, 100, true), 2},
		{"sin", func(x float64) float64 { s, _ := sinCos(x); return s }, bigSin, grid(0, math.Pi/4, 1000, false), 1},
		{"cos", func(x float64) float64 { _, c := sinCos(x); return c }, bigCos, grid(0, math.Pi/4, 1000, false), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			worst, at := 0.0, 0.0
			for _, x := range tt.at {
				if d := ulps(tt.own(x), tt.want(x)); !(d <= worst) {
					worst, at = d, x
				}
			}
			t.Logf("worst %.3f ulp at %v", worst, at)
			if !(worst <= tt.most) {
				t.Errorf("%.3f ulp at %v, want at most %v (320 bits)", worst, at, tt.most)
			}
		})
	}
}

func bigSin(x float64) *big.Float { return alternating(number(x), x, 1) }

func bigCos(x float64) *big.Float { return alternating(number(1), x, 0) }

func alternating(first *big.Float, x float64, from int) *big.Float {
	square := mul(number(x), number(-x))
	return series(first, func(n int, last *big.Float) *big.Float {
		k := float64(2*n + from)
		return quo(mul(last, square), number(k*(k-1)))
	})
}

// Between 0.5 and 3 the logarithm of the gamma function passes 0 twice, and
// what counts is the error of the function itself.
func TestLgammaAroundItsZeros(t *testing.T) {
	for _, x := range grid(0.5, 3, 300, false) {
		want, _ := bigLgamma(number(x)).Float64()
		if got := Lgamma(x); math.Abs(got-want) > 4e-16*max(math.Abs(want), 0.1) {
			t.Errorf("Lgamma(%v) = %v, want %v (320 bits)", x, got, want)
		}
	}
}

func TestPow(t *testing.T) {
	worst, at := 0.0, ""
	for _, x := range grid(1e-300, 1e300, 60, true) {
		for _, y := range grid(-1, 1, 25, false) {
			check(&worst, &at, x, y)
		}
	}
	for _, x := range grid(0.01, 3, 60, false) {
		for _, y := range grid(-120, 120, 60, false) {
			check(&worst, &at, x, y)
		}
	}
	for _, x := range grid(0.99, 1.01, 40, false) {
		for _, y := range grid(100, 60000, 40, false) {
			check(&worst, &at, x, y)
		}
	}
	t.Logf("worst %.3f ulp at %s", worst, at)
	if worst > 1 {
		t.Errorf("%.3f ulp at %s, want at most 1 (320 bits)", worst, at)
	}
}

func check(worst *float64, at *string, x, y float64) {
	want := bigExp(mul(number(y), bigLog(number(x))))
	if d := ulps(Pow(x, y), want); !(d <= *worst) {
		*worst, *at = d, fmt.Sprintf("%v^%v", x, y)
	}
}

func TestPowIsExactWhereItCanBe(t *testing.T) {
	for _, base := range []int64{2, 3, 5, 6, 7, 10, 12} {
		power := big.NewInt(1)
		for y := int64(0); ; y++ {
			want, accuracy := new(big.Float).SetInt(power).Float64()
			if accuracy != big.Exact {
				break
			}
			if got := Pow(float64(base), float64(y)); got != want {
				t.Errorf("%d^%d = %v, want %v", base, y, got, want)
			}
			if y > 900 {
				break
			}
			power.Mul(power, big.NewInt(base))
		}
	}
	for y := range 60 {
		if got, want := Pow(0.5, float64(y)), math.Ldexp(1, -y); got != want {
			t.Errorf("0.5^%d = %v, want %v", y, got, want)
		}
	}
}

// TestEdges holds what IEEE 754 and the C standard ask at the edges.
func TestEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"Exp(inf)", Exp(inf), inf},
		{"Exp(-inf)", Exp(-inf), 0},
		{"Exp(0)", Exp(0), 1},
		{"Exp(710)", Exp(710), inf},
		{"Exp(-746)", Exp(-746), 0},
		{"Exp(nan)", Exp(nan), nan},
		{"Exp2(-1074)", Exp2(-1074), 0x1p-1074},
		{"Exp2(1024)", Exp2(1024), inf},
		{"Expm1(inf)", Expm1(inf), inf},
		{"Expm1(-inf)", Expm1(-inf), -1},
		{"Expm1(0)", Expm1(0), 0},
		{"Expm1(nan)", Expm1(nan), nan},
		{"Log(0)", Log(0), -inf},
		{"Log(-1)", Log(-1), nan},
		{"Log(inf)", Log(inf), inf},
		{"Log(1)", Log(1), 0},
		{"Log2(8)", Log2(8), 3},
		{"Log1p(-1)", Log1p(-1), -inf},
		{"Log1p(-2)", Log1p(-2), nan},
		{"Log1p(inf)", Log1p(inf), inf},
		{"Pow(0, 0)", Pow(0, 0), 1},
		{"Pow(0, 2)", Pow(0, 2), 0},
		{"Pow(0, -2)", Pow(0, -2), inf},
		{"Pow(2, inf)", Pow(2, inf), inf},
		{"Pow(.5, inf)", Pow(.5, inf), 0},
		{"Pow(.5, -inf)", Pow(.5, -inf), inf},
		{"Pow(inf, -1)", Pow(inf, -1), 0},
		{"Pow(1, nan)", Pow(1, nan), 1},
		{"Pow(-1, 2)", Pow(-1, 2), nan},
		{"Pow(2, 2000)", Pow(2, 2000), inf},
		{"Pow(2, -2000)", Pow(2, -2000), 0},
		{"Tanh(inf)", Tanh(inf), 1},
		{"Tanh(-inf)", Tanh(-inf), -1},
		{"Atanh(1)", Atanh(1), inf},
		{"Atanh(-1)", Atanh(-1), -inf},
		{"Atanh(2)", Atanh(2), nan},
		{"Erf(inf)", Erf(inf), 1},
		{"Erf(-inf)", Erf(-inf), -1},
		{"Erf(nan)", Erf(nan), nan},
		{"Erfc(inf)", Erfc(inf), 0},
		{"Erfc(-inf)", Erfc(-inf), 2},
		{"Erfc(nan)", Erfc(nan), nan},
		{"Lgamma(0)", Lgamma(0), inf},
		{"Lgamma(1)", Lgamma(1), 0},
		{"Lgamma(2)", Lgamma(2), 0},
		{"Lgamma(-1)", Lgamma(-1), nan},
		{"Lgamma(inf)", Lgamma(inf), inf},
		{"NormalQuantile(0)", NormalQuantile(0), -inf},
		{"NormalQuantile(1)", NormalQuantile(1), inf},
		{"NormalQuantile(.5)", NormalQuantile(.5), 0},
		{"NormalQuantile(2)", NormalQuantile(2), nan},
		{"RegIncBeta(2, 3, 0)", RegIncBeta(2, 3, 0), 0},
		{"RegIncBeta(2, 3, 1)", RegIncBeta(2, 3, 1), 1},
		{"RegIncBeta(0, 3, .5)", RegIncBeta(0, 3, .5), nan},
		{"RegIncBeta(2, 3, nan)", RegIncBeta(2, 3, nan), nan},
	} {
		if tt.got != tt.want && !(math.IsNaN(tt.got) && math.IsNaN(tt.want)) {
			t.Errorf("%s = %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

// The quantile is put back into the distribution, 320 bits long.
func TestNormalQuantile(t *testing.T) {
	half, root2 := number(0.5), new(big.Float).SetPrec(digits).Sqrt(number(2))
	for _, p := range append(grid(1e-300, 1e-3, 100, true), grid(1e-3, 0.5, 100, false)...) {
		z := NormalQuantile(p)
		tail := mul(half, bigErfc(quo(number(-z), root2)))
		off, _ := quo(sub(tail, number(p)), number(p)).Float64()
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		if z < -30 {
			density = p * -z // Mills
		}
		if wrong := math.Abs(off * p / density / z); wrong > 1e-15 {
			t.Errorf("NormalQuantile(%v) = %v is off by %.2g of itself (320 bits)", p, z, wrong)
		}
		if mirrored := NormalQuantile(1 - p); p > 1e-3 && math.Abs(mirrored+z) > 1e-13*math.Abs(z) {
			t.Errorf("NormalQuantile(1 - %v) = %v, want %v", p, mirrored, -z)
		}
	}
}

// For whole a and b the incomplete beta function is a sum of binomial
// probabilities, here with 320 bits.
func TestRegIncBetaAgainstBinomialSums(t *testing.T) {
	worst := 0.0
	for _, ab := range [][2]int64{{1, 1}, {1, 9}, {2, 3}, {5, 1}, {7, 40}, {40, 7}, {60, 60}, {100, 20}, {300, 200}, {30, 500}} {
		for _, x := range grid(0.001, 0.999, 60, false) {
			a, b := ab[0], ab[1]
			want, _ := binomialTail(a, a+b-1, x).Float64()
			got := RegIncBeta(float64(a), float64(b), x)
			if want < 1e-290 || 1-want < 1e-9 { // the package keeps 1 − 2⁻⁵³ at the upper end
				continue
			}
			off := math.Abs(got-want) / want
			worst = max(worst, off)
			if off > 4e-13 {
				t.Errorf("RegIncBeta(%d, %d, %v) = %v, want %v (binomial sum)", a, b, x, got, want)
			}
		}
	}
	t.Logf("worst relative error %.2g", worst)
}

// binomialTail is P(X ≥ k) of n trials of probability x.
func binomialTail(k, n int64, x float64) *big.Float {
	total := number(0)
	success, failure := number(x), sub(number(1), number(x))
	term := new(big.Float).SetPrec(digits).SetInt(new(big.Int).Binomial(n, k))
	for range k {
		term = mul(term, success)
	}
	for range n - k {
		term = mul(term, failure)
	}
	odds := quo(success, failure)
	for j := k; j <= n; j++ {
		total = add(total, term)
		term = mul(term, mul(odds, quo(number(float64(n-j)), number(float64(j+1)))))
	}
	return total
}
