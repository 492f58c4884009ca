// Package near finds texts that ask nearly the same: copies, the same words in
// another form or order, and texts that share most of their letters.
//
// It reports pairs and merges nothing. "madison county tn population" and "madison county fl population"
// share three quarters of their letters and nothing else: what belongs together is for a person to say. Two
// questions in other words altogether are not found.
//
// The usual path: [Pairs] of all texts, then one decision a pair.
package near

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Kind says in what way two texts are near.
type Kind string

// The kinds, nearest first. A pair has the first that fits.
const (
	Same    Kind = "same"    // one normal form: a copy but for case, blanks and punctuation
	Stems   Kind = "stems"   // the same word stems in any order
	Similar Kind = "similar" // trigrams of characters in common, as many as asked for
)

// Two bounds of similarity: from Reported on a pair deserves a look; from Listed on most are strangers that
// share a turn of phrase. Of 6 980 queries of MS MARCO three pairs reach the first and 163 the second.
const (
	Reported = 0.8
	Listed   = 0.6
)

// A Pair is two texts by their places in the list, A before B.
type Pair struct {
	A, B       int
	Kind       Kind
	Similarity float64 // Jaccard coefficient of the trigrams, in [0, 1]
}

// Options tune [Pairs].
type Options struct {
	// Least is the similarity from which pairs are found that are neither Same
	// nor Stems; 0 means Reported, and above 1 there are none.
	Least float64
	// Lang is the language of text i, a BCP 47 tag, which chooses the stemmer; nil, and an empty tag, mean
	// English. A language without one keeps its words as they are.
	Lang func(i int) string
}

// Pairs finds all near pairs, nearest first. Of several copies, or texts with the same stems, each is paired with the
// first alone: n copies make n−1 pairs. The result is exact. The trigrams are those of the set of three characters in a
// row of the normal form with a blank on both sides, compared through an inverted index of the rarest of each text
// (Bayardo, Ma and Srikant 2007, doi:10.1145/1242572.1242591): time grows with near pairs, not all pairs.
func Pairs(texts []string, opts Options) []Pair {
	normals := ordered.Each(texts, Normal)
	grams := newGrams(normals)
	firsts, pairs := copies(normals)
	families, more := sameStems(normals, firsts, opts.Lang)
	for _, p := range more {
		p.Similarity = grams.similarity(p.A, p.B)
		pairs = append(pairs, p)
	}
	for _, p := range grams.join(firsts, cmp.Or(opts.Least, Reported)) {
		if families[p.A] != families[p.B] {
			pairs = append(pairs, p)
		}
	}
	ordered.Stable(pairs, func(a, b Pair) int {
		return cmp.Or(
			cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
			cmp.Compare(b.Similarity, a.Similarity),
			cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B),
		)
	})
	return pairs
}

// copies pairs each text with the first of its normal form, and returns the first ones.
func copies(normals []string) (firsts []int, pairs []Pair) {
	first := make(map[string]int, len(normals))
	for i, normal := range normals {
		if at, again := first[normal]; again {
			pairs = append(pairs, Pair{A: at, B: i, Kind: Same, Similarity: 1})
			continue
		}
		first[normal] = i
		firsts = append(firsts, i)
	}
	return firsts, pairs
}

// sameStems does it by stems. The first text with the stems stands for each.
func sameStems(normals []string, of []int, lang func(int) string) (families map[int]int, pairs []Pair) {
	first := make(map[string]int, len(of))
	families = make(map[int]int, len(of))
	stems := stemming{}
	for _, i := range of {
		tag := ""
		if lang != nil {
			tag = lang(i)
		}
		key := stems.of(normals[i], tag)
		at, again := first[key]
		if !again {
			at = i
			first[key] = i
		} else {
			pairs = append(pairs, Pair{A: at, B: i, Kind: Stems})
		}
		families[i] = at
	}
	return families, pairs
}

var kinds = []Kind{Same, Stems, Similar}
