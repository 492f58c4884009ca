package fusion

import "math"

// rbc fuses by rank-biased centroids: the attention that a reader of all lists would give a document,
//
//	score(d) = Σ_c (1 − p) · p^(rank_c(d) − 1)
//
// over the components c that returned d; p is the probability to read on, as in rank-biased precision.
// The range is (0, m(1 − p)] for m components; higher is better. Parts of very deep ranks fall below
// the smallest float64 and are 0. Bailey, Moffat, Scholer and Thomas (2017), SIGIR,
// doi:10.1145/3077136.3080839, who call p φ. Neither they nor ranx have a default.
func rbc(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.weightedTable(s, dst, tableKey{"rbc", *s.RBCP}, false, geometricRanks)
}

// geometricRanks has the parts (1 − p) p^(rank − 1).
func geometricRanks(p *Pool, c int, persistence float64, column []float64) error {
	for i, d := range p.docs[c] {
		column[d] = (1 - persistence) * math.Pow(persistence, float64(i))
	}
	return nil
}
