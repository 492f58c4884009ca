package fusion

import (
	"errors"
	"maps"
)

// Weighted is the weighted sum of min-max normalized scores:
//
//	score(d) = Σ_c w_c · (s_c(d) − min_c) / (max_c − min_c)
//
// over the components c that returned d, with the minimum and the maximum of the list that c returned for
// this query. A list whose scores are all equal normalizes to 1. The range is [0, Σ w_c]; higher is better.
// With equal weights it is CombSUM of Fox and Shaw (1994), "Combination of multiple searches", TREC-2,
// NIST SP 500-215, pp. 243-252, over the normalization of Lee (1997), doi:10.1145/258525.258587.
// It is [WSum] with its default normalization, under the name that came first.
//
// The last document of a list scores 0 there, just like a document that the component did not return,
// and how deep a component was asked moves all its normalized scores: compare weights at one depth.
type Weighted struct {
	weights map[string]float64
}

var _ Scorer = Weighted{}

// NewWeighted builds a weighted fusion for the components that weights names.
func NewWeighted(weights map[string]float64) (Weighted, error) {
	if err := errors.Join(weightFaults(Weighted{}.Name(), weights)...); err != nil {
		return Weighted{}, err
	}
	return Weighted{weights: maps.Clone(weights)}, nil
}

// Name implements [Scorer].
func (Weighted) Name() string { return "weighted" }

// Scores implements [Scorer]. A component without a weight is an error, and so is a score that is NaN or
// infinite, because it has no place between minimum and maximum.
func (m Weighted) Scores(p *Pool, dst []float64) ([]float64, error) {
	return WSum{Norm: MinMax, Weights: m.weights}.Scores(p, dst)
}

func weightedEntry() Entry {
	return Entry{
		Name:    Weighted{}.Name(),
		Summary: "weighted sum of min-max normalized scores",
		Uses:    []string{keyWeights},
		Build:   func(s Settings) Scorer { return Weighted{weights: s.Weights} },
	}
}
