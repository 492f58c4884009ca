package fusion

import (
	"math"
)

// combGMNZ fuses as combMNZ does, with the reward for being returned often as a parameter:
//
//	score(d) = N(d)^γ · Σ_c x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, m^(γ+1)] for m components; higher is better. γ = 0 is combSum and γ = 1 is combMNZ.
//
// Lee (1997), "Analyses of multiple evidence combination", SIGIR, doi:10.1145/258525.258587.
// ranx has no default either.
func combGMNZ(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.sumTimes(s, dst, func(votes float64) float64 { return math.Pow(votes, *s.GMNZGamma) })
}

func combGMNZEntry() Entry {
	return Entry{
		Name:    "gmnz",
		Aliases: []string{"combgmnz", "comb_gmnz"},
		Summary: "CombGMNZ, (number of lists)^gmnz_gamma times sum of normalized scores",
		Uses:    []string{keyNorm, keyGamma},
		// With γ = 10 to be returned twice is worth a thousand times the score; more would only be a way to overflow.
		Check: func(s Settings, _ []string) []error {
			return between(keyGamma, s.GMNZGamma, func(x float64) bool { return x >= 0 && x <= 10 }, "a number from 0 (CombSUM) over 1 (CombMNZ) to 10")
		},
		Build: by(combGMNZ),
	}
}
