package fusion

// wmnz fuses as combMNZ does, but the components that returned a document count with their weights:
//
//	score(d) = (Σ_c w_c) · (Σ_c x_c(d))
//
// both over the components c that returned d, with x_c the scores of c after norm. So weights say whose vote
// counts and not whose scores do. The range for parts in [0, 1] is [0, m · Σ w_c] for m components; higher
// is better.
//
// Wu and Crestani (2002), "Data fusion with estimated weights", CIKM, doi:10.1145/584792.584908.
func wmnz(p *Pool, s Settings, dst []float64) ([]float64, error) {
	t, err := p.normalized(s.Norm)
	if err != nil {
		return nil, err
	}
	dst = p.sum(t, nil, dst)
	weights, err := p.weightsOf(s.Weights)
	if err != nil {
		return nil, err
	}
	for d := range dst {
		p.parts = p.parts[:0]
		for c, w := range weights {
			if t.everywhere || p.ranks[c][d] > 0 {
				p.parts = append(p.parts, w)
			}
		}
		dst[d] = float64(dst[d]*ascendingSum(p.parts)) + 0 // not -0
	}
	return dst, nil
}

func wmnzEntry() Entry {
	return Entry{
		Name:    "wmnz",
		Summary: "weighted CombMNZ, sum of the lists' weights times sum of normalized scores",
		Uses:    []string{keyNorm, keyWeights},
		Build:   by(wmnz),
	}
}
