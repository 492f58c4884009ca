package fusion

import (
	"fmt"
	"strings"
)

// A Norm is a way of bringing the scores of components to a common scale, list by list. Its effect depends
// on the depth of the lists, because most of them look at the smallest score: compare settings at one depth.
type Norm string

// The normalizations. Formulas are for document d at rank r of a list of n, with score s; candidates are
// the documents of all lists together.
const (
	// MinMax is (s - min) / (max - min), in [0, 1], the default. A list whose scores are all equal is 1
	// throughout. Lee (1997), doi:10.1145/258525.258587.
	MinMax Norm = "min-max"

	// MinMaxInverted is (max - s) / (max - min), for engines that report distances, where less is better.
	// The order of the list is left as the engine gave it. A list of equal scores is 1 throughout.
	MinMaxInverted Norm = "min-max-inverted"

	// Max is s / max, at most 1. The largest score must be positive.
	Max Norm = "max"

	// Sum is (s - min) / Σ (s - min), in [0, 1] with sum 1 over the list, 1/n for a list of equal scores.
	// Montague and Aslam (2001), doi:10.1145/502585.502657.
	Sum Norm = "sum"

	// ZMUV, zero mean and unit variance, is (s - mean) / sd with the standard deviation of the list (divided
	// by n); 0 for a list of equal scores. It is negative for half of the documents, so that in a sum it is
	// worse to be below the mean than not to be returned. Montague and Aslam (2001).
	ZMUV Norm = "zmuv"

	// Sigmoid is 1 / (1 + exp(-z)) with z of ZMUV, in (0, 1), 1/2 at the mean: like ZMUV robust against one
	// very large score, and never negative. Not in ranx. See Jain, Nandakumar and Ross (2005),
	// doi:10.1016/j.patcog.2005.01.012, on this family.
	Sigmoid Norm = "sigmoid"

	// Rank is 1 - (r - 1)/n, from 1 down to 1/n. Renda and Straccia (2003), doi:10.1145/952532.952698.
	Rank Norm = "rank"

	// Borda is 1 - (r - 1)/candidates, and 1/2 - (n - 1)/(2 candidates) for candidates that the component
	// did not return: the mean of the places that are left. So all documents have a part from each component.
	// Renda and Straccia (2003).
	Borda Norm = "borda"

	// None is s as it is. It fits components that share a scale, such as two settings of one engine.
	None Norm = "none"
)

// Norms lists the normalizations with one line for each.
func Norms() []NormEntry {
	return []NormEntry{
		{MinMax, "(score - min) / (max - min) of the list, the default", minMax},
		{MinMaxInverted, "(max - score) / (max - min) of the list, for distances", minMaxInverted},
		{Max, "score / max of the list", maxNorm},
		{Sum, "(score - min) / sum of all (score - min) of the list", sumNorm},
		{ZMUV, "(score - mean) / standard deviation of the list", zmuv},
		{Sigmoid, "logistic function of zmuv", sigmoid},
		{Rank, "1 - (rank - 1) / length of the list", rankNorm},
		{Borda, "1 - (rank - 1) / candidates; documents that were not returned share the places left", bordaNorm},
		{None, "the scores as they are", noNorm},
	}
}

// A NormEntry describes a normalization to listings.
type NormEntry struct {
	Name    Norm
	Summary string
	fill    columnFunc
}

// resolved returns the one spelling of a normalization: ranx has some with underscores.
func (n Norm) resolved() Norm {
	if n == "" {
		return MinMax
	}
	return Norm(strings.ReplaceAll(string(n), "_", "-"))
}

func (n Norm) fault() error {
	var names []string
	for _, e := range Norms() {
		if e.Name == n.resolved() {
			return nil
		}
		names = append(names, string(e.Name))
	}
	return fmt.Errorf("norm %q: want one of %s", n, strings.Join(names, ", "))
}

// normalized returns the table of normalized scores.
func (p *Pool) normalized(n Norm) (*table, error) {
	n = n.resolved()
	key := tableKey{name: string(n)}
	if t := p.tables.find(key); t != nil {
		return t, t.err
	}
	for _, e := range Norms() {
		if e.Name == n {
			return p.table(key, n == Borda, e.fill)
		}
	}
	return nil, n.fault()
}
