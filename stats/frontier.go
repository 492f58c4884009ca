package stats

import (
	"cmp"
	"math"
	"sync"
)

// An Axis is one respect in which systems can be better than each other: by the mean of their values, or by a quantile.
type Axis struct {
	Values   [][]float64 // by system, then by query
	Quantile float64     // 0: the mean
	Lower    bool        // less is better
}

// A Frontier says which of several systems no other one dominates, by being as good on every axis and better on one.
// Systems that are equal on every axis do not dominate each other.
type Frontier struct {
	Values    [][]float64 // by axis, then by system; quantiles are of type 7
	Dominated [][]bool    // [i][j]: j dominates system i; [i][i]: nothing does
	Shares    [][]float64 // the same: in which share of the resamples
	Resamples int
}

// Frontier compares systems by the same queries, which each resample draws for all systems and axes at once. Its
// quantiles are of type 6 there, as those of [Bootstrap.QuantileChanges].
func (b Bootstrap) Frontier(axes []Axis) (Frontier, error) {
	if err := b.validate(); err != nil || len(axes) == 0 || len(axes[0].Values) == 0 {
		return Frontier{}, cmp.Or(err, ErrNoPairs)
	}
	systems, n, ranks := len(axes[0].Values), len(axes[0].Values[0]), make([][]ranked, len(axes))
	var f Frontier
	for a, axis := range axes {
		if len(axis.Values) != systems {
			return Frontier{}, &LengthError{A: systems, B: len(axis.Values)}
		}
		f.Values = append(f.Values, nil)
		for s, row := range axis.Values {
			if _, err := NewDifferences(axes[0].Values[0], row); err != nil {
				return Frontier{}, err
			}
			ranks[a] = append(ranks[a], rank(row))
			v := sum(row) / float64(n)
			if axis.Quantile > 0 {
				v = Quantile7(ranks[a][s].values, axis.Quantile)
			}
			f.Values[a] = append(f.Values[a], v)
		}
	}
	f.Resamples = min(b.resamples(), max(200, 200_000_000/(n*systems*len(axes)))) // a second, where that leaves enough
	for range systems {
		f.Dominated, f.Shares = append(f.Dominated, make([]bool, systems)), append(f.Shares, make([]float64, systems))
	}
	eachDominance(axes, f.Values, func(i, j int) { f.Dominated[i][j] = true })
	var mu sync.Mutex
	b.eachResample("frontier", n, f.Resamples, func(_ int, times []int) {
		at := make([][]float64, len(axes))
		for a, axis := range axes {
			for s, row := range axis.Values {
				v := 0.0 // the sum in place of the mean
				for i := 0; axis.Quantile == 0 && i < n; i++ {
					v += float64(float64(times[i]) * row[i])
				}
				if axis.Quantile > 0 {
					v = ranks[a][s].quantile(axis.Quantile, times)
				}
				at[a] = append(at[a], v)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		eachDominance(axes, at, func(i, j int) { f.Shares[i][j]++ })
	})
	for _, row := range f.Shares {
		for j := range row {
			row[j] /= float64(f.Resamples)
		}
	}
	return f, nil
}

// eachDominance calls do(i, j) where j dominates i, and do(i, i) where nothing does. Values are by axis and system.
func eachDominance(axes []Axis, at [][]float64, do func(i, j int)) {
	for i := range at[0] {
		free := true
		for j := range at[0] {
			if dominates(axes, at, j, i) {
				do(i, j)
				free = false
			}
		}
		if free {
			do(i, i)
		}
	}
}

// dominates tells whether j is as good as i on every axis, and better on one. What differs in the twelfth digit is equal.
func dominates(axes []Axis, at [][]float64, j, i int) (better bool) {
	for a, axis := range axes {
		gain, equal := at[a][j]-at[a][i], snapTolerance*max(math.Abs(at[a][j]), math.Abs(at[a][i]))
		if axis.Lower {
			gain = -gain
		}
		if gain < -equal {
			return false
		}
		better = better || gain > equal
	}
	return better
}
