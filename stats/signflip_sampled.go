package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// sample returns (1 + hits)/(1 + rounds) over random signs of differences without zeros.
func (s SignFlip) sample(d []float64, rounds int) float64 {
	f := newFlipper(d)
	observed := sum(d)
	hits := make([]int, (rounds+blockSize-1)/blockSize)
	eachBlock(rounds, s.Workers, func(block, first, last int) {
		rng := stream(s.Seed, "sign-flip", block)
		var sums [flipBatch]float64
		signs := make([]uint64, f.words()*min(flipBatch, last-first))
		for ; first < last; first += flipBatch {
			batch := sums[:min(flipBatch, last-first)]
			f.flip(rng, batch, signs)
			for _, sum := range batch {
				if extreme(sum, observed, f.tol, s.Alternative) {
					hits[block]++
				}
			}
		}
	})
	total := 0
	for _, h := range hits {
		total += h
	}
	return float64(1+total) / float64(1+rounds)
}

// extreme reports whether a flipped sum is at least as far out as the observed one, ties included.
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

// manyAlike is the number of equal magnitudes from which counting the bits of random words beats the tables.
const manyAlike = 16

// flipBatch is how many sums are drawn at a time.
const flipBatch = 128

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
	sizes := magnitudes(d)
	slices.Sort(sizes)
	slices.Reverse(sizes)
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
// Each magnitude doubles the sums of those before it.
func signedSums(sizes []float64) (table [256]float64) {
	n := 1
	for _, v := range sizes {
		for signs := range n {
			table[signs|n] = table[signs] + v
			table[signs] -= v
		}
		n *= 2
	}
	for ; n < len(table); n *= 2 { // signs of nothing
		copy(table[n:], table[:n])
	}
	return table
}

// words returns how many random words the tables take for one sum.
func (f *flipper) words() int { return (len(f.tables) + 7) / 8 }

// flip draws sums, with room for their signs. All random words are drawn first, sum by sum, and then eight
// tables at a time serve all sums while they are in the cache: the tables of 10⁶ magnitudes take 250 MB.
func (f *flipper) flip(rng *rand.PCG, sums []float64, signs []uint64) {
	words := f.words()
	for at := range sums {
		sums[at] = f.flipAlike(rng)
		mine := signs[at*words : (at+1)*words]
		for i := range mine {
			mine[i] = rng.Uint64()
		}
	}
	whole := len(f.tables) / 8
	for word := range whole {
		t := (*[8][256]float64)(f.tables[8*word:])
		for at := range sums {
			w := signs[at*words+word]
			sums[at] += (t[0][w&255] + t[1][w>>8&255]) + (t[2][w>>16&255] + t[3][w>>24&255]) +
				((t[4][w>>32&255] + t[5][w>>40&255]) + (t[6][w>>48&255] + t[7][w>>56]))
		}
	}
	if rest := f.tables[8*whole:]; len(rest) > 0 {
		for at := range sums {
			w := signs[at*words+whole]
			for i := range rest {
				sums[at] += rest[i][w&255]
				w >>= 8
			}
		}
	}
}

// flipAlike draws the part of a sum that is counted.
func (f *flipper) flipAlike(rng *rand.PCG) float64 {
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
	return total
}
