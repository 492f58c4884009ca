package stats

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
)

// ClopperPearson returns the exact interval for a proportion of k in n: the proportions that a binomial
// test at (1 − level)/2 on each side does not reject. It never covers less than level. Clopper and Pearson
// (1934), doi:10.1093/biomet/26.4.404; agrees with R's binom.test.
func ClopperPearson(k, n int, level float64) (Interval, error) {
	if n < 1 || k < 0 || k > n {
		return Interval{}, fmt.Errorf("%d of %d: %w", k, n, ErrOutOfRange)
	}
	if err := CheckLevel(level); err != nil {
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
