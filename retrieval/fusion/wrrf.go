package fusion

// WRRF is reciprocal rank fusion in which components have unequal say:
//
//	score(d) = Σ_c w_c / (K + rank_c(d))
//
// over the components c that returned d. The range is (0, Σ w_c/(K+1)], and 0 for a document of components
// with weight 0 alone; higher is better. Equal weights give the order of [RRF]. Not in ranx; it is
// what search engines compute, see
// https://www.elastic.co/docs/reference/elasticsearch/rest-apis/retrievers/rrf-retriever.
type WRRF struct {
	K       int // ≥ 1
	Weights map[string]float64
}

var _ Scorer = WRRF{}

// Name implements [Scorer].
func (WRRF) Name() string { return "w_rrf" }

// Scores implements [Scorer]. A component without a weight is an error.
func (m WRRF) Scores(p *Pool, dst []float64) ([]float64, error) {
	weights, err := p.weightsOf(m.Weights)
	if err != nil {
		return nil, err
	}
	return m.scores(p, weights, dst)
}

func (m WRRF) scores(p *Pool, weights, dst []float64) ([]float64, error) {
	if err := rrfKFault(m.K); err != nil {
		return nil, err
	}
	t, err := p.table(tableKey{"rrf", float64(m.K)}, false, reciprocalRanks)
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
		Name:    WRRF{}.Name(),
		Aliases: []string{"wrrf", "weighted_rrf"},
		Summary: "weighted reciprocal rank fusion, sum of weight/(rrf_k + rank)",
		Uses:    []string{keyRRFK, keyWeights},
		Resolve: resolveRRFK,
		Check:   checkRRFK,
		Build:   func(s Settings) Scorer { return WRRF{K: *s.RRFK, Weights: s.Weights} },
	}
}
