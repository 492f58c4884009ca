package stats

import (
	"fmt"
	"math"
)

// Standardize puts the scores of several systems on the same queries, scores[s][i] being system s on
// query i, on one scale for all queries: how far a system is above the mean of the systems on that
// query, in their standard deviations, mapped to (0, 1) by the normal distribution,
//
//	Φ((score − mean of the query) / standard deviation of the query)
//
// A query on which all systems agree gives each 1/2. It needs two systems, and says little with fewer
// than five. Webber, Moffat and Zobel (2008), doi:10.1145/1390334.1390346.
func Standardize(scores [][]float64) ([][]float64, error) {
	if len(scores) < 2 {
		return nil, fmt.Errorf("standardized scores of %d systems: %w", len(scores), ErrTooFewPairs)
	}
	if err := checkSystems(scores); err != nil {
		return nil, err
	}
	out := make([][]float64, len(scores))
	for s, row := range scores {
		out[s] = make([]float64, len(row))
	}
	column := make([]float64, len(scores))
	for i := range scores[0] {
		for s := range scores {
			column[s] = scores[s][i]
		}
		largest := maxAbs(column)
		m := newSpread(column, largest)
		sd := math.Sqrt(m.sum2 / float64(len(column)-1)) // in units of m.scale
		for s := range scores {
			out[s][i] = 0.5
			if sd > snapTolerance {
				out[s][i] = normalCDF((column[s]/m.scale - m.mean) / sd)
			}
		}
	}
	return out, nil
}
