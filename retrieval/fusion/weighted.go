package fusion

// weighted is the weighted sum of min-max normalized scores:
//
//	score(d) = Σ_c w_c · (s_c(d) − min_c) / (max_c − min_c)
//
// over the components c that returned d, with the minimum and the maximum of the list that c returned for
// this query. A list whose scores are all equal normalizes to 1. The range is [0, Σ w_c]; higher is better.
// With equal weights it is CombSUM of Fox and Shaw (1994), "Combination of multiple searches", TREC-2,
// NIST SP 500-215, pp. 243-252, over the normalization of Lee (1997), doi:10.1145/258525.258587.
// It is wsum with its default normalization, under the name that came first.
//
// The last document of a list scores 0 there, just like a document that the component did not return,
// and how deep a component was asked moves all its normalized scores: compare weights at one depth.
type weighted struct {
	weights map[string]float64
}

var _ Scorer = weighted{}

// Name implements [Scorer].
func (weighted) Name() string { return "weighted" }

// Scores implements [Scorer]. A component without a weight is an error, and so is a score that is NaN or
// infinite, because it has no place between minimum and maximum.
func (m weighted) Scores(p *Pool, dst []float64) ([]float64, error) {
	return wsum{norm: normMinMax, weights: m.weights}.Scores(p, dst)
}

func weightedEntry() Entry {
	return Entry{
		Name:    weighted{}.Name(),
		Summary: "weighted sum of min-max normalized scores",
		Uses:    []string{keyWeights},
		Build:   func(s Settings) Scorer { return weighted{weights: s.Weights} },
	}
}
