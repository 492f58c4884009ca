package stats

import (
	"math/bits"
	"math/rand/v2"
)

// resample draws rounds samples of n rows with replacement and returns the sum of each column over each
// of them: out[column][round]. All columns share the rows drawn. How many of the n draws hit a row that
// is not of zeros is drawn at once, from its binomial distribution. Drawing counts of distinct rows
// would pay from about 150 repeats on, but those are on a lattice and solved exactly.
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

// A columnGroup is one column, or up to eight side by side so that one index serves them all: eight sums
// take little longer than four, which wait for their own additions.
type columnGroup struct {
	first int // index of its first column
	width int
	one   []float64
	four  [][4]float64
	eight [][8]float64
}

func packColumns(columns [][]float64, rows []int) []columnGroup {
	var groups []columnGroup
	for first := 0; first < len(columns); {
		g := columnGroup{first: first, width: min(8, len(columns)-first)}
		switch side := columns[first : first+g.width]; {
		case len(columns) == 1:
			g.one = make([]float64, len(rows))
			for at, i := range rows {
				g.one[at] = columns[0][i]
			}
		case g.width <= 4:
			g.four = make([][4]float64, len(rows))
			for at, i := range rows {
				gather(g.four[at][:], side, i)
			}
		default:
			g.eight = make([][8]float64, len(rows))
			for at, i := range rows {
				gather(g.eight[at][:], side, i)
			}
		}
		groups = append(groups, g)
		first += g.width
	}
	return groups
}

func gather(to []float64, columns [][]float64, i int) {
	for c := range columns {
		to[c] = columns[c][i]
	}
}

func (g *columnGroup) fill(rng *rand.PCG, draws drawCount, out [][]float64, first, last int) {
	for round := first; round < last; round++ {
		m := draws.next(rng)
		switch {
		case g.one != nil:
			out[g.first][round] = sumOne(g.one, m, rng)
		case g.four != nil:
			sums := sumFour(g.four, m, rng)
			scatter(out[g.first:g.first+g.width], round, sums[:])
		default:
			sums := sumEight(g.eight, m, rng)
			scatter(out[g.first:g.first+g.width], round, sums[:])
		}
	}
}

func scatter(out [][]float64, round int, sums []float64) {
	for c := range out {
		out[c][round] = sums[c]
	}
}

// Several indices below n come from one random word: the high half of word·n is an index, and the low half is what is
// left of the word for the next one. After j indices the bias is below n^j/2⁶⁴; the limits keep it under 2⁻²⁰. Lemire
// (2019), doi:10.1145/3230636; Brackett-Rozinsky and Lemire (2024), doi:10.1002/spe.3369.
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

// sumFour sums m rows of four columns drawn with replacement. The loops of two and of four indices a word are written
// out: each keeps its own order of additions, so a column's sum does not depend on which loop made it.
func sumFour(rows [][4]float64, m int, rng *rand.PCG) [4]float64 {
	n := uint64(len(rows))
	var a, b, c, d float64
	var i0, i1, i2, i3, w uint64
	perWord := indicesPerWord(n)
	for ; perWord == 4 && m >= 4; m -= 4 {
		i0, w = bits.Mul64(rng.Uint64(), n)
		i1, w = bits.Mul64(w, n)
		i2, w = bits.Mul64(w, n)
		i3, _ = bits.Mul64(w, n)
		r0, r1, r2, r3 := &rows[i0], &rows[i1], &rows[i2], &rows[i3]
		a = a + r0[0] + r1[0] + r2[0] + r3[0]
		b = b + r0[1] + r1[1] + r2[1] + r3[1]
		c = c + r0[2] + r1[2] + r2[2] + r3[2]
		d = d + r0[3] + r1[3] + r2[3] + r3[3]
	}
	for ; perWord == 2 && m >= 2; m -= 2 {
		i0, w = bits.Mul64(rng.Uint64(), n)
		i1, _ = bits.Mul64(w, n)
		r0, r1 := &rows[i0], &rows[i1]
		a = a + r0[0] + r1[0]
		b = b + r0[1] + r1[1]
		c = c + r0[2] + r1[2]
		d = d + r0[3] + r1[3]
	}
	for ; m > 0; m -= perWord { // what is left of a word, or rows beyond 2²²
		w = rng.Uint64()
		for range min(perWord, m) {
			i0, w = bits.Mul64(w, n)
			row := &rows[i0]
			a += row[0]
			b += row[1]
			c += row[2]
			d += row[3]
		}
	}
	return [4]float64{a, b, c, d}
}

// sumEight returns sumFour for eight columns: the same rows are drawn.
func sumEight(rows [][8]float64, m int, rng *rand.PCG) [8]float64 {
	n := uint64(len(rows))
	var a, b, c, d, e, f, g, h float64
	for perWord := indicesPerWord(n); m > 0; m -= perWord {
		w := rng.Uint64()
		for range min(perWord, m) {
			var i uint64
			i, w = bits.Mul64(w, n)
			row := &rows[i]
			a += row[0]
			b += row[1]
			c += row[2]
			d += row[3]
			e += row[4]
			f += row[5]
			g += row[6]
			h += row[7]
		}
	}
	return [8]float64{a, b, c, d, e, f, g, h}
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
