// Package priority estimates the difference of two systems from people's labels of some of the documents
// that it is made of. All of them are put into one order before the first label, that of random numbers
// over [Sizes]: priority sampling (Duffield, Lund and Thorup 2007, Journal of the ACM 54(6),
// doi:10.1145/1314690.1314696). After any number of labels an [Estimate] is unbiased, and [Sample.Looks]
// says whether one may stop. A model's labels only make it narrower.
package priority

import "math"

// An Item is a document of a query at which the systems differ.
type Item struct {
	Query    int     // its place
	Size     float64 // how much it matters, see Sizes; Inf: it is labelled whatever is drawn
	Priority float64 // a random number in (0, 1) over Size, known before any label
	Weight   float64 // what a unit of gain there adds to the query's difference
	Grade    int     // by the model
	Silver   float64 // gain by the model
	Gain     float64 // gain by people, of a labelled one
}

// smallest is the least size, as a share of the mean weight: an item of no size would never be labelled.
const smallest = 0.05

// Sizes returns how much items matter to the differences of some pairs of systems, given
// their weights for each pair: the root of the sum of squares.
func Sizes(weights ...[]float64) []float64 {
	sizes := make([]float64, len(weights[0]))
	var sum float64
	for i := range sizes {
		for _, w := range weights {
			sizes[i] = math.Hypot(sizes[i], w[i])
		}
		sum += sizes[i]
	}
	least := smallest * sum / float64(len(sizes))
	for i, s := range sizes {
		sizes[i] = max(s, least)
	}
	return sizes
}

// A Sample is the items of one pair of systems in ascending order of priority, of which people labelled the first ones.
type Sample struct {
	Items   []Item
	Known   int   // how many of them are labelled whatever is drawn
	Labels  int   // how many are labelled, these too
	Queries int   // all, those without an item too
	Folds   []int // of each query: a model's grade is worth what people said of it in other folds; nil: what it says
	ThisSet bool  // about these queries, and not about queries like these
}

// threshold returns τ: after b labels, an item of size s is among the labelled ones with probability min(1, τ·s).
func (s *Sample) threshold(b int) float64 {
	if b == len(s.Items) {
		return math.Inf(1)
	}
	return s.Items[b].Priority
}

// prior is how many labels a grade of the model itself counts as.
const prior = 6

// guesses returns what people's gain of each item is expected to be from the first b
// labels: the mean of their gains for the same grade of the model.
func (s *Sample) guesses(b int) []float64 {
	type key struct{ fold, grade int }
	type tally struct{ gains, n float64 }
	in, all := map[key]tally{}, map[int]tally{}
	out := make([]float64, len(s.Items))
	for i, item := range s.Items {
		out[i] = item.Silver
		if i < b && s.Folds != nil {
			k := key{s.Folds[item.Query], item.Grade}
			in[k] = tally{in[k].gains + item.Gain, in[k].n + 1}
			all[item.Grade] = tally{all[item.Grade].gains + item.Gain, all[item.Grade].n + 1}
		}
	}
	for i, item := range s.Items {
		if total, ok := all[item.Grade]; ok {
			own := in[key{s.Folds[item.Query], item.Grade}]
			out[i] = (prior*item.Silver + total.gains - own.gains) / (prior + total.n - own.n)
		}
	}
	return out
}
