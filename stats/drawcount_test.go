package stats

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// binomialBelow lists P(X ≤ x) for x = 0, …, n in units of 2⁻⁶⁴, X binomial with
// n trials of probability k/n: Σ_{i≤x} C(n,i) kⁱ (n−k)ⁿ⁻ⁱ / nⁿ in integers.
func binomialBelow(n, k int) []*big.Int {
	below := make([]*big.Int, n+1)
	sum, all := new(big.Int), raised(n, n)
	for i := range below {
		term := new(big.Int).Binomial(int64(n), int64(i))
		term.Mul(term, raised(k, i))
		sum.Add(sum, term.Mul(term, raised(n-k, n-i)))
		share := new(big.Int).Lsh(sum, 64)
		below[i] = share.Div(share, all)
	}
	return below
}

func raised(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

// rounding bounds the error of a cumulative probability in units of 2⁻⁶⁴: a
// few hundred rounded operations, each within 2⁻⁵³.
const rounding = 1 << (64 - 53 + 8)

// TestDrawCountTable compares the table with exact integers: what it leaves
// out on both sides has a probability below 2⁻⁶⁴, and each entry is right.
func TestDrawCountTable(t *testing.T) {
	for _, n := range []int{2, 3, 7, 50, 400} {
		for _, k := range []int{1, 2, n / 3, n / 2, n - 1} {
			if k < 1 || k >= n {
				continue
			}
			t.Run(fmt.Sprintf("%d of %d", k, n), func(t *testing.T) {
				d := newDrawCount(n, k)
				last := d.first + len(d.below) - 1
				if d.first < 0 || last > n {
					t.Fatalf("counts from %d to %d of %d draws", d.first, last, n)
				}
				below := binomialBelow(n, k)
				if d.first > 0 && below[d.first-1].Sign() > 0 {
					t.Errorf("starts at %d, but fewer hits are likelier than 2⁻⁶⁴", d.first)
				}
				for i, got := range d.below {
					diff := new(big.Int).SetUint64(got)
					diff.Sub(diff, below[d.first+i])
					if diff.CmpAbs(big.NewInt(rounding)) > 0 {
						t.Errorf("P(X ≤ %d) is off by %v · 2⁻⁶⁴", d.first+i, diff)
					}
				}
				if d.below[len(d.below)-1] != math.MaxUint64 {
					t.Error("a word may are beyond the table")
				}
			})
		}
	}
}

// TestDrawCountInverts draws from the words of a stream and compares with the
// first count whose exact cumulative probability is not below the word.
func TestDrawCountInverts(t *testing.T) {
	for _, c := range []struct{ n, k int }{{2, 1}, {10, 1}, {10, 9}, {50, 20}, {300, 7}, {300, 150}} {
		t.Run(fmt.Sprintf("%d of %d", c.k, c.n), func(t *testing.T) {
			below := binomialBelow(c.n, c.k)
			d := newDrawCount(c.n, c.k)
			draws, words := rand.NewPCG(3, 4), rand.NewPCG(3, 4)
			for range 2000 {
				word := new(big.Int).SetUint64(words.Uint64())
				want := 0
				for below[want].Cmp(word) < 0 {
					want++
				}
				if got := d.next(draws); got != want {
					t.Fatalf("the word %v gave %d hits, want %d", word, got, want)
				}
			}
		})
	}
}

// TestDrawCountFixed: with all rows or none nothing is random, and no word of
// the stream is used.
func TestDrawCountFixed(t *testing.T) {
	for _, c := range []struct{ n, k int }{{5, 0}, {5, 5}, {1, 1}} {
		rng, untouched := rand.NewPCG(1, 2), rand.NewPCG(1, 2)
		d := newDrawCount(c.n, c.k)
		if got := d.next(rng); got != c.k {
			t.Errorf("%d of %d rows: %d hits", c.k, c.n, got)
		}
		if rng.Uint64() != untouched.Uint64() {
			t.Errorf("%d of %d rows: a word was used", c.k, c.n)
		}
	}
}
