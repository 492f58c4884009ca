package fusion

import (
	"math"
	"slices"
)

// combSum adds up normalized scores:
//
//	score(d) = Σ_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, m] for m components; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
//
// With weights it is wsum:
//
//	score(d) = Σ_c w_c · x_c(d)
//
// The range for parts in [0, 1] is [0, Σ w_c]. Weights need not add up to 1: only their ratios matter for the order.
//
// Weights that were chosen on some queries say nothing about the gain on these queries; see sweeps for an
// honest estimate. Vogt and Cottrell (1999), doi:10.1023/A:1009980820262, on when a linear combination helps.
func combSum(p *Pool, s Settings, dst []float64) ([]float64, error) {
	_, dst, err := p.weightedSum(s, dst)
	return dst, err
}

// combMNZ multiplies CombSUM by the number of components that returned the document:
//
//	score(d) = N(d) · Σ_c x_c(d)
//
// over these N(d) components c, with x_c the scores of c after norm. The range for parts in [0, 1] is
// [0, m²] for m components; higher is better. N counts lists, and so a document whose part is 0 as well,
// where "nonzero" in the name goes back to systems that scored everything else 0. Negative parts turn the
// reward into a punishment: with norm zmuv take sum.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMNZ(votes float64, _ Settings) float64 { return votes }

// combANZ takes the mean of the normalized scores that a document has:
//
//	score(d) = Σ_c x_c(d) / N(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, 1]; higher is better. To be returned by many is not a merit here.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combANZ(votes float64, _ Settings) float64 { return 1 / votes }

// combGMNZ fuses as mnz does, with the reward for being returned often as a parameter:
//
//	score(d) = N(d)^γ · Σ_c x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, m^(γ+1)] for m components; higher is better. γ = 0 is sum and γ = 1 is mnz.
//
// Lee (1997), "Analyses of multiple evidence combination", SIGIR, doi:10.1145/258525.258587.
// ranx has no default either.
func combGMNZ(votes float64, s Settings) float64 { return math.Pow(votes, *s.GMNZGamma) }

// combMin takes the smallest of the normalized scores that a document has:
//
//	score(d) = min_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. A document that one component alone returned keeps its score there, which is
// how ranx reads it too; to take 0 for components without d would leave only documents of all lists.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMin(parts []float64) float64 { return slices.Min(parts) }

// combMax takes the largest of the normalized scores that a document has:
//
//	score(d) = max_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. With min-max the first of each list has 1, so the rule for ties decides.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMax(parts []float64) float64 { return slices.Max(parts) }

// combMed takes the median of the normalized scores that a document has, the mean of the middle two of an
// even number:
//
//	score(d) = median_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMed(parts []float64) float64 {
	slices.Sort(parts)
	low, high := parts[(len(parts)-1)/2], parts[len(parts)/2]
	return float64(low/2) + float64(high/2)
}
