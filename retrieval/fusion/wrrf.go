package fusion

// wrrf is reciprocal rank fusion in which components have unequal say:
//
//	score(d) = Σ_c w_c / (k + rank_c(d))
//
// over the components c that returned d. The range is (0, Σ w_c/(k+1)], and 0 for a document of components
// with weight 0 alone; higher is better. Equal weights give the order of rrf. Not in ranx; it is
// what search engines compute, see
// https://www.elastic.co/docs/reference/elasticsearch/rest-apis/retrievers/rrf-retriever.
type wrrf struct {
	k       int // ≥ 1
	weights map[string]float64
}

var _ Scorer = wrrf{}

// Name implements [Scorer].
func (wrrf) Name() string { return "w_rrf" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m wrrf) Scores(p *Pool, dst []float64) ([]float64, error) {
	weights, err := p.weightsOf(m.weights)
	if err != nil {
		return nil, err
	}
	return m.scores(p, weights, dst)
}

func (m wrrf) scores(p *Pool, weights, dst []float64) ([]float64, error) {
	t, err := p.table(tableKey{"rrf", float64(m.k)}, false, reciprocalRanks)
	if err != nil {
		return nil, err
	}
	return p.sum(t, weights, dst), nil
}

// reciprocalRanks has the parts 1/(k + rank).
func reciprocalRanks(p *Pool, c int, k float64, column []float64) error {
	for i, d := range p.docs[c] {
		column[d] = 1 / (k + float64(i+1))
	}
	return nil
}

func wrrfEntry() Entry {
	return Entry{
		Name:    wrrf{}.Name(),
		Aliases: []string{"wrrf", "weighted_rrf"},
		Summary: "weighted reciprocal rank fusion, sum of weight/(rrf_k + rank)",
		Uses:    []string{keyRRFK, keyWeights},
		Resolve: resolveRRFK,
		Check:   checkRRFK,
		Build:   func(s Settings) Scorer { return wrrf{k: *s.RRFK, weights: s.Weights} },
	}
}
