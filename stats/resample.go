package stats

import (
	"math/bits"
	"math/rand/v2"
)

// resample draws rounds samples of n rows with replacement and returns the
// sum of each column over each of them: out[column][round]. All columns share
// the rows drawn. Rows of zeros are not gathered: how many of the n draws hit
// another row is drawn at once, from its binomial distribution.
//
// Drawing the counts of distinct rows instead would pay from about 150 rows
// per distinct one on, but differences that repeat so often lie on a lattice
// and are solved exactly before they get here.
func resample(columns [][]float64, rounds int, seed uint64, workers int) [][]float64 {
	out := make([][]float64, len(columns))
	if len(columns) == 0 {
		return out
	}
	for c := range out {
		out[c] = make([]float64, rounds)
	}
	n := len(columns[0])
	rows := nonzeroRows(columns)
	draws := newDrawCount(n, len(rows))
	groups := packColumns(columns, rows)
	eachBlock(rounds, workers, func(block, first, last int) {
		for g := range groups { // each group replays the block's stream
			rng := stream(seed, "bootstrap", block)
			groups[g].fill(rng, draws, out, first, last)
		}
	})
	return out
}

func nonzeroRows(columns [][]float64) []int {
	var rows []int
	for i := range columns[0] {
		for _, c := range columns {
			if c[i] != 0 {
				rows = append(rows, i)
				break
			}
		}
	}
	return rows
}

// A columnGroup is one column, or up to four side by side so that one index
// serves four sums.
type columnGroup struct {
	first int // index of its first column
	width int
	one   []float64
	four  [][4]float64
}

func packColumns(columns [][]float64, rows []int) []columnGroup {
	if len(columns) == 1 {
		one := make([]float64, len(rows))
		for at, i := range rows {
			one[at] = columns[0][i]
		}
		return []columnGroup{{width: 1, one: one}}
	}
	var groups []columnGroup
	for first := 0; first < len(columns); first += 4 {
		g := columnGroup{first: first, width: min(4, len(columns)-first), four: make([][4]float64, len(rows))}
		for at, i := range rows {
			for c := range g.width {
				g.four[at][c] = columns[first+c][i]
			}
		}
		groups = append(groups, g)
	}
	return groups
}

func (g *columnGroup) fill(rng *rand.PCG, draws drawCount, out [][]float64, first, last int) {
	for round := first; round < last; round++ {
		m := draws.next(rng)
		if g.one != nil {
			out[g.first][round] = sumOne(g.one, m, rng)
			continue
		}
		sums := sumFour(g.four, m, rng)
		for c := range g.width {
			out[g.first+c][round] = sums[c]
		}
	}
}

// Several indices below n come from one random word: the high half of word·n
// is an index, and the low half is what is left of the word for the next one.
// After j indices the bias is below n^j/2⁶⁴; the limits keep it under 2⁻²⁰.
// Lemire (2019), doi:10.1145/3230636; Brackett-Rozinsky and Lemire (2024),
// doi:10.1002/spe.3369.
const (
	fourPerWord = 1 << 11
	twoPerWord  = 1 << 22
)

// sumOne sums m rows drawn with replacement.
func sumOne(rows []float64, m int, rng *rand.PCG) float64 {
	n := uint64(len(rows))
	var s0, s1, s2, s3 float64
	var i0, i1, i2, i3, w uint64
	switch {
	case n <= fourPerWord:
		for ; m >= 4; m -= 4 {
			i0, w = bits.Mul64(rng.Uint64(), n)
			i1, w = bits.Mul64(w, n)
			i2, w = bits.Mul64(w, n)
			i3, _ = bits.Mul64(w, n)
			s0 += rows[i0]
			s1 += rows[i1]
			s2 += rows[i2]
			s3 += rows[i3]
		}
	case n <= twoPerWord:
		for ; m >= 4; m -= 4 {
			i0, w = bits.Mul64(rng.Uint64(), n)
			i1, _ = bits.Mul64(w, n)
			i2, w = bits.Mul64(rng.Uint64(), n)
			i3, _ = bits.Mul64(w, n)
			s0 += rows[i0]
			s1 += rows[i1]
			s2 += rows[i2]
			s3 += rows[i3]
		}
	}
	for ; m > 0; m-- {
		i0, _ = bits.Mul64(rng.Uint64(), n)
		s0 += rows[i0]
	}
	return (s0 + s1) + (s2 + s3)
}

// sumFour sums m rows of four columns drawn with replacement.
func sumFour(rows [][4]float64, m int, rng *rand.PCG) [4]float64 {
	n := uint64(len(rows))
	var a, b, c, d float64
	perWord := indicesPerWord(n)
	for ; m > 0; m -= perWord {
		w := rng.Uint64()
		perWord = min(perWord, m)
		for range perWord {
			var i uint64
			i, w = bits.Mul64(w, n)
			row := &rows[i]
			a += row[0]
			b += row[1]
			c += row[2]
			d += row[3]
		}
	}
	return [4]float64{a, b, c, d}
}

func indicesPerWord(n uint64) int {
	switch {
	case n <= fourPerWord:
		return 4
	case n <= twoPerWord:
		return 2
	default:
		return 1
	}
}
