package fusion

import (
	"cmp"
	"math"
)

// defaultISRSigma is the σ of Mourão et al. as ranx has it.
const defaultISRSigma = 0.01

// logNISR fuses as logISR does and also ranks documents of a single component:
//
//	score(d) = ln(N(d) + σ) · Σ_c 1 / rank_c(d)²
//
// over the N(d) components c that returned d. The range is [0, m ln(m + σ)] for m components; higher is
// better. A small σ keeps these documents behind nearly all others, σ = 0 is logISR.
func logNISR(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return inverseSquares(p, dst, func(votes float64) float64 { return math.Log(votes + *s.ISRSigma) })
}

func logNISREntry() Entry {
	return Entry{
		Name:    "logn_isr",
		Aliases: []string{"lognisr"},
		Summary: "inverse square rank, log of (the number of lists + isr_sigma) times sum of 1/rank²",
		Uses:    []string{keySigma},
		Resolve: func(s Settings) Settings {
			s.ISRSigma = cmp.Or(s.ISRSigma, new(defaultISRSigma))
			return s
		},
		Check: func(s Settings, _ []string) []error {
			return between(keySigma, s.ISRSigma, func(x float64) bool { return x >= 0 && x <= 1 }, "a number from 0 to 1")
		},
		Build: by(logNISR),
	}
}
