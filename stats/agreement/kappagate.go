package agreement

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/rankduel/rankduel/stats"
)

// A KappaThreshold is what Cohen's kappa has to exceed, as the decimal fraction that was written: .6 has no
// float64, and a kappa of exactly .6 does not exceed it. [ParseKappaThreshold] makes one.
type KappaThreshold struct {
	text  string
	value *big.Rat
	float float64 // the nearest
}

// ParseKappaThreshold reads a decimal such as 0.6. Kappa is at most 1, so that a threshold is above −1 and below 1.
func ParseKappaThreshold(text string) (KappaThreshold, error) {
	value := new(big.Rat)
	if _, ok := value.SetString(text); !ok || !isDecimal(text) {
		return KappaThreshold{}, fmt.Errorf("kappa threshold %q is not a decimal such as 0.6: %w", text, stats.ErrOutOfRange)
	}
	one := big.NewRat(1, 1)
	if value.Cmp(one) >= 0 || value.Cmp(new(big.Rat).Neg(one)) <= 0 {
		return KappaThreshold{}, fmt.Errorf("kappa threshold %s is not between -1 and 1: %w", text, stats.ErrOutOfRange)
	}
	float, _ := value.Float64()
	return KappaThreshold{text: text, value: value, float: float}, nil
}

// Float returns the nearest float64, for what is not decided in whole numbers.
func (t KappaThreshold) Float() float64 { return t.float }

// isDecimal reports whether a text that is a number has neither exponent nor
// fraction bar nor sign before it, but for a minus.
func isDecimal(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return len(digits) <= 20 && strings.Trim(digits, "0123456789.") == "" && !strings.HasSuffix(digits, ".")
}

// String returns the text that was parsed.
func (t KappaThreshold) String() string { return t.text }

// A KappaRuling says whether an unweighted kappa exceeds a threshold.
type KappaRuling struct {
	Passes bool
	Kappa  float64 // the exact value, rounded once
	// Measured is false where both raters gave one label throughout: kappa is then
	// 1 by convention and passes, but nothing was measured.
	Measured bool
}

// Judge decides in whole numbers: with n items, D of them with equal labels, E = Σ row·column and a
// threshold of a/b, kappa = (nD − E)/(n² − E) exceeds it when
//
//	b·(nD − E) > a·(n² − E)
//
// In float64 a kappa of exactly .6 comes out above .6 for many tables. A table without items is [stats.ErrNoPairs].
func (t KappaThreshold) Judge(c Confusion) (KappaRuling, error) {
	if c.N == 0 {
		return KappaRuling{}, stats.ErrNoPairs
	}
	if t.value == nil {
		return KappaRuling{}, fmt.Errorf("a kappa threshold that was not parsed: %w", stats.ErrOutOfRange)
	}
	n := big.NewInt(int64(c.N))
	chance := c.chance()
	above := new(big.Int).Sub(new(big.Int).Mul(n, big.NewInt(int64(c.Agreed()))), chance)
	most := new(big.Int).Sub(new(big.Int).Mul(n, n), chance)
	if most.Sign() == 0 {
		return KappaRuling{Passes: true, Kappa: 1}, nil
	}
	kappa := new(big.Rat).SetFrac(above, most)
	value, _ := kappa.Float64()
	return KappaRuling{Passes: kappa.Cmp(t.value) > 0, Kappa: value, Measured: true}, nil
}

// chance returns Σ row·column, n² times the agreement expected by chance.
func (c Confusion) chance() *big.Int {
	sum := new(big.Int)
	for i, row := range c.Counts {
		var r, k int64
		for j, count := range row {
			r += int64(count)
			k += int64(c.Counts[j][i])
		}
		sum.Add(sum, new(big.Int).Mul(big.NewInt(r), big.NewInt(k)))
	}
	return sum
}
