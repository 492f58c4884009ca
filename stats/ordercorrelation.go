package stats

import (
	"fmt"
	"slices"
)

// OrderCorrelation returns Kendall's tau-b between two orders of the same systems, by
// their mean scores x[s] and y[s] on the same queries, x[s][i] and y[s][i]
// being system s on query i. The interval is the bootstrap percentile interval
// over queries that are drawn for all systems and both measures at once: how far
// the agreement of the orders hangs on the queries. Its p is that of Kendall,
// about systems. Draws in which all systems tie are left out; the interval is
// nil when half of them are.
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
