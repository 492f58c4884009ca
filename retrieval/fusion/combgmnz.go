package fusion

import (
	"math"
)

// combGMNZ is combMNZ with the reward for being returned often as a parameter:
//
//	score(d) = N(d)^γ · Σ_c x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, m^(γ+1)] for m components; higher is better. γ = 0 is combSum and γ = 1 is combMNZ.
//
// Lee (1997), "Analyses of multiple evidence combination", SIGIR, doi:10.1145/258525.258587.
// ranx has no default either.
type combGMNZ struct {
	norm  Norm
	gamma float64 // from 0 to 10
}

var _ Scorer = combGMNZ{}

// Name implements [Scorer].
func (combGMNZ) Name() string { return "gmnz" }

// Scores implements [Scorer].
func (m combGMNZ) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.norm)
	if err != nil {
		return nil, err
	}
	return p.times(t, p.sum(t, nil, dst), func(votes float64) float64 { return math.Pow(votes, m.gamma) }), nil
}

func combGMNZEntry() Entry {
	return Entry{
		Name:    combGMNZ{}.Name(),
		Aliases: []string{"combgmnz", "comb_gmnz"},
		Summary: "CombGMNZ, (number of lists)^gmnz_gamma times sum of normalized scores",
		Uses:    []string{keyNorm, keyGamma},
		Check:   func(s Settings, _ []string) []error { return gammaFaults(s.GMNZGamma) },
		Build:   func(s Settings) Scorer { return combGMNZ{norm: s.Norm, gamma: *s.GMNZGamma} },
	}
}

// With γ = 10 to be returned twice is worth a thousand times the score; more would only be a way to overflow.
func gammaFaults(gamma *float64) []error {
	return between(keyGamma, gamma, func(x float64) bool { return x >= 0 && x <= 10 }, "a number from 0 (CombSUM) over 1 (CombMNZ) to 10")
}
