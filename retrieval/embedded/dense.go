package embedded

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A dense index is latent semantic analysis (Deerwester, Dumais, Furnas, Landauer and Harshman 1990,
// doi:10.1002/(SICI)1097-4571(199009)41:6<391::AID-ASI1>3.0.CO;2-9). Documents become rows of term weights
//
//	w(t,d) = (1 + ln tf(t,d)) · idf(t),   idf(t) = 1 + ln((1 + N) / (1 + df(t)))
//
// scaled to length 1, as scikit-learn's TfidfVectorizer does with sublinear_tf. The k leading right singular
// vectors V of that matrix span the latent space. Documents and queries are projected with V and scaled to
// length 1; the score is their cosine, in [-1, 1], higher is better. Every document that has a projection
// is comparable with every query that has one, so a ranking is as long as it is asked to be; documents
// without terms are never returned, and a query without a known term has no hits.
type dense struct {
	idf     []float64 // by term
	terms   matrix    // V, terms × k
	vectors matrix    // documents × k, rows of length 1, or 0 for documents without a projection
}

func newDenseIndex(ctx context.Context, counts *sparse, dimensions int, seed uint64) (*dense, error) {
	x := &dense{idf: smoothIDF(counts)}
	weights := &sparse{Cols: counts.Cols, Start: counts.Start, Column: counts.Column, Value: make([]float64, len(counts.Value))}
	parallel(counts.rows(), func(d int) {
		columns, frequencies := counts.row(d)
		_, out := weights.row(d)
		x.weigh(out, columns, frequencies)
	})
	v, _, err := singularVectors(ctx, weights, dimensions, seed)
	if err != nil {
		return nil, err
	}
	x.terms, x.vectors = v, weights.times(v)
	for d := range x.vectors.Rows {
		normalize(x.vectors.row(d))
	}
	return x, nil
}

func smoothIDF(counts *sparse) []float64 {
	idf := make([]float64, counts.Cols)
	for _, t := range counts.Column {
		idf[t]++
	}
	for t, df := range idf {
		idf[t] = 1 + math.Log(float64(1+counts.rows())/(1+df))
	}
	return idf
}

// weigh turns frequencies into weights of length 1. A frequency below 1, which small field weights can
// make, would have a weight of 0 or less; it counts as itself.
func (x *dense) weigh(out []float64, terms []uint32, frequencies []float64) {
	for i, t := range terms {
		tf := frequencies[i]
		if tf > 1 {
			tf = 1 + math.Log(tf)
		}
		out[i] = tf * x.idf[t]
	}
	normalize(out)
}

// ranked is what similarities are rounded to before they are ranked, in parts of 1, so that a tie does not hang on
// last digits, which differ between processors.
const ranked = 1e9

func (x *dense) search(ctx context.Context, query []weightedTerm, k int) ([]scored, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := x.project(query)
	if !normalize(q) {
		return nil, nil
	}
	cosine := make([]float64, x.vectors.Rows)
	for d := range cosine {
		cosine[d] = math.Round(floats.Dot(x.vectors.row(d), q)*ranked) / ranked
	}
	best := newTopK(k, len(cosine))
	for d, c := range cosine {
		if d%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if x.present(d) {
			best.offer(scored{d, min(1, max(-1, c))}) // rounding may leave the range
		}
	}
	return best.ranking(), nil
}

// project returns the query in the latent space, not yet of length 1.
func (x *dense) project(query []weightedTerm) []float64 {
	terms := make([]uint32, len(query))
	weights := make([]float64, len(query))
	for i, q := range query {
		terms[i], weights[i] = uint32(q.term), q.count
	}
	x.weigh(weights, terms, weights)
	latent := make([]float64, x.terms.Cols)
	for i, t := range terms {
		floats.AddScaled(latent, weights[i], x.terms.row(int(t)))
	}
	return latent
}

func (x *dense) present(d int) bool {
	return slices.ContainsFunc(x.vectors.row(d), func(v float64) bool { return v != 0 })
}

// leastLength is the length below which a projection of a vector of length 1 is rounding, not meaning.
const leastLength = 1e-8

// normalize scales v to length 1. When it has no length worth the name, it becomes 0 and the result is false.
func normalize(v []float64) bool {
	length := floats.Norm(v, 2)
	if length < leastLength {
		clear(v)
		return false
	}
	floats.Scale(1/length, v)
	return true
}
