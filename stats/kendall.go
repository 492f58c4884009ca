package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// maxExactKendall bounds the items for which p is exact without ties.
const maxExactKendall = 200

// Kendall returns tau-b, the correlation of two orders corrected for ties:
//
//	τ_b = (concordant − discordant) / √((pairs − ties in x)(pairs − ties in y))
//
// Without ties, and up to 200 items, p is exact, from the distribution of the number of inversions;
// otherwise normal with the variance corrected for ties. Agrees with scipy's kendalltau and R's cor.test.
// Kendall (1945), doi:10.1093/biomet/33.3.239.
func Kendall(x, y []float64) (Correlation, error) {
	c, ok, err := newCorrelation("kendall", x, y)
	if err != nil || !ok {
		return c, err
	}
	_, tiesX := doubledRanks(x)
	_, tiesY := doubledRanks(y)
	tx, ty := newTieSums(tiesX), newTieSums(tiesY)
	n := float64(len(x))
	pairs := float64(n * (n - 1) / 2)
	balance := concordance(x, y)
	tau := balance / math.Sqrt(pairs-tx.pairs) / math.Sqrt(pairs-ty.pairs)
	tau = max(-1, min(1, tau))
	c.Value = &tau
	if tx.pairs == 0 && ty.pairs == 0 && len(x) <= maxExactKendall {
		c.Method = Exact
		c.P = probability(inversionsP(len(x), int((pairs-math.Abs(balance))/2)))
		return c, nil
	}
	c.P = NormalP(balance / math.Sqrt(kendallVariance(n, tx, ty)))
	return c, nil
}

// tieSums are Σ over groups of tied values of t(t−1)/2, t(t−1)(t−2) and t(t−1)(2t+5).
type tieSums struct{ pairs, triples, spread float64 }

func newTieSums(groups []int) (s tieSums) {
	for _, g := range groups {
		t := float64(g)
		s.pairs += float64(t * (t - 1) / 2)
		s.triples += float64(t * (t - 1) * (t - 2))
		s.spread += float64(t * (t - 1) * (float64(2*t) + 5))
	}
	return s
}

// kendallVariance returns that of concordant − discordant under independence.
func kendallVariance(n float64, x, y tieSums) float64 {
	v := (float64(n*(n-1)*(float64(2*n)+5)) - x.spread - y.spread) / 18
	v += 2 * x.pairs * y.pairs / (n * (n - 1))
	if n > 2 {
		v += x.triples * y.triples / (9 * n * (n - 1) * (n - 2))
	}
	return v
}

// concordance returns the number of concordant minus discordant pairs.
func concordance(x, y []float64) float64 {
	balance := 0
	for i := range x {
		for j := range i {
			balance += cmp.Compare(x[i], x[j]) * cmp.Compare(y[i], y[j])
		}
	}
	return float64(balance)
}

// inversionsP returns twice the probability that a random permutation of n has at
// most limit inversions (or as few the other way round), 1 at the middle.
func inversionsP(n, limit int) float64 {
	p := make([]float64, limit+1) // P(inversions = i) for a growing permutation
	p[0] = 1
	for m := 2; m <= n; m++ {
		next := make([]float64, limit+1)
		var window float64 // of the last m
		for i := range p {
			window += p[i]
			if i >= m {
				window -= p[i-m]
			}
			next[i] = max(0, window) / float64(m)
		}
		p = next
	}
	return min(1, 2*floats.SumCompensated(p))
}

// OrderCorrelation returns Kendall's tau-b between two orders of the same systems, by their mean scores x[s] and y[s]
// on the same queries, x[s][i] and y[s][i] being system s on query i. The interval is the bootstrap percentile interval
// over queries that are drawn for all systems and both measures at once; p is that of Kendall, about systems. Draws in
// which all systems tie are left out; the interval is nil when half of them are.
func OrderCorrelation(x, y [][]float64, b Bootstrap) (Correlation, error) {
	if err := b.validate(); err != nil {
		return Correlation{}, err
	}
	if len(x) != len(y) || len(x) == 0 {
		return Correlation{}, &LengthError{A: len(x), B: len(y)}
	}
	columns := slices.Concat(x, y)
	n := len(x[0])
	for s, row := range columns {
		if len(row) != n {
			return Correlation{}, &LengthError{A: n, B: len(row)}
		}
		if err := checkFinite(row); err != nil {
			return Correlation{}, fmt.Errorf("system %d: %w", s%len(x)+1, err)
		}
	}
	if n == 0 {
		return Correlation{}, ErrNoPairs
	}
	totals := make([]float64, len(columns))
	for c, row := range columns {
		totals[c] = sum(row)
	}
	c, err := Kendall(totals[:len(x)], totals[len(x):])
	if err != nil || c.Value == nil {
		return c, err
	}
	drawn := resample(columns, b.resamples(), b.Seed, b.Workers)
	taus := make([]float64, 0, b.resamples())
	for r := range b.resamples() {
		for c := range columns {
			totals[c] = drawn[c][r]
		}
		k, err := Kendall(totals[:len(x)], totals[len(x):])
		if err != nil {
			return c, err
		}
		if k.Value != nil {
			taus = append(taus, *k.Value)
		}
	}
	if 2*len(taus) >= b.resamples() {
		slices.Sort(taus)
		tail := float64(0.5 * (1 - b.level())) // rounded: the same bits where a processor adds and multiplies at once
		c.Interval = &Interval{Method: string(Percentile), Level: b.level(), Low: Quantile7(taus, tail), High: Quantile7(taus, 1-tail)}
	}
	return c, nil
}
