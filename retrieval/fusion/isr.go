package fusion

import "math"

// isr fuses by inverse square ranks:
//
//	score(d) = N(d) · Σ_c 1 / rank_c(d)²
//
// over the N(d) components c that returned d. The range is (0, m²] for m components; higher is better.
// A first rank outweighs any number of deep ones, which rrf lets add up. Mourão, Martins and Magalhães
// (2014), "Inverse square rank fusion for multimodal search", CBMI, doi:10.1109/CBMI.2014.6849825.
func isr(votes float64, _ Settings) float64 { return votes }

// inverseSquares builds the family of isr: the sum of the inverse squared ranks times a function of N.
func inverseSquares(factor func(votes float64, s Settings) float64) func(Settings) Scorer {
	return by(func(p *Pool, s Settings, dst []float64) ([]float64, error) {
		t, err := p.table(tableKey{name: "isr"}, false, squaredRanks)
		if err != nil {
			return nil, err
		}
		return p.times(t, p.sum(t, nil, dst), s, factor), nil
	})
}

func squaredRanks(p *Pool, c int, _ float64, column []float64) error {
	for i, d := range p.docs[c] {
		rank := float64(i + 1)
		column[d] = 1 / (rank * rank)
	}
	return nil
}

// logISR fuses as isr does, with a gentler reward for being returned often:
//
//	score(d) = ln N(d) · Σ_c 1 / rank_c(d)²
//
// over the N(d) components c that returned d. The range is [0, m ln m] for m components; higher is
// better. Documents of a single component all score 0: use it where lists overlap, or take logn_isr.
// Mourão, Martins and Magalhães (2015), doi:10.1016/j.compmedimag.2014.05.006.
func logISR(votes float64, _ Settings) float64 { return math.Log(votes) }

// defaultISRSigma is the σ of Mourão et al. as ranx has it.
const defaultISRSigma = 0.01

// logNISR fuses as log_isr does and also ranks documents of a single component:
//
//	score(d) = ln(N(d) + σ) · Σ_c 1 / rank_c(d)²
//
// over the N(d) components c that returned d. The range is [0, m ln(m + σ)] for m components; higher is
// better. A small σ keeps these documents behind nearly all others.
func logNISR(votes float64, s Settings) float64 { return math.Log(votes + *s.ISRSigma) }
