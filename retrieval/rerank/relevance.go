package rerank

import (
	"cmp"
	"slices"
)

// addRelevance adds the relevance model, times weight: what the candidates talk about, those in front most.
func (c candidates) addRelevance(scores []float64, terms []string, weight float64) {
	if weight == 0 { // a query of stop words: there is nothing to be relevant to
		return
	}
	probability := c.relevanceModel(len(terms))
	order := make([]int32, len(terms))
	for t := range order {
		order[t] = int32(t)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(probability[b], probability[a]), cmp.Compare(terms[a], terms[b]))
	})
	order = order[:min(feedbackTerms, len(order))]
	total := 0.0
	for _, t := range order {
		total += probability[t]
	}
	counts := make([]float64, len(c.texts))
	for _, t := range order {
		for i, text := range c.texts {
			counts[i] = float64(occurrences(text, t))
		}
		c.add(scores, weight*probability[t]/total, counts)
	}
}

// relevanceModel returns P(w|R) by term, not normalized.
func (c candidates) relevanceModel(terms int) []float64 {
	probability := make([]float64, terms)
	for i, text := range c.texts {
		for _, t := range text {
			probability[t] += prior(i) / float64(len(text))
		}
	}
	return probability
}
