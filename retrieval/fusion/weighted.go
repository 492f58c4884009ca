package fusion

// weighted returns the weighted sum of min-max normalized scores:
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
func weighted(p *Pool, s Settings, dst []float64) ([]float64, error) {
	s.Norm = normMinMax
	return combSum(p, s, dst)
}

func weightedEntry() Entry {
	return Entry{
		Name:    "weighted",
		Summary: "weighted sum of min-max normalized scores",
		Uses:    []string{keyWeights},
		Build:   by(weighted),
	}
}
