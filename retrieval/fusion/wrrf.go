package fusion

// wrrf fuses by reciprocal ranks, where components have unequal say:
//
//	score(d) = Σ_c w_c / (k + rank_c(d))
//
// over the components c that returned d. The range is (0, Σ w_c/(k+1)], and 0 for a document of components
// with weight 0 alone; higher is better. Equal weights give the order of rrf. Not in ranx; it is
// what search engines compute, see
// https://www.elastic.co/docs/reference/elasticsearch/rest-apis/retrievers/rrf-retriever.
func wrrf(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return rrf(p, s, dst)
}

func wrrfEntry() Entry {
	return Entry{
		Name:    "w_rrf",
		Aliases: []string{"wrrf", "weighted_rrf"},
		Summary: "weighted reciprocal rank fusion, sum of weight/(rrf_k + rank)",
		Uses:    []string{keyRRFK, keyWeights},
		Resolve: resolveRRFK,
		Check:   checkRRFK,
		Build:   by(wrrf),
	}
}
