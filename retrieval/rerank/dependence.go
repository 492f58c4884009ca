package rerank

import (
	"cmp"

	"github.com/rankduel/rankduel/internal/ordered"
)

// addDependence adds the sequential dependence model: single terms, neighbours, and pairs within a window.
func (c candidates) addDependence(scores []float64, query []int32) {
	counts := make([]float64, len(c.texts))
	count := func(occurrences func(text []int32) int) []float64 {
		for i, text := range c.texts {
			counts[i] = float64(occurrences(text))
		}
		return counts
	}
	for i, t := range query {
		c.add(scores, queryShare*termWeight, count(func(text []int32) int { return occurrences(text, t) }))
		if i == 0 {
			continue
		}
		before := query[i-1]
		c.add(scores, queryShare*orderedWeight, count(func(text []int32) int { return neighbours(text, before, t) }))
		c.add(scores, queryShare*windowWeight, count(func(text []int32) int { return together(text, before, t) }))
	}
}

func occurrences(text []int32, t int32) int {
	return ordered.Count(text, func(x int32) bool { return x == t })
}

// neighbours counts where b follows a immediately. Stop words between them do not count as words.
func neighbours(text []int32, a, b int32) int {
	n := 0
	for i := 1; i < len(text); i++ {
		if text[i-1] == a && text[i] == b {
			n++
		}
	}
	return n
}

// together counts pairs of a and b, in either order, within a window of terms. No occurrence is part of two pairs;
// pairs are taken from left to right, each with the nearest partner before it.
func together(text []int32, a, b int32) int {
	n, last := 0, -1 // last: the latest of a and b that has no partner yet
	for i, x := range text {
		if x != a && x != b {
			continue
		}
		if last >= 0 && i-last < window && (text[last] != x || a == b) {
			n++
			last = -1
		} else {
			last = i
		}
	}
	return n
}

// addRelevance adds the relevance model, times weight: what the candidates talk about, those in front most.
func (c candidates) addRelevance(scores []float64, terms []string, weight float64) {
	if weight == 0 { // a query of stop words: there is nothing to be relevant to
		return
	}
	probability := c.relevanceModel(len(terms))
	order := ordered.Places(len(terms), func(a, b int) int {
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
			counts[i] = float64(occurrences(text, int32(t)))
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
