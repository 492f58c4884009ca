package stats

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// TukeyHSD is the randomized honestly significant difference for all pairs of several systems on the same queries: each
// round permutes the scores of every query among the systems, and p is how often the range of means is at least the
// pair's difference. It bounds the chance of any false difference. Carterette (2012), doi:10.1145/2094072.2094076.
type TukeyHSD struct {
	Rounds  int // 0 means 10,000
	Seed    uint64
	Workers int // goroutines; 0 means one per processor; never changes a number
}

// A SystemPair is one comparison of TukeyHSD.
type SystemPair struct {
	A, B   int     // indices of the systems, A < B
	Effect float64 // mean of B − mean of A
	P      float64 // adjusted for all pairs, (1 + hits)/(1 + rounds)
}

// Compare tests all pairs of systems; scores[s][i] is system s on query i.
func (t TukeyHSD) Compare(scores [][]float64) ([]SystemPair, error) {
	if t.Rounds < 0 {
		return nil, fmt.Errorf("%d rounds: %w", t.Rounds, ErrOutOfRange)
	}
	t.Rounds = cmp.Or(t.Rounds, defaultResamples)
	if len(scores) < 2 {
		return nil, fmt.Errorf("%d systems have no pairs: %w", len(scores), ErrNoPairs)
	}
	if err := checkSystems(scores); err != nil {
		return nil, err
	}
	if len(scores[0]) == 0 {
		return nil, ErrNoPairs
	}
	queries, tol := byQuery(scores)
	ranges := make([]float64, t.Rounds)
	eachBlock(t.Rounds, t.Workers, func(block, first, last int) {
		rng := stream(t.Seed, "tukey", block)
		shuffled := make([]float64, len(scores))
		totals := make([]float64, len(scores))
		for i := first; i < last; i++ {
			ranges[i] = permutedRange(queries, shuffled, totals, rng)
		}
	})
	return t.pairs(scores, ranges, tol), nil
}

func (t TukeyHSD) pairs(scores [][]float64, ranges []float64, tol float64) []SystemPair {
	var out []SystemPair
	n := float64(len(scores[0]))
	for a := range scores {
		for b := a + 1; b < len(scores); b++ {
			gap := sum(scores[b]) - sum(scores[a])
			hits := 0
			for _, r := range ranges {
				if r >= max(gap, -gap)-tol {
					hits++
				}
			}
			out = append(out, SystemPair{A: a, B: b, Effect: gap / n, P: float64(1+hits) / float64(1+t.Rounds)})
		}
	}
	return out
}

// byQuery transposes the scores, leaving out queries on which all systems
// agree, and returns the tolerance for ties between sums.
func byQuery(scores [][]float64) (queries [][]float64, tol float64) {
	for i := range scores[0] {
		row := make([]float64, len(scores))
		alike := true
		for s := range scores {
			row[s] = scores[s][i]
			alike = alike && row[s] == row[0]
		}
		tol += float64(tieTolerance * maxAbs(row))
		if !alike {
			queries = append(queries, row)
		}
	}
	return queries, tol
}

// permutedRange returns the largest minus the smallest total after permuting every query's scores among the systems.
func permutedRange(queries [][]float64, shuffled, totals []float64, rng *rand.PCG) float64 {
	clear(totals)
	for _, row := range queries {
		copy(shuffled, row)
		for i := len(shuffled) - 1; i > 0; i-- {
			j, _ := bits.Mul64(rng.Uint64(), uint64(i+1))
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		}
		for s, x := range shuffled {
			totals[s] += x
		}
	}
	low, high := totals[0], totals[0]
	for _, x := range totals {
		low, high = min(low, x), max(high, x)
	}
	return high - low
}
