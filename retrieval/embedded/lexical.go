package embedded

import (
	"context"
	"math"
	"sync"
)

// A lexical index scores by BM25 in the form of Lucene 8 and later:
//
//	score(d, q) = Σ_t qf(t) · idf(t) · tf(t,d) / (tf(t,d) + k1·(1 − b + b·|d|/avgdl))
//	idf(t)      = ln(1 + (N − df(t) + 0.5) / (df(t) + 0.5))
//
// over the terms t of the query, with qf and tf the frequencies of t in query and document, |d| the number of terms of
// d, avgdl its mean, df the number of documents with t, and N the number of documents with at least one term. The score
// is > 0; higher is better. The factor k1 + 1 of the original changes no order and is left out. With field weights, tf
// and |d| are weighted sums over the fields. Lengths are exact; Lucene rounds those above 40 to 4 significant bits,
// which moves AP by about 0.001. Robertson and Zaragoza (2009), "The probabilistic relevance framework: BM25 and
// beyond", Foundations and Trends in IR 3(4), doi:10.1561/1500000019. The variants: Kamphuis, de Vries, Boytsov and Lin
// (2020), doi:10.1007/978-3-030-45442-5_4, where this one is "Lucene (accurate)".
type lexical struct {
	postings *sparse   // terms × documents, term frequencies
	idf      []float64 // by term
	norm     []float64 // by document, k1·(1 − b + b·|d|/avgdl)
	scratch  sync.Pool // *accumulators
}

// newLexical makes the index ready for k1 and b; postings do not depend on them.
func newLexical(postings *sparse, length []float64, k1, b float64) *lexical {
	x := &lexical{postings: postings, idf: make([]float64, postings.rows()), norm: make([]float64, len(length))}
	total, n := 0.0, 0.0
	for _, l := range length {
		total += l
		if l > 0 {
			n++
		}
	}
	for t := range x.idf {
		documents, _ := postings.row(t)
		df := float64(len(documents))
		x.idf[t] = math.Log1p((n - df + 0.5) / (df + 0.5))
	}
	for d, l := range length {
		x.norm[d] = k1 * (1 - b + b*l*n/total)
	}
	x.scratch.New = func() any { return &accumulators{score: make([]float64, len(length))} }
	return x
}

// accumulators hold the scores of one query, by document.
type accumulators struct {
	score   []float64
	touched []uint32
}

// search scores term at a time. Terms come in ascending order and each once, so that the sum of a document is
// always formed in the same order.
func (x *lexical) search(ctx context.Context, query []weightedTerm, k int) ([]scored, error) {
	acc := x.scratch.Get().(*accumulators)
	defer func() {
		for _, d := range acc.touched {
			acc.score[d] = 0
		}
		acc.touched = acc.touched[:0]
		x.scratch.Put(acc)
	}()
	for _, q := range query {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		documents, frequencies := x.postings.row(q.term)
		weight := q.count * x.idf[q.term]
		for i, d := range documents {
			if acc.score[d] == 0 {
				acc.touched = append(acc.touched, d)
			}
			tf := frequencies[i]
			acc.score[d] += weight * tf / (tf + x.norm[d])
		}
	}
	best := newTopK(k, len(acc.touched))
	for _, d := range acc.touched {
		if s := acc.score[d]; s > 0 {
			best.offer(scored{int(d), s})
		}
	}
	return best.ranking(), nil
}
