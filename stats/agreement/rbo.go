package agreement

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/stats"
)

// An RBO is the rank-biased overlap of two rankings.
type RBO struct {
	Extrapolated float64 // the point estimate, in [0, 1]
	Minimum      float64 // if nothing below the depths seen is shared
}

// RankBiasedOverlap compares two rankings, best first, that need not hold the
// same items nor be equally long: the average overlap of their tops, weighted
// by p^(depth−1),
//
//	RBO = (1−p) Σ_d p^(d−1) · |A_d ∩ B_d|/d
//
// with persistence p in (0, 1): .9 puts 86 % of the weight on the first 10
// ranks. Extrapolated assumes that the agreement at the last common depth goes
// on. An item that is twice in a ranking is an error. Webber, Moffat and Zobel
// (2010), doi:10.1145/1852102.1852106, equations 11 and 32.
func RankBiasedOverlap[T comparable](a, b []T, p float64) (RBO, error) {
	if !(p > 0 && p < 1) {
		return RBO{}, fmt.Errorf("persistence %v is not in (0, 1): %w", p, stats.ErrOutOfRange)
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) == 0 {
		return RBO{}, fmt.Errorf("an empty ranking: %w", stats.ErrNoPairs)
	}
	overlap, err := overlaps(short, long)
	if err != nil {
		return RBO{}, err
	}
	s, l := len(short), len(long)
	xs, xl := overlap[s-1], overlap[l-1]
	var total, least float64
	weight := 1.0 // p^d
	for d := 1; d <= l; d++ {
		weight *= p
		dd := float64(d)
		total += float64(overlap[d-1] / dd * weight)
		if d > s {
			total += float64(xs * float64(d-s) / (float64(s) * dd) * weight)
		}
		least += float64((overlap[d-1] - xl) / dd * weight)
	}
	odds := (1 - p) / p
	return RBO{
		Extrapolated: min(1, float64(odds*total)+float64(((xl-xs)/float64(l)+xs/float64(s))*weight)),
		Minimum:      max(0, odds*(least-float64(xl*math.Log1p(-p)))),
	}, nil
}

// overlaps counts the shared items of the first d, for every depth d of the
// longer ranking; the shorter one keeps all of its items below its end.
func overlaps[T comparable](short, long []T) ([]float64, error) {
	inShort, inLong := make(map[T]bool, len(short)), make(map[T]bool, len(long))
	out := make([]float64, len(long))
	shared := 0.0
	for d, x := range long {
		if inLong[x] {
			return nil, fmt.Errorf("item %v is ranked twice: %w", x, stats.ErrOutOfRange)
		}
		inLong[x] = true
		if inShort[x] {
			shared++
		}
		if d < len(short) {
			y := short[d]
			if inShort[y] {
				return nil, fmt.Errorf("item %v is ranked twice: %w", y, stats.ErrOutOfRange)
			}
			inShort[y] = true
			if inLong[y] {
				shared++
			}
		}
		out[d] = shared
	}
	return out, nil
}
