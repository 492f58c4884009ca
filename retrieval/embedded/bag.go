package embedded

import (
	"context"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/retrieval/internal/terms"
)

// A bag is a corpus as counts: what both models are built from.
type bag struct {
	terms  []string  // ascending
	counts *sparse   // documents × terms, weighted term frequencies
	length []float64 // of each document, Σ of its row
}

// newBag counts the terms of the documents. A field's counts are multiplied by its weight, as if the field
// were written that many times: the simple extension of BM25 to fields of Robertson, Zaragoza and Taylor
// (2004), doi:10.1145/1031171.1031181. Fields without a weight are left out.
func newBag(ctx context.Context, documents []corpus.Document, weights map[string]float64, a terms.Analyzer) (*bag, error) {
	c := counter{vocabulary: terms.NewVocabulary(a)}
	counts := &sparse{Start: make([]int, 1, len(documents)+1)}
	for _, d := range documents {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, f := range d.Fields {
			if w := weights[f.Name]; w > 0 {
				c.count(f.Text, w)
			}
		}
		slices.Sort(c.touched)
		for _, term := range c.touched {
			counts.Column = append(counts.Column, uint32(term))
			counts.Value = append(counts.Value, c.tally[term])
			c.tally[term] = 0
		}
		c.touched = c.touched[:0]
		counts.Start = append(counts.Start, len(counts.Column))
	}
	known := c.vocabulary.Terms()
	counts.Cols = len(known)
	b := &bag{counts: counts, length: make([]float64, len(documents))}
	b.terms = sortTerms(known, counts)
	for i := range documents {
		_, values := counts.row(i)
		for _, v := range values {
			b.length[i] += v
		}
	}
	return b, nil
}

// A counter tallies the terms of one document at a time.
type counter struct {
	vocabulary *terms.Vocabulary
	tally      []float64 // by term
	touched    []int32   // terms whose tally is not 0
}

func (c *counter) count(text string, weight float64) {
	for term := range c.vocabulary.Numbers(text) {
		if int(term) == len(c.tally) {
			c.tally = append(c.tally, 0)
		}
		if c.tally[term] == 0 {
			c.touched = append(c.touched, term)
		}
		c.tally[term] += weight
	}
}

// sortTerms renumbers the columns of counts so that terms ascend, whatever the order they were met in.
func sortTerms(terms []string, counts *sparse) []string {
	sorted := make([]string, len(terms))
	renumbered := make([]uint32, len(terms)) // old number → new number
	for i, old := range ordered.Places(len(terms), func(a, b int) int { return strings.Compare(terms[a], terms[b]) }) {
		sorted[i] = terms[old]
		renumbered[old] = uint32(i)
	}
	for i, c := range counts.Column {
		counts.Column[i] = renumbered[c]
	}
	// Two transpositions sort the columns of every row by counting.
	*counts = *counts.transpose().transpose()
	return sorted
}
