package fusion

import (
	"fmt"
	"strings"
)

// A Norm is a way of bringing the scores of components to a common scale, list by list. Its effect depends
// on the depth of the lists, because most of them look at the smallest score: compare settings at one depth.
//
// For document d at rank r of a list of n, with score s, and with the documents of all lists together as
// candidates, d becomes
//
//   - min-max, the default: (s - min) / (max - min), in [0, 1]. A list whose scores are all equal is 1
//     throughout. Lee (1997), doi:10.1145/258525.258587.
//   - min-max-inverted: (max - s) / (max - min), for engines that report distances, where less is better.
//     The order of the list is left as the engine gave it. A list of equal scores is 1 throughout.
//   - max: s / max, at most 1. The largest score must be positive.
//   - sum: (s - min) / Σ (s - min), in [0, 1] with sum 1 over the list, 1/n for a list of equal scores.
//     Montague and Aslam (2001), doi:10.1145/502585.502657.
//   - zmuv, zero mean and unit variance: (s - mean) / sd with the standard deviation of the list (divided by
//     n); 0 for a list of equal scores. It is negative for half of the documents, so that in a sum it is
//     worse to be below the mean than not to be returned. Montague and Aslam (2001).
//   - sigmoid: 1 / (1 + exp(-z)) with z of zmuv, in (0, 1), 1/2 at the mean: like zmuv robust against one
//     very large score, and never negative. Not in ranx. See Jain, Nandakumar and Ross (2005),
//     doi:10.1016/j.patcog.2005.01.012, on this family.
//   - rank: 1 - (r - 1)/n, from 1 down to 1/n. Renda and Straccia (2003), doi:10.1145/952532.952698.
//   - borda: 1 - (r - 1)/candidates, and 1/2 - (n - 1)/(2 candidates) for candidates that the component did
//     not return: the mean of the places that are left. So all documents have a part from each component.
//     Renda and Straccia (2003).
//   - none: s as it is. It fits components that share a scale, such as two settings of one engine.
type Norm string

// Normalizations that the code knows by name; the others are rows of norms and no more.
const (
	normMinMax Norm = "min-max"
	normBorda  Norm = "borda"
)

// A normEntry is how one normalization fills a table.
type normEntry struct {
	name Norm
	fill columnFunc
}

// norms lists the normalizations that the comment of [Norm] describes.
func norms() []normEntry {
	return []normEntry{
		{normMinMax, minMax},
		{"min-max-inverted", minMaxInverted},
		{"max", maxNorm},
		{"sum", sumNorm},
		{"zmuv", zmuv},
		{"sigmoid", sigmoid},
		{"rank", rankNorm},
		{normBorda, bordaNorm},
		{"none", noNorm},
	}
}

// resolved returns the one spelling of a normalization: ranx has some with underscores.
func (n Norm) resolved() Norm {
	if n == "" {
		return normMinMax
	}
	return Norm(strings.ReplaceAll(string(n), "_", "-"))
}

func (n Norm) fault() error {
	var names []string
	for _, e := range norms() {
		if e.name == n.resolved() {
			return nil
		}
		names = append(names, string(e.name))
	}
	return fmt.Errorf("norm %q: want one of %s", n, strings.Join(names, ", "))
}

// normalized returns the table of normalized scores. n is resolved.
func (p *Pool) normalized(n Norm) (*table, error) {
	key := tableKey{name: string(n)}
	if t := p.tables.find(key); t != nil {
		return t, t.err
	}
	for _, e := range norms() {
		if e.name == n {
			return p.table(key, n == normBorda, e.fill)
		}
	}
	return nil, n.fault()
}
