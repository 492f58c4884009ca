package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// ClopperPearson returns the exact interval for a proportion of k in n: the
// proportions that a binomial test at (1 − level)/2 on each side does not
// reject. It never covers less than level. Clopper and Pearson (1934),
// doi:10.1093/biomet/26.4.404; agrees with R's binom.test.
func ClopperPearson(k, n int, level float64) (Interval, error) {
	if err := checkCounts(k, n, level); err != nil {
		return Interval{}, err
	}
	alpha := (1 - level) / 2
	i := Interval{Method: "clopper-pearson", Level: level, Low: 0, High: 1}
	if k > 0 {
		i.Low = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(alpha)
	}
	if k < n {
		i.High = 1 - distuv.Beta{Alpha: float64(n - k), Beta: float64(k + 1)}.Quantile(alpha)
	}
	return i, nil
}

// Wilson returns the score interval for a proportion of k in n: with z the normal
// quantile, the proportions π with |k/n − π| ≤ z√(π(1−π)/n). It covers level
// on average. Wilson (1927), doi:10.1080/01621459.1927.10502953; agrees with
// R's prop.test(correct=FALSE).
func Wilson(k, n int, level float64) (Interval, error) {
	if err := checkCounts(k, n, level); err != nil {
		return Interval{}, err
	}
	z := -normalQuantile((1 - level) / 2)
	nn, share, zz := float64(n), float64(k)/float64(n), z*z
	center := (share + zz/(2*nn)) / (1 + zz/nn)
	half := z * math.Sqrt(share*(1-share)/nn+zz/(4*nn*nn)) / (1 + zz/nn)
	i := Interval{Method: "wilson", Level: level, Low: max(0, center-half), High: min(1, center+half)}
	if k == 0 {
		i.Low = 0
	}
	if k == n {
		i.High = 1
	}
	return i, nil
}

func checkCounts(k, n int, level float64) error {
	if n < 1 || k < 0 || k > n {
		return fmt.Errorf("%d of %d: %w", k, n, ErrOutOfRange)
	}
	return CheckLevel(level)
}
