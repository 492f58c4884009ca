package portable

import (
	"math"
	"math/big"
)

// Functions in arithmetic of many digits, each by another way than the package
// takes, from the definitions alone.

const digits = 320 // bits

func number(x float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(x) }

func add(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Add(x, y) }

func sub(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Sub(x, y) }

func mul(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(x, y) }

func quo(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Quo(x, y) }

// series sums terms until they no longer count; next makes a term of the last.
func series(first *big.Float, next func(n int, last *big.Float) *big.Float) *big.Float {
	total, term := number(0), first
	for n := 1; ; n++ {
		total = add(total, term)
		term = next(n, term)
		if term.Sign() == 0 || term.MantExp(nil) < total.MantExp(nil)-digits {
			return total
		}
	}
}

// bigExp halves until Taylor's series is quick, and squares back.
func bigExp(x *big.Float) *big.Float {
	halvings := max(0, x.MantExp(nil)+8)
	small := new(big.Float).SetMantExp(x, -halvings)
	y := series(number(1), func(n int, last *big.Float) *big.Float {
		return quo(mul(last, small), number(float64(n)))
	})
	for range halvings {
		y = mul(y, y)
	}
	return y
}

var bigLn2 = bigAtanhTwice(quo(number(1), number(3))) // ln 2 = 2·atanh(1/3)

// bigLog is 2·atanh((m−1)/(m+1)) + k·ln 2.
func bigLog(x *big.Float) *big.Float {
	m := new(big.Float).SetPrec(digits)
	k := x.MantExp(m)
	if m.Cmp(number(0.75)) < 0 {
		m, k = mul(m, number(2)), k-1
	}
	y := bigAtanhTwice(quo(sub(m, number(1)), add(m, number(1))))
	return add(y, mul(number(float64(k)), bigLn2))
}

func bigAtanhTwice(s *big.Float) *big.Float {
	square, power := mul(s, s), s
	return mul(number(2), series(s, func(n int, _ *big.Float) *big.Float {
		power = mul(power, square)
		return quo(power, number(float64(2*n+1)))
	}))
}

// bigPi is Machin's 16·atan(1/5) − 4·atan(1/239).
var bigPi = sub(mul(number(16), bigArctanInverse(5)), mul(number(4), bigArctanInverse(239)))

func bigArctanInverse(x float64) *big.Float {
	power := quo(number(1), number(x))
	return series(power, func(n int, _ *big.Float) *big.Float {
		power = quo(power, number(-x*x))
		return quo(power, number(float64(2*n+1)))
	})
}

// bigErf is 2/√π·exp(−x²)·Σ 2ⁿx²ⁿ⁺¹/(1·3·…·(2n+1)), whose terms are positive.
func bigErf(x *big.Float) *big.Float {
	square := mul(x, x)
	total := series(x, func(n int, last *big.Float) *big.Float {
		return quo(mul(last, mul(number(2), square)), number(float64(2*n+1)))
	})
	scale := quo(number(2), new(big.Float).SetPrec(digits).Sqrt(bigPi))
	return mul(mul(scale, bigExp(new(big.Float).Neg(square))), total)
}

// bigErfc is 1 − erf near 0, and beyond 2 exp(−x²)/√π times the continued
// fraction 1/(x + ½/(x + 1/(x + 3⁄2/(x + …)))).
func bigErfc(x *big.Float) *big.Float {
	if x.Cmp(number(2)) < 0 {
		return sub(number(1), bigErf(x))
	}
	fraction := x
	for n := 1500; n >= 1; n-- {
		fraction = add(x, quo(number(float64(n)/2), fraction))
	}
	root := new(big.Float).SetPrec(digits).Sqrt(bigPi)
	return quo(bigExp(new(big.Float).Neg(mul(x, x))), mul(root, fraction))
}

// bigLgamma moves x beyond 40, where Stirling's series has 40 digits.
func bigLgamma(x *big.Float) *big.Float {
	product := number(1)
	for x.Cmp(number(40)) < 0 {
		product = mul(product, x)
		x = add(x, number(1))
	}
	half := number(0.5)
	y := sub(mul(sub(x, half), bigLog(x)), x)
	y = add(y, mul(half, bigLog(mul(number(2), bigPi))))
	power := x
	for k, b := range bernoulli(20) {
		n := float64(2 * (k + 1))
		y = add(y, quo(b, mul(number(n*(n-1)), power)))
		power = mul(power, mul(x, x))
	}
	return sub(y, bigLog(product))
}

// bernoulli returns B₂, B₄, … by their recurrence.
func bernoulli(count int) []*big.Float {
	all := []*big.Rat{big.NewRat(1, 1)}
	for n := 1; n <= 2*count; n++ {
		total := new(big.Rat)
		for k := range n {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n+1), int64(k)))
			total.Add(total, c.Mul(c, all[k]))
		}
		all = append(all, total.Mul(total, big.NewRat(-1, int64(n+1))))
	}
	out := make([]*big.Float, count)
	for k := range out {
		out[k] = new(big.Float).SetPrec(digits).SetRat(all[2*(k+1)])
	}
	return out
}

// ulps is the error of got in units of the last place of want.
func ulps(got float64, want *big.Float) float64 {
	nearest, _ := want.Float64()
	if math.IsInf(got, 0) || math.IsNaN(got) {
		return math.Inf(1)
	}
	_, exponent := math.Frexp(nearest)
	unit := math.Ldexp(1, max(exponent-53, -1074))
	distance, _ := quo(sub(number(got), want), number(unit)).Float64()
	return math.Abs(distance)
}
