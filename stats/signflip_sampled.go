package stats

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// sample is (1 + hits)/(1 + rounds) over random signs of differences without
// zeros.
func (s SignFlip) sample(d []float64, rounds int) float64 {
	f := newFlipper(d)
	observed := sum(d)
	hits := make([]int, (rounds+blockSize-1)/blockSize)
	eachBlock(rounds, s.Workers, func(block, first, last int) {
		rng := stream(s.Seed, "sign-flip", block)
		for range last - first {
			if extreme(f.flip(rng), observed, f.tol, s.Alternative) {
				hits[block]++
			}
		}
	})
	total := 0
	for _, h := range hits {
		total += h
	}
	return float64(1+total) / float64(1+rounds)
}

// extreme reports whether a flipped sum is at least as far out as the
// observed one, ties included.
func extreme(flipped, observed, tol float64, alt Alternative) bool {
	switch alt {
	case Greater:
		return flipped >= observed-tol
	case Less:
		return flipped <= observed+tol
	default:
		return math.Abs(flipped) >= math.Abs(observed)-tol
	}
}

// manyAlike is the number of equal magnitudes from which counting the bits of
// random words beats the tables.
const manyAlike = 16

// A flipper draws sums of randomly signed magnitudes. Magnitudes that repeat
// cost one population count per 64; the rest one table look-up per 8.
type flipper struct {
	alike  []alikeGroup
	tables [][256]float64 // signed sums of 8 magnitudes by the byte of signs
	tol    float64
}

// An alikeGroup is n equal magnitudes.
type alikeGroup struct {
	size float64
	n    int
}

func newFlipper(d []float64) *flipper {
	sizes := make([]float64, len(d))
	for i, x := range d {
		sizes[i] = math.Abs(x)
	}
	slices.SortFunc(sizes, func(x, y float64) int { return cmp.Compare(y, x) })
	f := &flipper{tol: tieTolerance * sum(sizes)}
	var rest []float64
	for i := 0; i < len(sizes); {
		j := i
		for j < len(sizes) && sizes[j] == sizes[i] {
			j++
		}
		if j-i >= manyAlike {
			f.alike = append(f.alike, alikeGroup{size: sizes[i], n: j - i})
		} else {
			rest = append(rest, sizes[i:j]...)
		}
		i = j
	}
	for eight := range slices.Chunk(rest, 8) {
		f.tables = append(f.tables, signedSums(eight))
	}
	return f
}

// signedSums tabulates the sum of up to 8 magnitudes for every byte of signs.
func signedSums(sizes []float64) (table [256]float64) {
	for signs := range table {
		for i, v := range sizes {
			if signs>>i&1 == 1 {
				table[signs] += v
			} else {
				table[signs] -= v
			}
		}
	}
	return table
}

// flip draws one sum.
func (f *flipper) flip(rng *rand.PCG) float64 {
	var total float64
	for _, g := range f.alike {
		positive := 0
		left := g.n
		for ; left >= 64; left -= 64 {
			positive += bits.OnesCount64(rng.Uint64())
		}
		if left > 0 {
			positive += bits.OnesCount64(rng.Uint64() >> (64 - left))
		}
		total += float64(g.size * float64(2*positive-g.n))
	}
	tables := f.tables
	for ; len(tables) >= 8; tables = tables[8:] {
		w := rng.Uint64()
		total += (tables[0][w&255] + tables[1][w>>8&255]) + (tables[2][w>>16&255] + tables[3][w>>24&255]) +
			((tables[4][w>>32&255] + tables[5][w>>40&255]) + (tables[6][w>>48&255] + tables[7][w>>56]))
	}
	if len(tables) > 0 {
		w := rng.Uint64()
		for i := range tables {
			total += tables[i][w&255]
			w >>= 8
		}
	}
	return total
}
