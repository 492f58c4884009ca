package near

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// grams are the trigrams of each text as numbers, rarest first: what two texts
// have in common shows early, or not at all.
type grams [][]uint32

func newGrams(normals []string) grams {
	numbers := map[[3]rune]uint32{}
	var counts []int
	sets := make(grams, len(normals))
	for i, normal := range normals {
		sets[i] = numbered(normal, numbers)
		for _, n := range sets[i] {
			if int(n) == len(counts) {
				counts = append(counts, 0)
			}
			counts[n]++
		}
	}
	rank := make([]uint32, len(counts))
	for at, n := range ordered.Places(len(counts), func(a, b int) int { return cmp.Compare(counts[a], counts[b]) }) {
		rank[n] = uint32(at)
	}
	for _, set := range sets {
		for i, n := range set {
			set[i] = rank[n]
		}
		slices.Sort(set)
	}
	return sets
}

// numbered returns the trigrams of a text, each once, ascending. New ones get the next number.
func numbered(normal string, numbers map[[3]rune]uint32) []uint32 {
	runes := append(append(make([]rune, 0, len(normal)+2), ' '), []rune(normal)...)
	runes = append(runes, ' ')
	set := make([]uint32, 0, len(runes))
	for i := 0; i+3 <= len(runes); i++ {
		gram := [3]rune(runes[i : i+3])
		n, known := numbers[gram]
		if !known {
			n = uint32(len(numbers))
			numbers[gram] = n
		}
		set = append(set, n)
	}
	slices.Sort(set)
	return slices.Clip(slices.Compact(set))
}

// similarity returns the Jaccard coefficient: what two texts share of what they have
// together. Two texts without trigrams share nothing.
func (g grams) similarity(a, b int) float64 {
	common := shared(g[a], g[b])
	if common == 0 {
		return 0
	}
	return float64(common) / float64(len(g[a])+len(g[b])-common)
}

func shared(a, b []uint32) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}

// join finds the pairs among some texts whose similarity is at least that.
//
// Texts come by size, and each is compared with those before it, which have as many trigrams or fewer. Two
// sets of n and m ≤ n that are so similar share at least ⌈least·n⌉, and ⌈2·least/(1+least)·m⌉ too. So they
// share one among the n−⌈least·n⌉+1 rarest of the one and the m−⌈2·least/(1+least)·m⌉+1 rarest of the
// other: only these are looked up, and only those are in the index.
func (g grams) join(of []int, least float64) []Pair {
	if least > 1 {
		return nil
	}
	order := slices.Clone(of)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(g[a]), len(g[b])) })
	index := map[uint32][]int32{} // trigram to places in order, ascending
	last := make([]int32, len(order))
	marks := make([]mark, len(order))
	var pairs []Pair
	for at, i := range order {
		size := len(g[i])
		needed := atLeast(least, size)
		marks[at] = markOf(g[i])
		for _, n := range g[i][:min(size-needed+1, size)] {
			for _, other := range longEnough(index[n], order, g, needed) {
				if last[other] == int32(at)+1 {
					continue // compared already
				}
				last[other] = int32(at) + 1
				j := order[other]
				if marks[at].inCommon(marks[other], size+len(g[j])) < atLeast(least/(1+least), size+len(g[j])) {
					continue
				}
				if s := g.similarity(i, j); s >= least {
					pairs = append(pairs, Pair{A: min(i, j), B: max(i, j), Kind: Similar, Similarity: s})
				}
			}
		}
		for _, n := range g[i][:min(size-atLeast(2*least/(1+least), size)+1, size)] {
			index[n] = append(index[n], int32(at))
		}
	}
	return pairs
}

// atLeast returns ⌈share·n⌉, one less where rounding could have made it one more.
func atLeast(share float64, n int) int { return int(math.Ceil(float64(share*float64(n)) - 1e-9)) }

// longEnough returns the places of texts with at least that many trigrams: a shorter one cannot share so many.
func longEnough(places []int32, order []int, g grams, size int) []int32 {
	from, _ := slices.BinarySearchFunc(places, size, func(place int32, size int) int {
		return cmp.Compare(len(g[order[place]]), size)
	})
	return places[from:]
}

// A mark is a set of trigrams thrown into 256 places: where the places of two differ, so do the sets
// (Sandes, Teodoro and Melo 2020, doi:10.1016/j.is.2019.101449).
type mark [4]uint64

func markOf(set []uint32) (m mark) {
	for _, n := range set {
		m[n>>6&3] |= 1 << (n & 63)
	}
	return m
}

// inCommon returns the most that two sets of that size together can share.
func (m mark) inCommon(other mark, size int) int {
	for i, word := range m {
		size -= bits.OnesCount64(word ^ other[i])
	}
	return size / 2
}
