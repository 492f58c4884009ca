package fusion

import (
	"math"
)

// rbc fuses by rank-biased centroids: a document's score is the attention that a patient reader of all
// lists would give it,
//
//	score(d) = Σ_c (1 − p) · p^(rank_c(d) − 1)
//
// over the components c that returned d. A reader goes on from one document to the next with probability p
// and reads 1/(1 − p) documents on average, as in rank-biased precision. The range is (0, m(1 − p)] for m
// components; higher is better. Parts of very deep ranks fall below the smallest float64 and are 0.
//
// Bailey, Moffat, Scholer and Thomas (2017), SIGIR, doi:10.1145/3077136.3080839, who call p φ.
// Neither they nor ranx have a default.
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

func rbcEntry() Entry {
	return Entry{
		Name:    "rbc",
		Summary: "rank-biased centroid, sum of (1 - rbc_p) rbc_p^(rank - 1)",
		Uses:    []string{keyRBCP},
		Check: func(s Settings, _ []string) []error {
			return between(keyRBCP, s.RBCP, func(x float64) bool { return x > 0 && x < 1 }, "a number between 0 and 1, such as 0.9 for a reader of 10 documents")
		},
		Build: by(rbc),
	}
}
