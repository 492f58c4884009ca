package fusion

import "math"

// weighted returns the scores of wsum with its default, min-max, under the name that came first:
//
//	score(d) = Σ_c w_c · (s_c(d) − min_c) / (max_c − min_c)
//
// over the components c that returned d, with the extremes of c's list for this query; a list of equal
// scores is 1 throughout. The range is [0, Σ w_c]; higher is better. The last document of a list scores 0,
// as if not returned, and the depth moves all scores: compare weights at one depth. With equal weights it
// is CombSUM, see [combSum], over the normalization of Lee (1997), doi:10.1145/258525.258587.
func weighted(p *Pool, s Settings, dst []float64) ([]float64, error) {
	s.Norm = normMinMax
	return combSum(p, s, dst)
}

// mixed takes what is between a weighted sum and a weighted mnz:
//
//	score(d) = √N(d) · Σ_c w_c · x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts
// in [0, 1] is [0, √m · Σ w_c] for m components; higher is better. Wu and Crestani (2002), "Data fusion
// with estimated weights", CIKM, doi:10.1145/584792.584908.
func mixed(votes float64, _ Settings) float64 { return math.Sqrt(votes) }

// wmnz fuses as mnz does, but the components that returned a document count with their weights:
//
//	score(d) = (Σ_c w_c) · (Σ_c x_c(d))
//
// both over the components c that returned d, with x_c the scores of c after norm. The range for parts
// in [0, 1] is [0, m · Σ w_c] for m components; higher is better. Wu and Crestani (2002), "Data fusion
// with estimated weights", CIKM, doi:10.1145/584792.584908.
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
