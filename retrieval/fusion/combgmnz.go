package fusion

import "math"

// CombGMNZ is CombMNZ with the reward for being returned often as a parameter:
//
//	score(d) = N(d)^γ · Σ_c x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after Norm. The range for parts in
// [0, 1] is [0, m^(γ+1)] for m components; higher is better. γ = 0 is [CombSum] and γ = 1 is [CombMNZ].
//
// Lee (1997), "Analyses of multiple evidence combination", SIGIR, doi:10.1145/258525.258587.
// ranx has no default either.
type CombGMNZ struct {
	Norm  Norm
	Gamma float64 // from 0 to 10
}

var _ Scorer = CombGMNZ{}

// Name implements [Scorer].
func (CombGMNZ) Name() string { return "gmnz" }

// Scores implements [Scorer].
func (m CombGMNZ) Scores(p *Pool, dst []float64) ([]float64, error) {
	if faults := gammaFaults(&m.Gamma); faults != nil {
		return nil, faults[0]
	}
	t, err := p.normalized(m.Norm)
	if err != nil {
		return nil, err
	}
	return p.times(t, p.sum(t, nil, dst), func(votes float64) float64 { return math.Pow(votes, m.Gamma) }), nil
}

func combGMNZEntry() Entry {
	return Entry{
		Name:    CombGMNZ{}.Name(),
		Aliases: []string{"combgmnz", "comb_gmnz"},
		Summary: "CombGMNZ, (number of lists)^gmnz_gamma times sum of normalized scores",
		Uses:    []string{keyNorm, keyGamma},
		Check:   func(s Settings, _ []string) []error { return gammaFaults(s.GMNZGamma) },
		Build:   func(s Settings) Scorer { return CombGMNZ{Norm: s.Norm, Gamma: *s.GMNZGamma} },
	}
}

// With γ = 10 to be returned twice is worth a thousand times the score; more would only be a way to overflow.
func gammaFaults(gamma *float64) []error {
	return between(keyGamma, gamma, func(x float64) bool { return x >= 0 && x <= 10 }, "a number from 0 (CombSUM) over 1 (CombMNZ) to 10")
}
